// FastTrack rules whose connections the chip does not take, as the engine says it.

import { reasonsOffChip } from '../forwarding/cpu/fasttrack.ts';
import { fasttrackRules } from '../forwarding/firewall/fasttrack-rules.ts';
import type { Network } from '../forwarding/network/network.ts';
import type { Item } from '../model/config.ts';
import type { RuleId } from './rule.ts';

export interface KeptOffChip {
  readonly item: Item;
  /** `unknown` = nobody says whether the chip would take them otherwise. */
  readonly placement: 'cpu' | 'unknown';
}

/** Rules that the engine has this against, on a chip that routes. */
export function keptOffChip(
  network: Network,
  code: RuleId | 'flow/unknown-fact',
  family: 4 | 6 = 4,
): readonly KeptOffChip[] {
  if (!network.offload?.l3Offload) return [];
  return fasttrackRules(network, family).flatMap((item) => {
    const reasons = reasonsOffChip(network, item, family);
    if (!reasons.some(({ cause }) => cause.code === code)) return [];
    return [{ item, placement: reasons.some(({ placement }) => placement === 'unknown') ? 'unknown' : 'cpu' }];
  });
}
