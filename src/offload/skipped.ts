// Explains the policies that FastTrack skips: each rule about one kind of policy says it in its own words.

import { pastFasttrack } from '../forwarding/forwarded.ts';
import type { Network } from '../forwarding/network.ts';
import type { Concerns } from '../forwarding/routed-classes.ts';
import type { Item } from '../model/config.ts';
import { defineRule, type Rule, type RuleText, type WrittenFinding } from './rule.ts';

interface SkippedRule extends RuleText {
  /** Those that the rule is about. */
  policies(network: Network): Iterable<Item>;
  /** Between which ends there may be any of them. */
  concerns?(network: Network): Concerns;
  words(policy: Item): Pick<WrittenFinding, 'what' | 'primary'>;
}

/** A rule that finds nothing by itself: the engine says which policies FastTrack connections were meant for. */
export function defineSkippedRule({ policies, concerns, words, ...rule }: SkippedRule): Rule {
  return defineRule({
    ...rule,
    check: ({ network }) =>
      [...pastFasttrack(network, policies(network), concerns?.(network))].map(([item, { rule: taking, from, to }]) => ({
        subject: item,
        placement: 'unpredictable',
        ...words(item),
        related: [[taking, 'action', `takes connections from \`${from}\`${to === undefined ? '' : ` to \`${to}\``}`]],
        fix: 'accept this traffic before the FastTrack rule, in both directions',
      })),
  });
}
