// Service tags on ports that cannot filter them.

import { groupBy } from '../../source/grouping.ts';
import { portsWith } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

export const etherType98dx3257 = defineRule({
  id: 'l2/ether-type-98dx3257',
  cost: 'H',
  facts: ['l2.s-tag-filtering', 'l2.tag-stacking'],
  summary: 'One chip filters VLANs by another tag than 0x8100 on its fast ports only',
  why: 'VLAN filtering does not work on the Gigabit ports, so frames reach VLANs that they do not belong to, or none.',
  remedy: 'Use SFP+ and QSFP+ ports for the provider bridge.',

  check: ({ network }) =>
    [...groupBy(portsWith('l2/ether-type-98dx3257')(network), ({ bridge }) => bridge)].map(([bridge, ports]) => {
      const { placement, cause } = ports[0].reason;
      return {
        subject: bridge.item,
        affects: ports.map(({ item }) => item),
        placement,
        what:
          placement === 'unknown'
            ? 'it is not documented whether this chip filters service tags on Gigabit ports'
            : `VLAN filtering of \`${bridge.name}\` does not work on its Gigabit ports`,
        primary: ['ether-type', 'not filtered on Gigabit ports'],
        related: ports.map(({ item }) => [item, 'interface', 'a Gigabit port']),
        evidence: cause.evidence,
      };
    }),
});
