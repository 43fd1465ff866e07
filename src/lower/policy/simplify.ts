// Makes a first-match list cheaper without changing what it decides: drops rules that decide nothing, joins
// neighbours, and writes "all but" as an exception before the whole.

import { nearMatches } from '../../forwarding/packets/near-matches.ts';
import { type IntervalSet, isEmpty, setKey, subtract, unionOf } from '../../forwarding/packets/space.ts';
import { derivedOnce, type Some } from '../../source/grouping.ts';
import { addressCost, portCost } from './entries.ts';
import { findPacket, listed } from './find-packet.ts';
import {
  allValuesOf,
  type IngressPacketSet,
  type IntervalDimension,
  intervalDimensions,
  isUnrestricted,
  overlap,
} from './ingress-packet-set.ts';
import { isIdle, type RuleList, ruleList } from './neighbours.ts';
import { isSameVerdict, type PolicyRule, pass, printVerdict, treatmentOf, type Verdict } from './policy-rule.ts';

/** How many entries a rule with these ways in takes, at most, for each of which an exception from it takes one. */
export type Ways = (ingress: bigint) => number;

/** The list's last word, for packets that no rule matches, is `pass`. */
export function simplify(rules: readonly PolicyRule[], ways: Ways): readonly PolicyRule[] {
  let list = joined(withoutIdle(rules));
  for (let round = 0; round < roundsMax; round++) {
    const excepted = withExceptions(list, ways);
    // Joining leaves nothing idle: only what an exception newly says can make a rule superfluous.
    const next = joined(excepted.length === list.length ? list : withoutIdle(excepted));
    if (next.length === list.length) return next;
    list = next;
  }
  return list;
}

const roundsMax = 8;

/** Without rules, and intervals of a set, whose packets end the same when they are gone. */
export function withoutIdle(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const list = ruleList(rules);
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index];
    if (rule) list.set(index, trim(list, index, rule));
  }
  return list.left();
}

/** Beyond this many pieces a set is judged as a whole. */
const piecesMax = 64;

function trim(list: RuleList, index: number, rule: PolicyRule): PolicyRule | undefined {
  const { match } = rule;
  const near = list.neighboursOf(index, match);
  if (isIdle(near, match)) return undefined;
  let left = match;
  for (const dimension of intervalDimensions) {
    const set = left[dimension];
    if (set.length < 2 || set.length > piecesMax) continue;
    left = { ...left, [dimension]: set.filter((piece) => !isIdle(near, { ...left, [dimension]: [piece] })) };
  }
  return left === match ? rule : { ...rule, match: left };
}

/**
 * Joins rules of one verdict that differ in one dimension alone. The later one moves up to the earlier one, which is
 * right while nothing in between with another verdict matches any of its packets.
 */
function joined(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  return ['ingress' as const, ...intervalDimensions].reduce(joinedAlong, rules);
}

function joinedAlong(rules: readonly PolicyRule[], dimension: 'ingress' | IntervalDimension): readonly PolicyRule[] {
  const groups: [PolicyRule, ...PolicyRule[]][] = [];
  const places = new Map<string, number>();
  /** The group of each rule. */
  const placeOf: number[] = [];
  const near = nearMatches(rules);
  for (const rule of rules) {
    const key = `${keyOf(rule.verdict)} ${keyWithout(rule.match, dimension)}`;
    const place = places.get(key);
    const isInTheWay = (index: number) => {
      const other = rules[index];
      if (!other || place === undefined || (placeOf[index] ?? 0) <= place) return false;
      return !isSameVerdict(other.verdict, rule.verdict) && overlap(other.match, rule.match);
    };
    const partners = place === undefined || near(rule.match).some(isInTheWay) ? undefined : groups[place];
    partners?.push(rule);
    placeOf.push((partners && place) ?? groups.length);
    if (partners) continue;
    places.set(key, groups.length);
    groups.push([rule]);
  }
  return groups.map((group) => union(group, dimension));
}

/** Of rules that differ in one dimension alone. */
function union([rule, ...others]: Some<PolicyRule>, dimension: 'ingress' | IntervalDimension): PolicyRule {
  if (others.length === 0) return rule;
  const { match, parts } = rule;
  const matches = [match, ...others.map((other) => other.match)];
  const set =
    dimension === 'ingress'
      ? matches.reduce((mask, { ingress }) => mask | ingress, 0n)
      : unionOf(matches.flatMap((each) => each[dimension]));
  const all: PolicyRule['parts'] = [...parts, ...others.flatMap((other) => other.parts)];
  return { ...rule, match: { ...match, [dimension]: set }, parts: all };
}

function keyOf(verdict: Verdict): string {
  return verdict.kind === 'local' ? verdict.kind : `${printVerdict(verdict)} ${treatmentOf(verdict).limit?.by ?? ''}`;
}

const textOf = derivedOnce(setKey);

function keyWithout(match: IngressPacketSet, dimension: 'ingress' | IntervalDimension): string {
  const sets = intervalDimensions.map((each) => (each === dimension ? '' : textOf(match[each])));
  return [match.family, match.protocol ?? '', dimension === 'ingress' ? '' : match.ingress, ...sets].join(' ');
}

/** "Ports 1 to 65535 without 443" is cheaper as "443 passes, the others do not". */
function withExceptions(rules: readonly PolicyRule[], ways: Ways): readonly PolicyRule[] {
  return rules.flatMap((rule, index) => {
    for (const dimension of intervalDimensions) {
      const parts = exceptionFor(rules, index, { dimension, ways: ways(rule.match.ingress) });
      if (parts) return parts;
    }
    return [rule];
  });
}

function exceptionFor(
  rules: readonly PolicyRule[],
  index: number,
  { dimension, ways }: { readonly dimension: IntervalDimension; readonly ways: number },
): readonly PolicyRule[] | undefined {
  const rule = rules[index];
  if (!rule) return undefined;
  const { match } = rule;
  const { family } = match;
  const set = match[dimension];
  const cost = (each: IntervalSet) => (dimension.endsWith('Port') ? portCost(each) : addressCost(each, family));
  if (isUnrestricted(set, dimension, family) || cost(set) < 2) return undefined;
  const whole = hullOf(set, dimension, match);
  const outside = subtract(whole, set);
  if (isEmpty(outside) || cost(outside) + ways * cost(whole) >= ways * cost(set)) return undefined;
  const excepted = { ...match, [dimension]: outside };
  const verdict = verdictOn(rules.slice(index + 1), excepted);
  if (!verdict) return undefined;
  const before = { ...rule, match: excepted, verdict };
  return [before, { ...rule, match: { ...match, [dimension]: whole } }];
}

/** For ports all of them; for addresses the smallest prefix around the set. */
function hullOf(set: IntervalSet, dimension: IntervalDimension, { family }: IngressPacketSet): IntervalSet {
  const whole = allValuesOf(dimension, family);
  const first = set[0]?.from;
  const last = set.at(-1)?.to;
  if (dimension.endsWith('Port') || first === undefined || last === undefined) return whole;
  let size = 1n;
  let base = BigInt(first);
  while (base + size < BigInt(last)) {
    size *= 2n;
    base = (BigInt(first) / size) * size;
  }
  return family === 4 ? [{ from: Number(base), to: Number(base + size) }] : [{ from: base, to: base + size }];
}

/** What the rest of the list decides about a set, when it decides one thing. */
function verdictOn(later: readonly PolicyRule[], match: IngressPacketSet): Verdict | undefined {
  const rest = listed(later, 0);
  let seen: Verdict | undefined;
  const differing = findPacket(match, 1, rest, ([first]) => {
    const verdict = first?.verdict ?? pass;
    seen ??= verdict;
    return !isSameVerdict(seen, verdict);
  });
  return differing ? undefined : seen;
}
