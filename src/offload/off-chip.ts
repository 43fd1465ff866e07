// FastTrack rules whose connections the chip does not take, as the engine says it.

import { reasonsOffChip } from '../forwarding/cpu/fasttrack.ts';
import { fasttrackRules } from '../forwarding/firewall/fasttrack-rules.ts';
import type { Network } from '../forwarding/network/network.ts';
import type { RuleId } from './rule.ts';

/** On a chip that routes, by this code; `unknown` = nobody says whether the chip would take them otherwise. */
export function keptOffChip(network: Network, code: RuleId | 'flow/unknown-fact', family: 4 | 6 = 4) {
  if (!network.offload?.l3Offload) return [];
  return fasttrackRules(network, family).flatMap((item) => {
    const reasons = reasonsOffChip(network, item, family);
    if (!reasons.some(({ cause }) => cause.code === code)) return [];
    const isOpen = reasons.some(({ placement }) => placement === 'unknown');
    return [{ item, placement: isOpen ? ('unknown' as const) : ('cpu' as const) }];
  });
}
