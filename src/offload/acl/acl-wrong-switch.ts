// A switch rule for one chip that names ports of another.

import { listValues, propertyValue } from '../../model/config.ts';
import { replaceValue } from '../fix.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesWithBadPorts } from '../switch-rules.ts';

export const aclWrongSwitch = defineRule({
  id: 'acl/acl-wrong-switch',
  cost: 'H',
  summary: 'A switch rule belongs to the chip that its ports are on',
  why: 'The rule is flagged invalid and does nothing.',
  remedy: 'Name the switch of the ports.',

  check: aboutEach(rulesWithBadPorts, ({ item, chip, bad }, { network }) => {
    const owners = listValues(propertyValue(item, 'ports')).filter((name) => network.ports.has(name));
    const foreign = bad.filter(({ why }) => why === 'foreign-port');
    if (!foreign[0]) return [];
    const other = network.ports.get(foreign[0].name)?.switch;
    if (foreign.length < owners.length || !other) {
      return {
        placement: 'unknown',
        what: 'whether switch rules work that also list ports of others is not described',
        primary: ['ports', `\`${foreign[0].name}\` is not on \`${chip.name}\``],
      };
    }
    return {
      placement: 'unavailable',
      what: 'switch rules do nothing: their ports are on another switch',
      primary: ['switch', `its ports are on \`${other.name}\``],
      related: [[item, 'ports', `on \`${other.name}\``]],
      fix: replaceValue(item, 'switch', other.name, 'name the switch of the ports'),
    };
  }),
});
