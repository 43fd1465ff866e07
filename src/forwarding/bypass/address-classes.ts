// Addresses that the same rules mean: who is behind one interface fares like who is behind another as far as their
// rules name the same of both.

import { enabledItemsOf, listValues } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { switchRules } from '../acl/acl.ts';
import { policyMenus } from '../firewall/features.ts';
import { firewallMenu, firewallOf, tables } from '../firewall/firewall.ts';
import { addressInterval } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { allAddresses, type Interval, type IntervalSet, meeting, type Point, unionOf } from '../packets/space.ts';
import { routingRules } from '../routing/routing-policy.ts';

/** Which rules and other policies mean some of the addresses, in a text that is the same for others that they mean. */
export function meantBy(network: Network, family: 4 | 6, set: IntervalSet): string {
  const met = new Set(Array.from(meeting(stripsOf(network, family), set), ({ rules }) => rules));
  return [...met].sort((a, b) => a - b).join();
}

interface Strip extends Interval {
  /** Stands for the matchers that mean it; 0 = none does. */
  readonly rules: number;
}

/** What matchers cut the addresses into. */
const stripsOf = derivedPer((network: Network, family: 4 | 6): readonly Strip[] => {
  const firewall = firewallOf(network, family);
  const matches = [
    ...tables.flatMap((table) => firewall.all(table)),
    ...switchRules(network),
    ...routingRules(network).filter(({ match }) => match.family === family),
  ].map(({ match }) => match);
  // Many rules name the same long list, whose ends are cut once for all of them.
  const named = new Map([[allAddresses(family), 0]]);
  const rules = matches.flatMap(({ source = [], destination = [] }) => [source, destination]);
  for (const [index, set] of [...rules, ...otherwiseNamed(network, family)].entries()) {
    named.set(set, (named.get(set) ?? 0) ^ scattered(index));
  }
  const ends: { readonly at: Point; readonly rule: number }[] = [];
  for (const [set, rule] of named) for (const { from, to } of set) ends.push({ at: from, rule }, { at: to, rule });
  ends.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  let meaning = 0;
  return ends.flatMap(({ at, rule }, place) => {
    meaning ^= rule;
    const next = ends[place + 1];
    return next && at < next.at ? [{ from: at, to: next.at, rules: meaning }] : [];
  });
});

/** By policies that are no rules of chains, and by NAT as where packets are sent. */
function otherwiseNamed({ config }: Network, family: 4 | 6): readonly IntervalSet[] {
  const menus = [...policyMenus[family], firewallMenu('nat', family), '/ip/hotspot/ip-binding'] as const;
  const values = menus
    .flatMap((menu) => enabledItemsOf(config, menu))
    .flatMap((item) => [...item.properties].flatMap(([name, { value }]) => (name === 'comment' ? [] : value)));
  return values.map((value) => unionOf(listValues(value).flatMap((word) => addressInterval(word, family) ?? [])));
}

/** Numbers whose combinations by exclusive or do not meet. */
function scattered(index: number): number {
  const mixed = Math.imul(index + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) | 1;
}
