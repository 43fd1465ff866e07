// A switch rule for one chip that names ports of another.

import { listValues, propertyValue } from '../../model/config.ts';
import { replaceValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { installedRules } from '../switch-rules.ts';

export const aclWrongSwitch = defineRule({
  id: 'acl/acl-wrong-switch',
  cost: 'H',
  datapath: 'acl',
  needs: 'configuration',
  facts: [],
  summary: 'A switch rule belongs to the chip that its ports are on',
  why: 'The rule is flagged invalid and does nothing.',
  remedy: 'Name the switch of the ports.',

  check({ network }) {
    return network.chips.flatMap(({ switch: chip }) =>
      installedRules(network, chip).flatMap((item) => {
        const other = listValues(propertyValue(item, 'ports'))
          .map((name) => network.ports.get(name)?.switch)
          .find((owner) => owner !== undefined && owner !== chip);
        if (!other) return [];
        return [
          {
            subject: item,
            placement: 'unavailable' as const,
            what: 'switch rules do nothing: their ports are on another switch',
            primary: label(item, 'switch', `its ports are on \`${other.name}\``),
            related: [label(item, 'ports', `on \`${other.name}\``)],
            fix: replaceValue(item, 'switch', other.name, 'name the switch of the ports'),
          },
        ];
      }),
    );
  },
});
