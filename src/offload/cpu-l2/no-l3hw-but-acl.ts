// Switch rules on a chip that does not route: they work, within the limits of a small table.

import { chips, defineRule, ofEach, restingOn } from '../rule.ts';
import { installedRules, rulesWith } from '../switch-rules.ts';

export const noL3hwButAcl = defineRule({
  id: 'cpu-l2/no-l3hw-but-acl',
  cost: 'i',
  datapath: 'acl',

  check: ofEach(chips, ({ switch: chip }, { network }) => {
    const rules = installedRules(network, chip);
    const size = chip.fact('acl.rules');
    const [first] = rules;
    if (!first || chip === network.offload?.switch || size?.value === 0) return [];
    const mixed = rulesWith('cpu-l2/no-l3hw-but-acl', 'all')(network).filter(({ rule }) => rule.chip === chip.name);
    if (mixed.length > 0) {
      return mixed.map(({ item, reason: { placement } }) => ({
        subject: item,
        placement,
        cost: 'M',
        what: 'switch rules that ask for IPv4 and IPv6 at once are not valid, and filter nothing',
        primary: [item.properties.has('src-address6') ? 'src-address6' : 'dst-address6', 'with IPv4 as well'],
      }));
    }
    return restingOn(size, 'how many switch rules this chip takes', {
      subject: first,
      placement: 'hardware',
      what: `${rules.length} of up to ${size?.value} switch rules are in use; how many fit depends on what they match`,
      primary: [undefined, `filtered by ${chip.chip}`],
      says: `${chip.chip} takes up to ${size?.value} rules`,
    });
  }),
});
