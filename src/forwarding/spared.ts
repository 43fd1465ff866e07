// Every policy of the CPU that some packet misses because the chip routes it, over all classes that a device routes:
// what `bypass.ts` says of one class, said of the device. Rules explain these; none looks for them by itself.

import { enabledItemsOf, type Item, type MenuPath } from '../model/config.ts';
import type { Location } from '../source/location.ts';
import { applySwitchRules } from './acl.ts';
import { entriesInto } from './attachments.ts';
import { type Bypassed, sparedPolicies } from './bypass.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { isDenied, startChain, walkChain } from './chains.ts';
import { lookUp } from './cpu-lookup.ts';
import type { RoutedEnd } from './ends.ts';
import { passesSwitchRules, protocolsIn } from './entering-tables.ts';
import { type FirewallRule, firewallMenu, firewallOf, isNamed, tables } from './firewall.ts';
import type { Cause } from './flow.ts';
import { computeIfAbsent, derivedOnce, groupBy } from './grouping.ts';
import { natTarget } from './matchers.ts';
import type { Network } from './network.ts';
import {
  addressesBehind,
  type EndGroup,
  type ForwardedClass,
  policyMenus,
  type RoutedClass,
  routedClasses,
} from './routed-classes.ts';
import { lookupFrom, routingChoices } from './routing-policy.ts';
import {
  allAddresses,
  allPorts,
  cut,
  type IntervalSet,
  isEmpty,
  mirror,
  type PacketSet,
  prefixInterval,
  split,
  unionOf,
} from './space.ts';

/** A policy with packets that it is spared of. */
export interface Spared {
  /** The item that says the policy. */
  readonly item: Item;
  /** Names the rule that explains it. */
  readonly reason: Reason;
  readonly family: 4 | 6;
  /** One path on which packets miss it. */
  readonly from: RoutedEnd;
  readonly to: RoutedEnd;
  /** What the chip routes on this path where it routes only a part of what lies there; undefined = all of it. */
  readonly only?: IntervalSet;
  /** Why the chip may leave these packets to the CPU after all; empty = it routes them. */
  readonly uncertainties: readonly Reason[];
  /** Some packets that it means are certain to get past it. */
  readonly isCertain: boolean;
}

/** An item that sees nothing of what the chip routes, without the packets faring worse for it. */
export interface Unseen extends Pick<Spared, 'item' | 'from' | 'to'> {
  readonly cause: Cause;
}

/** Each policy once, on the path that is most certain. */
export function allSpared(network: Network): readonly Spared[] {
  return overAll(network).spared;
}

/** Each item once. */
export function allUnseen(network: Network): readonly Unseen[] {
  return overAll(network).unseen;
}

interface OverAll {
  readonly spared: readonly Spared[];
  readonly unseen: readonly Unseen[];
}

const overAll: (network: Network) => OverAll = derivedOnce((network) => {
  const found = new Map<string, Map<Item, Spared>>();
  const unseen = new Map<Item, Unseen>();
  const items = itemsByLocation(network);
  for (const family of [4, 6] as const) {
    if (hasPolicies(network, family)) collect(network, family, items, found, unseen);
  }
  const order = new Map([...items.values()].map((item, index) => [item, index]));
  const spared = [...found.values()]
    .flatMap((byItem) => [...byItem.values()])
    .sort((a, b) => (order.get(a.item) ?? 0) - (order.get(b.item) ?? 0));
  return { spared, unseen: [...unseen.values()] };
});

function collect(
  network: Network,
  family: 4 | 6,
  items: ReadonlyMap<Location, Item>,
  found: Map<string, Map<Item, Spared>>,
  unseen: Map<Item, Unseen>,
): void {
  // The most certain classes go first, so that the rest is asked about what they leave.
  const classes = [...routedClasses(network, family)].sort((a, b) => a.uncertainties.length - b.uncertainties.length);
  for (const each of classes) {
    for (const protocol of protocolsIn(network, family)) {
      const inClass = sparedIn(network, each, family, protocol);
      noteUnseen(unseen, items, inClass.unseen, each);
      for (const bypassed of inClass.missed) {
        const { at, code } = bypassed.reason.cause;
        const item = at && items.get(at);
        if (!item) continue;
        const byItem = computeIfAbsent(found, code, () => new Map<Item, Spared>());
        noteSpared(byItem, item, () => witness(network, each, bypassed, item));
      }
    }
  }
}

function noteUnseen(
  unseen: Map<Item, Unseen>,
  items: ReadonlyMap<Location, Item>,
  causes: readonly Unseen['cause'][],
  { from, to, uncertainties }: RoutedClass,
): void {
  if (uncertainties.length > 0) return;
  for (const cause of causes) {
    const item = cause.at && items.get(cause.at);
    if (item && !unseen.has(item)) unseen.set(item, { item, cause, from: from.first, to: to.first });
  }
}

/** The first path that is found, until a certain one is. */
function noteSpared(byItem: Map<Item, Spared>, item: Item, find: () => Spared | undefined): void {
  if (byItem.get(item)?.isCertain) return;
  const spared = find();
  if (spared && (spared.isCertain || !byItem.has(item))) byItem.set(item, spared);
}

export function sparedIn(
  network: Network,
  { from, to, table, sources, destinations }: ForwardedClass,
  family: 4 | 6,
  protocol: string,
): Pick<ReturnType<typeof sparedPolicies>, 'missed' | 'unseen'> {
  const packets: PacketSet = {
    family,
    protocol,
    source: sources,
    destination: destinations,
    sourcePort: allPorts,
    destinationPort: allPorts,
  };
  const path = { packets, inInterface: from.first.name, outInterface: to.first.name, table };
  const { missed, unseen } = sparedPolicies(network, { ...path, opens: true, oneWay: false });
  return { missed: [...missed, ...untranslatedAnswers(network, packets, from, to)], unseen };
}

/** Answers of hosts that destination NAT sends connections to: they have to be translated back. */
function untranslatedAnswers(network: Network, packets: PacketSet, from: EndGroup, to: EndGroup): readonly Bypassed[] {
  const { first } = to;
  return translating(network, packets, to).flatMap(({ item, action, match, inInterface }) => {
    const servers = natTarget(item, packets.family);
    if (!servers || !['dst-nat', 'netmap', 'same'].includes(action)) return [];
    // A rule that names nobody is for whoever asks from outside.
    const asks =
      inInterface.length > 0 || match.source ? inInterface.every((each) => isNamed(each, first.name)) : first.internet;
    const { inside } = split(packets, { source: servers, ...(match.source && { destination: match.source }) });
    if (!asks || !inside || !isLetThrough(network, inside, from, to)) return [];
    const text = 'the answers have to be translated back, but the chip forwards them past NAT';
    const reason = makeReason('unpredictable', 'firewall/nat-bypassed-by-l3hw', text, placeOf(item, 'action'));
    return [{ packets: inside, reason }];
  });
}

/** Rules of destination NAT that packets which open connections from a group meet, answered by some of these. */
function translating(network: Network, packets: PacketSet, { ends, first }: EndGroup): readonly FirewallRule[] {
  const firewall = firewallOf(network, packets.family);
  const rules = firewall.chain('nat', 'dstnat');
  if (!rules.some(({ action }) => action !== 'accept')) return [];
  const opening = { ...mirror(packets), destination: allAddresses(packets.family), destinationPort: allPorts };
  const start = { packets: opening, inInterface: first.name, outInterface: undefined, connectionState: 'new' } as const;
  const met = [false, true].flatMap((isAddressedToDevice) =>
    walkChain(firewall, 'nat', 'dstnat', startChain({ ...start, isAddressedToDevice })),
  );
  return [...groupBy(met, ({ end }) => end)].flatMap(([rule, states]) =>
    rule && states.some((state) => ends.some((end) => arrives(network, end, state.packets))) ? [rule] : [],
  );
}

/** Routing and filter let through some of the connections that these packets answer. */
function isLetThrough(network: Network, answers: PacketSet, from: EndGroup, to: EndGroup): boolean {
  const inInterface = to.first.name;
  const names = new Set(from.ends.map(({ name }) => name));
  const leading = routingChoices(network, mirror(answers), lookupFrom(network, inInterface, 'main')).filter(
    (choice) =>
      !choice.dropped && lookUp(network, choice).some((on) => on.kind === 'egress' && names.has(on.interface)),
  );
  return leading.some(({ packets }) => {
    const start = startChain({ packets, inInterface, outInterface: from.first.name, connectionState: 'new' });
    const ends = walkChain(firewallOf(network, answers.family), 'filter', 'forward', { ...start, natState: 'dstnat' });
    return ends.some((state) => !isDenied(state) || state.uncertainty !== undefined);
  });
}

/** Some of the packets get past the switch rules, into the chip's tables or to the CPU. */
function arrives(network: Network, { name }: RoutedEnd, packets: PacketSet): boolean {
  const outcomes = entriesInto(network, name).flatMap((ingress) => applySwitchRules(network, ingress, packets));
  return outcomes.some(({ rule, uncertainty }) => uncertainty || rule?.action.kind !== 'drop');
}

/** A pair of ends between which some of these packets get past the switch rules and into the chip's tables. */
function witness(network: Network, routed: RoutedClass, { packets, reason }: Bypassed, item: Item): Spared | undefined {
  const { uncertainties } = routed;
  const { family } = packets;
  let possible: Spared | undefined;
  for (const { from, to, between } of pairsOf(network, routed, packets)) {
    const passing = passesSwitchRules(network, from.name, between);
    if (passing === 'never') continue;
    const isCertain = passing === 'always' && uncertainties.length === 0 && reason.placement === 'unpredictable';
    const only = partRouted(network, routed, to, family);
    const found = { item, reason, family, from, to, ...(only && { only }), uncertainties, isCertain };
    if (isCertain) return found;
    possible ??= found;
  }
  return possible;
}

interface Pair {
  readonly from: RoutedEnd;
  readonly to: RoutedEnd;
  readonly between: PacketSet;
}

/** The ends that some of the packets go between. */
function* pairsOf(network: Network, { from, to, table }: RoutedClass, packets: PacketSet): Generator<Pair, void> {
  for (const source of from.ends) {
    const sources = cut(packets.source, addressesBehind(network, source, packets.family)).common;
    if (isEmpty(sources)) continue;
    for (const target of to.ends) {
      const destinations = cut(packets.destination, addressesBehind(network, target, packets.family, table)).common;
      if (target === source || isEmpty(destinations)) continue;
      yield { from: source, to: target, between: { ...packets, source: sources, destination: destinations } };
    }
  }
}

/** What the chip routes of the addresses at an end, in whole networks; undefined = all of them. */
function partRouted(
  network: Network,
  { destinations, table }: RoutedClass,
  end: RoutedEnd,
  family: 4 | 6,
): IntervalSet | undefined {
  const { common, rest } = cut(addressesBehind(network, end, family, table), destinations);
  if (isEmpty(rest)) return undefined;
  const own = end.interface.addresses.filter(({ host }) => host.family === family);
  return unionOf([...common, ...own.map(({ host }) => prefixInterval(host))]);
}

function hasPolicies(network: Network, family: 4 | 6): boolean {
  return (
    firewallOf(network, family).rules > 0 || policyMenus.some((menu) => enabledItemsOf(network.config, menu).length > 0)
  );
}

/** Reasons name a property or an item; both lead to the item. */
export function itemsByLocation(network: Network): ReadonlyMap<Location, Item> {
  const items = new Map<Location, Item>();
  const menus: readonly MenuPath[] = [
    ...([4, 6] as const).flatMap((family) => tables.map((table) => firewallMenu(table, family))),
    ...policyMenus,
  ];
  for (const item of menus.flatMap((menu) => enabledItemsOf(network.config, menu))) {
    items.set(item.origin, item);
    for (const { origin } of item.properties.values()) items.set(origin, item);
  }
  return items;
}
