// Slaves of one bond with different L3HW flags.

import { flagOf } from '../../forwarding/network/attachments.ts';
import { flaggedOff } from '../held.ts';
import { aboutEach, bonds, defineRule, routed } from '../rule.ts';

export const bondSlaveL3hwMismatch = defineRule({
  id: 'l3hw/bond-slave-l3hw-mismatch',
  cost: 'M',
  implies: ['l3hw/l3hw-egress-only-off', 'l3hw/l3hw-port-off'],

  check: aboutEach(routed(bonds), (bond, { network }) => {
    const slaves = bond.slaves.flatMap((name) => network.ports.get(name) ?? []);
    if (flagOf(slaves) !== 'mixed') return [];
    return flaggedOff(slaves).map(({ item, name }) => ({
      placement: 'unpredictable',
      what: `\`${bond.name}\` is routed in hardware or not, depending on the slave that a packet uses`,
      primary: [item, 'l3-hw-offloading', `off for \`${name}\`, on for other slaves`],
      related: [[bond.item, 'slaves', 'slaves of one bond']],
    }));
  }),
});
