// A switch rule for one chip that names ports of another.

import { badPortsOf } from '../../forwarding/acl.ts';
import { replaceValue } from '../fix.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesWith } from '../switch-rules.ts';

export const aclWrongSwitch = defineRule({
  id: 'acl/acl-wrong-switch',
  cost: 'H',
  summary: 'A switch rule belongs to the chip that its ports are on',
  why: 'The rule is flagged invalid and does nothing.',
  remedy: 'Name the switch of the ports.',

  check: aboutEach(rulesWith('acl/acl-wrong-switch'), ({ item, rule, reason: { placement } }, { network }) => {
    const [name = ''] = badPortsOf(network, rule).map((bad) => bad.name);
    const other = network.ports.get(name)?.switch;
    if (placement === 'unknown' || !other) {
      return {
        placement,
        what: 'whether switch rules work that also list ports of others is not described',
        primary: ['ports', `\`${name}\` is not on \`${rule.chip}\``],
      };
    }
    return {
      placement,
      what: 'switch rules do nothing: their ports are on another switch',
      primary: ['switch', `its ports are on \`${other.name}\``],
      related: [[item, 'ports', `on \`${other.name}\``]],
      fix: replaceValue(item, 'switch', other.name, 'name the switch of the ports'),
    };
  }),
});
