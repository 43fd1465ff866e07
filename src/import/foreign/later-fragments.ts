// Fragments behind the first of a packet carry no ports. What the makers' lists do with them is documented, of rules of
// a site it is not: where the two differ if rules with ports take none of them, the reader is told.

import { findPacket, listed, SearchTooLarge } from '../../lower/policy/find-packet.ts';
import { everything } from '../../lower/policy/ingress-packet-set.ts';
import type { Maker } from './clean.ts';
import type { ForeignAcl, ForeignAclRule } from './policy-facts.ts';
import { packetsOf } from './wildcard-sets.ts';

const ingress = 1n;
const hasPorts = ({ sourcePorts, destinationPorts }: ForeignAclRule) =>
  sourcePorts !== undefined || destinationPorts !== undefined;

/**
 * IOS: a permit takes them by their addresses alone, a deny with ports does not (IP Configuration Guide, access
 * lists with fragment control). Comware: addresses alone decide, in the mode that is the default (fragments filtering).
 */
const habits: Readonly<Record<Maker, { readonly takes: (rule: ForeignAclRule) => boolean; readonly words: string }>> = {
  ios: { takes: (rule) => rule.action === 'permit', words: 'a permit takes those by their addresses alone there' },
  comware: { takes: () => true, words: 'rules take those by their addresses alone there' },
};

/** What a reader has to know of the fragments of a list; undefined = nothing. */
export function fragmentRemark({ rules, family }: ForeignAcl, maker: Maker, isDenyAtEnd: boolean): string | undefined {
  if (family !== 4 || !rules.some(hasPorts)) return undefined;
  const { takes, words } = habits[maker];
  const sentence = ({ sourcePorts, destinationPorts, ...rule }: ForeignAclRule) => ({
    match: packetsOf(rule, ingress),
    permits: rule.action === 'permit',
  });
  const ours = rules.filter((rule) => !hasPorts(rule)).map(sentence);
  const theirs = rules.filter((rule) => !hasPorts(rule) || takes(rule)).map(sentence);
  return differ([...listed(ours, 0), ...listed(theirs, 1)], isDenyAtEnd)
    ? `fragments behind the first have no ports: ${words}, and a site has no word for them`
    : undefined;
}

interface Sentence {
  readonly list: number;
  readonly match: ReturnType<typeof packetsOf>;
  readonly permits: boolean;
}

/** Whether some fragment is judged otherwise by the two lists, which end alike. */
function differ(all: readonly Sentence[], isDenyAtEnd: boolean): boolean {
  const permits = (first: Sentence | undefined) => first?.permits ?? !isDenyAtEnd;
  try {
    const region = everything(ingress, 4);
    return findPacket(region, 2, all, ([ours, theirs]) => permits(ours) !== permits(theirs)) !== undefined;
  } catch (error) {
    if (error instanceof SearchTooLarge) return true;
    throw error;
  }
}
