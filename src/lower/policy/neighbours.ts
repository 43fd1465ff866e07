// Which rules of a list share packets with one of them. A list is asked this for every rule, so most others are told
// apart by the outer edges of their destinations and ports alone.

import { nearMatches } from '../../forwarding/packets/near-matches.ts';
import { findPacket, type Listed } from './find-packet.ts';
import { type IngressPacketSet, includes, overlap } from './ingress-packet-set.ts';
import { fulfils, type PolicyRule, pass, type Verdict } from './policy-rule.ts';

/** A list under work: rules may be replaced by ones that match less, or taken out. */
export interface RuleList {
  set(index: number, rule: PolicyRule | undefined): void;
  neighboursOf(index: number, match: IngressPacketSet): Neighbours;
  /** The rules that are left. */
  left(): readonly PolicyRule[];
}

/** A rule's verdict, and the rules around it that match any packet of a set. */
export interface Neighbours {
  readonly verdict: Verdict;
  readonly rules: readonly Neighbour[];
}

type Neighbour = Listed & Pick<PolicyRule, 'verdict'>;

export function ruleList(given: readonly PolicyRule[]): RuleList {
  const rules: (PolicyRule | undefined)[] = [...given];
  const placesNear = nearMatches(given);
  return {
    set: (index, rule) => {
      rules[index] = rule;
    },
    neighboursOf(index, match) {
      const near: Neighbour[] = [];
      for (const place of placesNear(match)) {
        const other = rules[place];
        if (place === index || !other || !overlap(other.match, match)) continue;
        near.push({ match: other.match, verdict: other.verdict, list: place < index ? 0 : 1 });
      }
      return { verdict: rules[index]?.verdict ?? pass, rules: near };
    },
    left: () => rules.filter((rule) => rule !== undefined),
  };
}

/** Whether packets at the place of a rule end the same with its verdict and without it. */
export function isIdle({ verdict, rules }: Neighbours, match: IngressPacketSet): boolean {
  if (rules.some((rule) => rule.list === 0 && includes(rule.match, match))) return true;
  const changed = findPacket(match, 2, rules, ([before, after]) => {
    return before === undefined && !fulfils(after?.verdict ?? pass, verdict);
  });
  return changed === undefined;
}
