// Service tags on ports that cannot filter them.

import { bridgesWith } from '../bridge-offload.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const etherType98dx3257 = defineRule({
  id: 'l2/ether-type-98dx3257',
  cost: 'H',
  facts: ['l2.s-tag-filtering', 'l2.tag-stacking'],
  summary: 'One chip filters VLANs by another tag than 0x8100 on its fast ports only',
  why: 'VLAN filtering does not work on the Gigabit ports, so frames reach VLANs that they do not belong to, or none.',
  remedy: 'Use SFP+ and QSFP+ ports for the provider bridge.',

  check: aboutEach(bridgesWith('l2/ether-type-98dx3257'), ({ bridge, affects, reason: { placement, cause } }) => ({
    affects,
    placement,
    what:
      placement === 'unknown'
        ? 'it is not documented whether this chip filters service tags on Gigabit ports'
        : `VLAN filtering of \`${bridge.name}\` does not work on its Gigabit ports`,
    primary: ['ether-type', 'not filtered on Gigabit ports'],
    related: affects.map((port) => [port, 'interface', 'a Gigabit port']),
    evidence: cause.evidence,
  })),
});
