// FastTrack on a chip that offloads no connections.

import { hasFlaggedOff } from '../../forwarding/legs/ends.ts';
import { keptOffChip } from '../off-chip.ts';
import { defineRule, restingOn } from '../rule.ts';

export const fasttrackHwUnsupported = defineRule({
  id: 'firewall/fasttrack-hw-unsupported',
  cost: 'M',
  impliedBy: 'lower/stateful-on-cpu',

  check({ network }) {
    const fact = network.offload?.switch.fact('l3.fasttrack');
    // Only where flags bring routed traffic to the CPU does anybody rely on FastTrack.
    const isReliedOn = hasFlaggedOff(network);
    return keptOffChip(network, fact ? 'firewall/fasttrack-hw-unsupported' : 'flow/unknown-fact').map((kept) =>
      restingOn(fact, 'whether this chip offloads FastTrack', {
        subject: kept.item,
        placement: kept.placement,
        ...(!isReliedOn && { cost: 'i' }),
        what: 'FastTrack connections stay on the CPU: this chip offloads none',
        primary: ['action', 'never in hardware here'],
        says: 'the chip offloads no FastTrack connections',
      }),
    );
  },
});
