// What a device routes between its interfaces, as few classes of packets as nothing tells apart: interfaces that look
// alike to the chip, and that no policy names, stand together.

import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { isSamePrefix } from '../../model/prefix.ts';
import { computeIfAbsent, derivedPer, groupBy, type Some } from '../../source/grouping.ts';
import { sentElsewhere } from '../acl/entering-tables.ts';
import { pastPoliciesAt } from '../cpu/tunnels.ts';
import { bridgeMentionsAt } from '../firewall/bridge-firewall.ts';
import { slowFrom } from '../firewall/cpu-path.ts';
import { asksAt, serverRules } from '../firewall/destination-nat.ts';
import { policyMenus } from '../firewall/features.ts';
import { firewallMenu, firewallOf, tables } from '../firewall/firewall.ts';
import { hasHairpins } from '../firewall/hairpins.ts';
import {
  addressesBehind,
  isOffChip,
  ledByPolicy,
  pathUncertainties,
  type RoutedEnd,
  routedEnds,
  sendersBehind,
  toOthers,
} from '../legs/ends.ts';
import { isInHardware, legOf } from '../legs/leg.ts';
import { groupReason, mixedReason } from '../legs/route-reason.ts';
import { classesOf, entriesInto, exitsFrom } from '../network/attachments.ts';
import { kindWords } from '../network/interfaces.ts';
import { macPrefix } from '../network/mac-prefix.ts';
import { bridgeBelow } from '../network/masters.ts';
import type { ChipState, Network } from '../network/network.ts';
import { unmodelledAt } from '../network/unmodelled.ts';
import type { Reason } from '../packets/causes.ts';
import { type IntervalSet, isEmpty, overlapsSet, together } from '../packets/space.ts';
import { unicast } from '../routing/endpoints.ts';
import { learntLater } from '../routing/expected-routes.ts';
import { leadingBy, partition } from '../routing/fib.ts';

/** Ends that fare alike. */
export interface EndGroup {
  readonly ends: readonly RoutedEnd[];
  readonly first: RoutedEnd;
  /** What they are, whoever names them. */
  readonly traits: string;
}

/** Packets between two groups, whoever forwards them. */
export interface ForwardedClass {
  readonly from: EndGroup;
  readonly to: EndGroup;
  readonly table: string;
  readonly sources: IntervalSet;
  readonly destinations: IntervalSet;
}

/** Those that the chip routes, or may route. */
export interface RoutedClass extends ForwardedClass {
  /** None of them opens a connection: they answer what policy routing sends where they come from. */
  readonly answersPolicy?: true;
  /** Their route, if there is one, is for a neighbour to bring. */
  readonly isLearnt?: true;
  /** Why the chip may leave them to the CPU after all; empty = it routes them. */
  readonly uncertainties: readonly Reason[];
}

/** Two ends of a class, different ones where there are. */
export function endsOf({ from, to }: ForwardedClass): readonly [from: RoutedEnd, to: RoutedEnd] {
  const other = to.ends.find((end) => end !== from.first);
  return other ? [from.first, other] : [from.ends.find((end) => end !== to.first) ?? from.first, to.first];
}

/** Whether what goes between two groups of ends is asked for at all. */
export type Concerns = (from: EndGroup, to: EndGroup) => boolean;

export const anything: Concerns = () => true;

/** Nothing where nothing is routed in hardware. Pairs of ends are many, so each is looked at when its turn comes. */
export function* routedClasses(network: Network, family: 4 | 6, concerns = anything): Generator<RoutedClass, void> {
  const chip = network.offload;
  if (!chip?.l3Offload) return;
  // What is certain has no words of its own.
  const certain = new Map<string, Map<string, readonly Reason[] | undefined>>();
  for (const pair of pairsOf(network, family, concerns)) {
    const { from, to, table } = pair;
    const alike = computeIfAbsent(certain, from.traits, () => new Map());
    const uncertainties = alike.has(to.traits)
      ? alike.get(to.traits)
      : pathUncertainties(network, chip, ...endsOf(pair), family);
    if (!uncertainties?.length) alike.set(to.traits, uncertainties);
    if (!uncertainties) continue;
    for (const { destinations, reason } of chipRoutesTo(network, chip, to, table, family)) {
      yield { ...pair, destinations, uncertainties: reason ? [...uncertainties, reason] : uncertainties };
    }
    const later = learntIn(network, table, family);
    if (later) yield { ...pair, ...later, isLearnt: true, uncertainties: [...uncertainties, ...later.uncertainties] };
  }
}

/** What no route of a table is known for and a neighbour may bring one for: nobody says by which interface. */
const learntIn = derivedPer((network: Network, table: string, family: 4 | 6) => {
  if (!learntLater(network, table, family, unicast[family])) return undefined;
  const { unrouted } = partition(network, table, family, unicast[family]);
  const later = learntLater(network, table, family, unrouted);
  return later && { destinations: later.destinations, uncertainties: [later.reason] };
});

function* pairsOf(network: Network, family: 4 | 6, concerns: Concerns): Generator<ForwardedClass, void> {
  // Most ends of some devices are off the chip: pairs of those are not even counted.
  yield* betweenGroups(network, family, concerns, ({ ends }) => !ends.every((end) => isOffChip(network, end)));
  yield* backToGroups(network, family, concerns);
}

/** Something is routed in hardware. */
export function hasRoutedClasses(network: Network, family: 4 | 6): boolean {
  return !routedClasses(network, family).next().done;
}

/** What a routing table sends from one interface to another, which may be in another VRF. */
export function* betweenGroups(
  network: Network,
  family: 4 | 6,
  concerns = anything,
  among: (group: EndGroup) => boolean = () => true,
): Generator<ForwardedClass, undefined> {
  const leaving = endGroups(network, family, 'out').filter(among);
  for (const from of endGroups(network, family, 'in').filter(among)) {
    const table = from.first.interface.vrf;
    const sources = sendersOfGroup(network, from, family);
    if (isEmpty(sources)) continue;
    for (const to of leaving) {
      if (!concerns(from, to) || (to.ends.length < 2 && from.ends.length < 2 && from.first === to.first)) continue;
      const destinations = behindGroup(network, to, family, table);
      const isApart = to.first.interface.vrf !== table && isEmpty(destinations);
      if (!isApart) yield { from, to, table, sources, destinations };
    }
  }
}

/** From one interface back to it. */
function* backToGroups(network: Network, family: 4 | 6, concerns: Concerns): Generator<ForwardedClass, void> {
  const leaving = new Map(endGroups(network, family, 'out').map((group) => [group.first, group]));
  for (const from of endGroups(network, family, 'in')) {
    const to = leaving.get(from.first);
    const isOne = to?.ends.length === 1 && from.ends.length === 1;
    if (!isOne || !hasHairpins(network, from.first.interface, family) || !concerns(from, to)) continue;
    const table = from.first.interface.vrf;
    const both = behindGroup(network, from, family, table);
    yield { from, to, table, sources: both, destinations: both };
  }
}

/** Where packets enter, where they leave, or either: not every name of a rule is asked at both. */
type Side = 'in' | 'out' | 'both';

/** Interfaces that nothing tells apart, as far as packets enter or leave there, stand together. */
export const endGroups = derivedPer((network: Network, family: 4 | 6, side: Side): readonly EndGroup[] => {
  const named = namesIn(network, family);
  // Answers meet what openers have left, which enter and leave the other way round.
  const { asksNat, marking } = firewallOf(network, family);
  const isOfBoth = side === 'both' || asksNat || marking.length > 0;
  const groups = groupBy(routedEnds(network, family), (end) => {
    const sides = isOfBoth ? (['in', 'out'] as const) : [side, ...otherSide(network, end, family, side)];
    const sent =
      side === 'both' ? [beyond(end), sentElsewhere(network, end.name, addressesBehind(network, end, family))] : [];
    return [traitsOf(network, end), ...sent, ...sides.map((each) => named[each](end.name))].join('\n');
  });
  return [...groups.values()].map((ends) => groupOf(network, ...ends));
});

/** One for the same ends, whichever side tells them from others. */
const groupOf = derivedPer((network: Network, ...ends: Some<RoutedEnd>): EndGroup => {
  return { ends, first: ends[0], traits: traitsOf(network, ends[0]) };
});

/** One end sends for its group, so it has to be somebody who sends from as far as the others do. */
function beyond({ internet, prefixes, interface: owner }: RoutedEnd): string {
  const isRouted = prefixes.some((each) => !owner.addresses.some((own) => isSamePrefix(own.network, each)));
  return `${internet} ${isRouted}`;
}

/** Answers are asked where their connections came from: behind servers, and where their clients are. */
function otherSide(network: Network, end: RoutedEnd, family: 4 | 6, side: 'in' | 'out'): readonly ('in' | 'out')[] {
  const isAsked = serverRules(network, family).some((rule) =>
    side === 'in' ? overlapsSet(addressesBehind(network, end, family), rule.servers) : asksAt(rule, end),
  );
  return isAsked ? [side === 'in' ? 'out' : 'in'] : [];
}

/** What it is by itself, whoever names it. */
export const traitsOf = derivedPer((network: Network, end: RoutedEnd): string => {
  const { name, interface: owner, leg } = end;
  const chip = network.offload?.switch;
  const ways = [entriesInto(network, name), exitsFrom(network, name, 4), exitsFrom(network, name, 6)].map((all) =>
    classesOf(all)
      .map(({ representative: { chip: on, l3Offload, tagged } }) => `${on === chip} ${l3Offload} ${tagged}`)
      .join(),
  );
  const mac = chip?.fact('l3.mac-prefix')?.value !== false && macPrefix(network, name);
  const fast = [slowFrom(network, name)?.cause.code, pastPoliciesAt(network, name)?.placement];
  const below = [bridgeBelow(network, name), ...fast, bridgeMentionsAt(network, name)].join(' ');
  return [owner.vrf, leg.reason?.cause.code, unmodelledAt(network, name)?.cause.text, mac, below, ...ways].join('\n');
});

const namingProperties = {
  in: ['interface', 'in-interface', 'target', 'dst'],
  out: ['interface', 'out-interface', 'target', 'dst', 'parent'],
};

/** What tells an interface apart from others: matchers that name it, by themselves or in a list. */
export const namesIn = derivedPer((network: Network, family: 4 | 6): Record<'in' | 'out', (name: string) => string> => {
  const menus = [...tables.map((table) => firewallMenu(table, family)), ...policyMenus[family]];
  const items = menus.flatMap((menu) => enabledItemsOf(network.config, menu));
  const namesOf = (side: 'in' | 'out') => {
    const valuesOf = (name: string) => items.flatMap((item) => listValues(propertyValue(item, name)));
    const plain = (name: string) => name.replace('!', '');
    const alone = new Set(namingProperties[side].flatMap(valuesOf).map(plain));
    const kinds = [...alone].filter((name) => kindWords.has(name));
    const lists = new Set([...valuesOf(`${side}-interface-list`).map(plain), ...kinds]);
    const members = [...lists].map((list) => network.interfaceListMembers(list));
    return (name: string) => (alone.has(name) ? name : members.map((set) => (set.has(name) ? 1 : 0)).join(''));
  };
  return { in: namesOf('in'), out: namesOf('out') };
});

/** Addresses behind any end of a group. */
export const behindGroup = derivedPer((network: Network, { ends }: EndGroup, family: 4 | 6, table: string) =>
  together(ends.map((end) => addressesBehind(network, end, family, table))),
);

/** The same by whatever table. */
export const behindInAnyTable = derivedPer((network: Network, { ends }: EndGroup, family: 4 | 6) =>
  together(ends.flatMap((end) => [addressesBehind(network, end, family), ledByPolicy(network, end, family)])),
);

const sendersOfGroup = derivedPer((network: Network, { ends }: EndGroup, family: 4 | 6) =>
  together(ends.map((end) => sendersBehind(network, end, family))),
);

interface ChipRoutes {
  readonly destinations: IntervalSet;
  /** Why their route may not be in the chip. */
  readonly reason: Reason | undefined;
}

/** Destinations that the chip has a route for by these ends; those that it may have one for apart. */
export const chipRoutesTo = derivedPer(
  (network: Network, chip: ChipState, to: EndGroup, table: string, family: 4 | 6): readonly ChipRoutes[] => {
    const { ends } = to;
    const groups = new Set(ends.flatMap(({ name }) => leadingBy(network, table, family).get(name) ?? []));
    const leading = [...groups].map((group) => {
      const paths = group.nextHops.flatMap((hop) => hop.interface ?? []);
      const software = paths.filter((name) => !isInHardware(legOf(network, name, family)));
      return {
        set: group.set,
        reason: groupReason(network, chip, group) ?? mixedReason(group.routes, paths, software),
      };
    });
    if (leading.every(({ reason }) => !reason)) {
      const destinations = behindGroup(network, to, family, table);
      return isEmpty(destinations) ? [] : [{ destinations, reason: undefined }];
    }
    const inChip = leading.filter(({ reason }) => reason?.placement !== 'cpu');
    return [...groupBy(inChip, ({ reason }) => reason?.cause.code).values()].flatMap((alike) => {
      const destinations = toOthers(network, table, together(alike.map(({ set }) => set)), family);
      return isEmpty(destinations) ? [] : [{ destinations, reason: alike[0].reason }];
    });
  },
);
