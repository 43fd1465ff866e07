// Which rules of a list share packets with one of them. A list is asked this for every rule, so most others are told
// apart by the outer edges of their destinations and ports alone.

import { findPacket, type Listed } from './find-packet.ts';
import { type IngressPacketSet, includes, overlap } from './ingress-packet-set.ts';
import { fulfils, type PolicyRule, pass, type Verdict } from './policy-rule.ts';

/** A list under work: rules may be replaced by ones that match less, or taken out. */
export interface RuleList {
  readonly rules: readonly (PolicyRule | undefined)[];
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
  const edges = given.map(({ match }) => edgesOf(match));
  const byDestination = intervalIndex(
    edges.map(({ low }) => low),
    edges.map(({ high }) => high),
  );
  // Each rule as a neighbour before and behind: made once, because every rule asks for them.
  const sides = (list: number) => given.map(({ match, verdict }): Neighbour => ({ match, verdict, list }));
  const [earlier, later] = [sides(0), sides(1)];
  return {
    rules,
    set: (index, rule) => {
      rules[index] = rule;
      if (!rule) return;
      earlier[index] = { match: rule.match, verdict: rule.verdict, list: 0 };
      later[index] = { match: rule.match, verdict: rule.verdict, list: 1 };
    },
    neighboursOf(index, match) {
      const { low, high, firstPort, endPort } = edgesOf(match);
      const near: Neighbour[] = [];
      for (const place of byDestination.touching(low, high)) {
        const other = edges[place];
        if (!other || other.firstPort >= endPort || other.endPort <= firstPort) continue;
        const neighbour = place < index ? earlier[place] : later[place];
        if (place === index || !rules[place] || !neighbour || !overlap(neighbour.match, match)) continue;
        near.push(neighbour);
      }
      return { verdict: rules[index]?.verdict ?? pass, rules: near };
    },
    left: () => rules.filter((rule) => rule !== undefined),
  };
}

interface Edges {
  readonly low: number;
  readonly high: number;
  readonly firstPort: number;
  readonly endPort: number;
}

/** Outer edges as numbers; IPv6 addresses lose their last bits, which may only make a neighbour of a stranger. */
function edgesOf({ destination, destinationPort }: IngressPacketSet): Edges {
  return {
    low: Number(destination[0]?.from ?? 0),
    high: Number(destination.at(-1)?.to ?? 0),
    firstPort: Number(destinationPort[0]?.from ?? 0),
    endPort: Number(destinationPort.at(-1)?.to ?? 0),
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

// Finds which of many intervals touch a given one, without asking all of them.

interface IntervalIndex {
  /** Positions of the intervals that have a number in common with `[low, high]`, ascending. */
  touching(low: number, high: number): readonly number[];
}

/** `lows[i]` to `highs[i]` is the interval at position `i`, both ends included. */
function intervalIndex(lows: readonly number[], highs: readonly number[]): IntervalIndex {
  const order = Uint32Array.from(lows.keys()).sort((a, b) => (lows[a] ?? 0) - (lows[b] ?? 0));
  const starts = Float64Array.from(order, (position) => lows[position] ?? 0);
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, order.length)));
  // A binary heap over the order of the starts: each node knows how far the intervals below it reach.
  const reach = new Float64Array(2 * size).fill(Number.NEGATIVE_INFINITY);
  for (const [rank, position] of order.entries()) reach[size + rank] = highs[position] ?? 0;
  for (let node = size - 1; node > 0; node--) {
    reach[node] = Math.max(reach[2 * node] ?? 0, reach[2 * node + 1] ?? 0);
  }
  const collect = (node: number, first: number, width: number, query: Query): void => {
    if (first >= query.count || (reach[node] ?? 0) < query.low) return;
    if (width === 1) {
      query.found.push(order[first] ?? 0);
      return;
    }
    const half = width / 2;
    collect(2 * node, first, half, query);
    collect(2 * node + 1, first + half, half, query);
  };
  return {
    touching(low, high) {
      const query: Query = { low, count: countUpTo(starts, high), found: [] };
      collect(1, 0, size, query);
      return query.found.sort((a, b) => a - b);
    },
  };
}

interface Query {
  readonly low: number;
  /** So many intervals start early enough. */
  readonly count: number;
  readonly found: number[];
}

/** How many of the sorted numbers are at most `limit`. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
