// An address on the bridge itself: routed in hardware, without a flag of its own to switch that off.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { isInHardware } from '../../forwarding/legs/leg.ts';
import { defineRule, ofEach } from '../rule.ts';

export const ipOnBridgeNoVlanFlag = defineRule({
  id: 'l3hw/ip-on-bridge-no-vlan-flag',
  cost: 'i',

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
