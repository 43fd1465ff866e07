// Prefix lists as filters of a site. A list matches exactly the lengths that it says; `accept` takes everything inside
// a prefix. What comes out is compared with the list over every prefix that could tell them apart, or refused.

import { bitsOf, containsPrefix, type Prefix, printPrefix } from '../../../model/prefix.ts';
import type { PrefixListEntry } from '../facts.ts';

export interface FilterRuleDraft {
  readonly accept?: string;
  readonly reject?: string;
  readonly 'longer-than'?: number;
}

/** Undefined where no order of rules says the same. Nothing at the end = everything else is rejected, in both. */
export function filterOf(entries: readonly PrefixListEntry[]): readonly FilterRuleDraft[] | undefined {
  const ordered = [...entries].sort((a, b) => a.sequence - b.sequence);
  // Narrow prefixes first: what rejects the lengths beyond a wide entry must not reject what a narrow one takes.
  const narrowFirst = [...ordered].sort((a, b) => b.prefix.length - a.prefix.length);
  for (const order of [ordered, narrowFirst]) {
    const rules = order.flatMap(rulesOf);
    if (isSame(ordered, rules)) return rules;
  }
  return undefined;
}

function lengthsOf({ prefix, ge, le }: PrefixListEntry): readonly [number, number] {
  return [ge ?? prefix.length, le ?? (ge === undefined ? prefix.length : bitsOf(prefix.family))];
}

function rulesOf(entry: PrefixListEntry): readonly FilterRuleDraft[] {
  const [from, to] = lengthsOf(entry);
  const text = printPrefix(entry.prefix);
  const bits = bitsOf(entry.prefix.family);
  const longer = from > entry.prefix.length ? { 'longer-than': from - 1 } : {};
  if (entry.action === 'deny') return to === bits ? [{ reject: text, ...longer }] : [];
  return [...(to < bits ? [{ reject: text, 'longer-than': to }] : []), { accept: text, ...longer }];
}

function isSame(entries: readonly PrefixListEntry[], rules: readonly FilterRuleDraft[]): boolean {
  const parsed = rules.map((rule) => ({
    ...rule,
    prefix: entries.find(({ prefix }) => printPrefix(prefix) === (rule.accept ?? rule.reject))?.prefix,
  }));
  return candidates(entries).every((candidate) => {
    const entry = entries.find((each) => {
      const [from, to] = lengthsOf(each);
      return containsPrefix(each.prefix, candidate) && candidate.length >= from && candidate.length <= to;
    });
    const rule = parsed.find(
      ({ prefix, 'longer-than': longer = -1 }) =>
        prefix && containsPrefix(prefix, candidate) && candidate.length > longer,
    );
    return (entry?.action === 'permit') === (rule?.accept !== undefined);
  });
}

/** Each length below each prefix, at both its ends and beside it: nothing else changes which entries match. */
function candidates(entries: readonly PrefixListEntry[]): readonly Prefix[] {
  return entries.flatMap(({ prefix }) => {
    const all: Prefix[] = [];
    const { family } = prefix;
    const bits = bitsOf(family);
    for (let length = 0; length <= bits; length++) {
      const mask = length === 0 ? 0n : ((1n << BigInt(length)) - 1n) << BigInt(bits - length);
      const last = prefix.base | ((1n << BigInt(bits - prefix.length)) - 1n);
      const beside = prefix.base ^ (1n << BigInt(Math.max(0, bits - Math.max(1, prefix.length))));
      for (const base of [prefix.base, last, beside]) all.push({ family, base: base & mask, length });
    }
    return all;
  });
}
