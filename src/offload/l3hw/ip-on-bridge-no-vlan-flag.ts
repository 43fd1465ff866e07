// An address on the bridge itself: routed in hardware, without a flag of its own to switch that off.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { isInHardware } from '../../forwarding/legs/leg.ts';
import { defineRule, ofEach } from '../rule.ts';

export const ipOnBridgeNoVlanFlag = defineRule({
  id: 'l3hw/ip-on-bridge-no-vlan-flag',
  cost: 'i',
  summary: 'An address on the bridge is routed in hardware, but has no per-VLAN flag',
  why: 'Only the flags of ports decide whether this network is routed in hardware; there is no switch for the network alone.',
  remedy: 'Use a VLAN interface for the untagged VLAN where the network needs a switch of its own.',

  check: ofEach(allEnds, ({ leg, interface: owner }) => {
    const address = owner.addresses[0]?.item;
    if (owner.kind !== 'bridge' || !isInHardware(leg) || !address) return [];
    return {
      subject: address,
      placement: 'hardware',
      what: 'networks on a bridge itself can be taken off hardware routing by port only',
      primary: ['interface', `\`${owner.name}\` has no flag per VLAN`],
    };
  }),
});
