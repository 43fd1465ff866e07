// Explains the policies that FastTrack skips: each rule about one kind of policy says it in its own words.

import { type Fasttracked, pastFasttrack } from '../forwarding/forwarded.ts';
import type { Network } from '../forwarding/network.ts';
import type { Concerns } from '../forwarding/routed-classes.ts';
import type { Item } from '../model/config.ts';
import { defineRule, type Rule, type RuleText, type WrittenFinding } from './rule.ts';

interface SkippedRule extends RuleText {
  /** Those that the rule is about. */
  policies(network: Network): Iterable<Item>;
  /** Between which ends there may be any of them. */
  concerns?(network: Network): Concerns;
  words(policy: Item): Pick<WrittenFinding, 'what' | 'primary' | 'cost'>;
}

/** A rule that finds nothing by itself: the engine says which policies FastTrack connections were meant for. */
export function defineSkippedRule({ policies, concerns, words, ...rule }: SkippedRule): Rule {
  return defineRule({
    ...rule,
    check: ({ network }) =>
      [...pastFasttrack(network, policies(network), concerns?.(network))].map(([item, found]) => ({
        subject: item,
        placement: found.reason.placement,
        ...words(item),
        ...(found.reason.placement === 'unknown' && { what: maySkip }),
        related: [[found.rule, 'action', `takes connections from ${endsOf(found)}`]],
        fix: 'accept this traffic before the FastTrack rule, in both directions',
      })),
  });
}

const maySkip = 'FastTrack may take connections past these policies: nobody can tell what rules on their way match';

function endsOf({ from, to }: Fasttracked): string {
  return to === undefined ? `\`${from}\`` : `\`${from}\` to \`${to}\``;
}
