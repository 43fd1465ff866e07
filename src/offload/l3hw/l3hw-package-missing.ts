// A chip whose driver is a package of its own, which is not installed.

import { itemsOf, propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const l3hwPackageMissing = defineRule({
  id: 'l3hw/l3hw-package-missing',
  cost: 'C',
  needs: 'live',

  check({ config, network }) {
    const packages = itemsOf(config, '/system/package');
    const [first] = packages;
    if (!first) return []; // The device was not asked.
    const active = new Set(
      packages.filter((item) => item.state?.get('disabled') !== 'true').map((item) => propertyValue(item, 'name')),
    );
    return network.chips.flatMap(({ switch: chip }) => {
      const missing = (chip.fact('switch.package')?.value ?? []).find((name) => !active.has(name));
      if (missing === undefined) return [];
      return {
        subject: first,
        affects: network.routes.map((route) => route.item),
        placement: 'unavailable' as const,
        what: `\`${chip.name}\` is not driven: the package \`${missing}\` is missing or disabled`,
        primary: { at: first.origin, text: `without \`${missing}\`` },
        fix: `install and enable the package \`${missing}\`, and reboot`,
      };
    });
  },
});
