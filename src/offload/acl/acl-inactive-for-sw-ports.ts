// A switch rule for a port that hangs on the CPU.

import { listValues, propertyValue } from '../../model/config.ts';
import { defineRule, ofEach } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclInactiveForSwPorts = defineRule({
  id: 'acl/acl-inactive-for-sw-ports',
  cost: 'H',
  summary: 'Switch rules see packets of the chip only',
  why: 'Packets of this port never pass the chip, so the rule does not apply to them.',
  remedy: 'Filter the port in the firewall.',

  check: ofEach(rulesOfRoutingChip, (item, { network }) => {
    const outside = listValues(propertyValue(item, 'ports')).find((name) => {
      const port = network.ports.get(name);
      return port !== undefined && port.switch === undefined;
    });
    if (outside === undefined) return [];
    return {
      subject: item,
      placement: 'unavailable',
      what: 'switch rules do not apply to ports that hang on the CPU',
      primary: ['ports', `\`${outside}\` is not on the chip`],
    };
  }),
});
