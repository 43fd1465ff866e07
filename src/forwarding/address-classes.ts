// Addresses that the same rules mean: who is behind one interface fares like who is behind another as far as their
// rules name the same of both.

import { switchRules } from './acl.ts';
import { firewallOf, tables } from './firewall.ts';
import { derivedPer } from './grouping.ts';
import type { Network } from './network.ts';
import { routingRules } from './routing-policy.ts';
import { firstEndingAfter, type Interval, type IntervalSet, type Point } from './space.ts';

/** Which rules mean some of the addresses, in a text that is the same for others that they mean. */
export function meantBy(network: Network, family: 4 | 6, set: IntervalSet): string {
  const strips = stripsOf(network, family);
  const met = new Set<number>();
  for (const { from, to } of set) {
    for (let index = firstEndingAfter(strips, from); index < strips.length; index++) {
      const strip = strips[index];
      if (!strip || strip.from >= to) break;
      met.add(strip.rules);
    }
  }
  return [...met].sort((a, b) => a - b).join();
}

interface Strip extends Interval {
  /** Stands for the matchers that mean it. */
  readonly rules: number;
}

/** What matchers cut the addresses into; what none means is left out. */
const stripsOf = derivedPer((network: Network, family: 4 | 6): readonly Strip[] => {
  const firewall = firewallOf(network, family);
  const matches = [
    ...tables.flatMap((table) => firewall.all(table)),
    ...switchRules(network),
    ...routingRules(network).filter(({ match }) => match.family === family),
  ].map(({ match }) => match);
  // Many rules name the same long list, whose ends are cut once for all of them.
  const named = new Map<IntervalSet, number>();
  for (const [index, set] of matches.flatMap(({ source = [], destination = [] }) => [source, destination]).entries()) {
    named.set(set, (named.get(set) ?? 0) ^ scattered(index));
  }
  const ends: { readonly at: Point; readonly rule: number }[] = [];
  for (const [set, rule] of named) for (const { from, to } of set) ends.push({ at: from, rule }, { at: to, rule });
  ends.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  let rules = 0;
  return ends.flatMap(({ at, rule }, place) => {
    rules ^= rule;
    const next = ends[place + 1];
    return rules !== 0 && next && at < next.at ? [{ from: at, to: next.at, rules }] : [];
  });
});

/** Numbers whose combinations by exclusive or do not meet. */
function scattered(index: number): number {
  const mixed = Math.imul(index + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) | 1;
}
