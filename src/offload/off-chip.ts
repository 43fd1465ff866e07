// FastTrack rules whose connections the chip does not take, as the engine says it.

import { reasonsOffChip } from '../forwarding/fasttrack.ts';
import { fasttrackRules } from '../forwarding/fasttrack-rules.ts';
import type { Network } from '../forwarding/network.ts';
import type { Item } from '../model/config.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleId, type RuleText } from './rule.ts';

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

/** A rule that finds nothing by itself: the engine says which FastTrack rules this keeps from the chip. */
export function defineOffChipRule({
  family = 4,
  words,
  ...rule
}: RuleText & { readonly family?: 4 | 6; readonly words: Pick<FindingAbout, 'what' | 'primary'> }): Rule {
  return defineRule({
    ...rule,
    facts: ['l3.fasttrack'],
    check: aboutEach(
      (network) => keptOffChip(network, rule.id, family),
      ({ placement }) => ({ placement, ...words }),
    ),
  });
}
