// Every policy of the CPU that some packet misses because the chip routes it, over all classes that a device routes:
// what `bypass.ts` says of one class, said of the device. Rules explain these; none looks for them by itself.

import type { Item } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { append } from '../../source/append.ts';
import { computeIfAbsent, derivedOnce, derivedPer, groupBy } from '../../source/grouping.ts';
import { passesSwitchRules, protocolsIn } from '../acl/entering-tables.ts';
import { answeringElsewhere } from '../cpu/other-ways.ts';
import { hairpinsAt } from '../firewall/hairpins.ts';
import { openPolicies } from '../firewall/open-policies.ts';
import { type Bypassed, type Certainty, certaintyOf, isSurer } from '../legs/bypassed.ts';
import { addressesBehind, ledByPolicy, pathUncertainties, type RoutedEnd, sendersBehind } from '../legs/ends.ts';
import { hostsAmong } from '../network/addresses.ts';
import type { Network } from '../network/network.ts';
import type { Reason } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import {
  clientPorts,
  commonOf,
  cut,
  type IntervalSet,
  isEmpty,
  mirror,
  type PacketSet,
  packetsBetween,
  subtract,
  together,
  unionOf,
} from '../packets/space.ts';
import { mayHearAt } from '../routing/expected-routes.ts';
import { isRemembered, type Spared as SparedByPath, sparedPolicies } from './bypass.ts';
import type { Path } from './missed-policies.ts';
import {
  betweenGroups,
  type Concerns,
  chipRoutesTo,
  type EndGroup,
  endGroups,
  endsOf,
  type ForwardedClass,
  type RoutedClass,
  routedClasses,
} from './routed-classes.ts';
import { arrives, isLetThrough, leadsBack, untranslatedAnswers } from './untranslated-answers.ts';

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
  readonly certainty: Certainty;
}

/** An item that sees nothing of what the chip routes, without the packets faring worse for it. */
export interface Unseen extends Pick<Spared, 'item' | 'from' | 'to'> {
  readonly cause: Cause;
}

/** Each policy once, on the path that is most certain. */
export function allSpared(network: Network): readonly Spared[] {
  return overAll(network).spared;
}

/** By policy, what the chip makes of it on the paths where packets miss it, or may. */
export const sparedReasons = derivedOnce((network: Network): ReadonlyMap<Item, readonly Reason[]> => {
  const found = new Map<Item, Reason[]>();
  for (const { item, reason, uncertainties, certainty } of allSpared(network)) {
    const open = uncertainties.length > 0 ? uncertainties : [{ ...reason, placement: 'unknown' as const }];
    for (const each of certainty === 'certain' ? [reason] : open) append(found, item, each);
  }
  return found;
});

/** Each item once. */
export function allUnseen(network: Network): readonly Unseen[] {
  return overAll(network).unseen;
}

const overAll = derivedOnce((network: Network) => {
  const found: Collected = { spared: new Map(), unseen: new Map() };
  for (const family of families) collect(network, family, found);
  const byItem = groupBy(
    [...found.spared.values()].flatMap((all) => [...all.values()]),
    ({ item }) => item,
  );
  const spared = network.config.items.filter((item) => byItem.has(item)).flatMap((item) => byItem.get(item) ?? []);
  return { spared, unseen: [...found.unseen.values()] };
});

interface Collected {
  /** By code and item. */
  readonly spared: Map<string, Map<Item, Spared>>;
  readonly unseen: Map<Item, Unseen>;
}

function collect(network: Network, family: 4 | 6, found: Collected): void {
  const open = openPolicies(network, family);
  if (open.isEmpty) return;
  const protocols = protocolsIn(network, family);
  const isAsked: Concerns = (from, to) => open.askFor(from.first.name, to.first.name);
  const ask = (each: RoutedClass) => {
    if (!isAsked(each.from, each.to)) return;
    for (const protocol of protocols) {
      const { missed, unseen } = sparedOf(network, each, family, protocol);
      if (each.uncertainties.length === 0) noteUnseen(found, each, unseen).forEach(open.settle);
      for (const bypassed of missed) noteMissed(network, found, each, bypassed).forEach(open.settle);
    }
  };
  // The most certain classes go first, so that the rest is asked about what they leave.
  const uncertain: RoutedClass[] = [];
  for (const each of routedClasses(network, family, isAsked)) {
    const all = [each, ...answeringPolicy(network, each, family)];
    if (each.uncertainties.length > 0) uncertain.push(...all);
    else all.forEach(ask);
  }
  uncertain.sort((a, b) => a.uncertainties.length - b.uncertainties.length).forEach(ask);
}

/** Returns what is settled by it. */
function noteUnseen({ unseen }: Collected, routed: RoutedClass, found: SparedByPath['unseen']): readonly Item[] {
  const [from, to] = endsOf(routed);
  for (const each of found) computeIfAbsent(unseen, each.item, () => ({ ...each, from, to }));
  return found.map(({ item }) => item);
}

/** Keeps the first path that is found, until a certain one is, which settles it. */
function noteMissed(network: Network, { spared }: Collected, routed: RoutedClass, bypassed: Bypassed): readonly Item[] {
  const { item, reason } = bypassed;
  const byItem = computeIfAbsent(spared, reason.cause.code, () => new Map<Item, Spared>());
  const known = byItem.get(item);
  const found = known?.certainty === 'certain' ? undefined : witness(network, routed, bypassed);
  if (found && isSurer(found.certainty, known?.certainty)) byItem.set(item, found);
  return byItem.get(item)?.certainty === 'certain' ? [item] : [];
}

function sparedOf(network: Network, routed: RoutedClass, family: 4 | 6, protocol: string): SparedByPath {
  if (!routed.answersPolicy) return sparedIn(network, routed, family, protocol);
  const path = pathOf(routed, family, protocol);
  const missed = missedByAnswers(network, path).filter(({ packets }) => isLetThrough(network, packets, routed));
  return { missed: [...missed, ...untranslatedAnswers(network, path.packets, routed)], unseen: [] };
}

function pathOf(each: ForwardedClass, family: 4 | 6, protocol: string): Omit<Path, 'opens'> {
  const { from, to, table, sources: source, destinations: destination } = each;
  const packets = packetsBetween(family, protocol, { source, destination });
  return { packets, inInterface: from.first.name, outInterface: to.first.name, table, oneWay: false };
}

export function sparedIn(network: Network, forwarded: ForwardedClass, family: 4 | 6, protocol: string): SparedByPath {
  const path = pathOf(forwarded, family, protocol);
  const { to } = forwarded;
  const { missed, unseen } = sparedPolicies(network, { ...path, opens: true });
  // Nobody answers what no route leads there, what switch rules drop, or the CPU where they bring all of it there.
  const whereAsked = (each: Bypassed): readonly Bypassed[] => {
    const openers = mirror(each.packets);
    const isLed = leadsBack(network, forwarded, openers);
    const passing = isLed ? to.ends.map((end) => passesSwitchRules(network, end.name, openers)) : [];
    if (passing.includes('always')) return [each];
    const arriving = to.ends.flatMap((end) => arrives(network, end, openers) || []);
    const isLet = () => arriving.length > 0 && isLetThrough(network, each.packets, forwarded);
    if (!passing.includes('maybe') && !isLet()) return [];
    // Where a rule may bring them elsewhere, nobody knows.
    return [arriving.includes(true) ? each : { ...each, reason: { ...each.reason, placement: 'unknown' } }];
  };
  const ofAnswers = isRemembered(network, path) ? missedByAnswers(network, path).flatMap(whereAsked) : [];
  return { missed: [...missed, ...ofAnswers, ...untranslatedAnswers(network, path.packets, forwarded)], unseen };
}

function missedByAnswers(network: Network, { packets, ...path }: ReturnType<typeof pathOf>): readonly Bypassed[] {
  const answers = { ...packets, destinationPort: clientPorts };
  return sparedPolicies(network, { ...path, packets: answers, opens: false }).missed;
}

/** A pair of ends between which some of these packets get past the switch rules and into the chip's tables. */
function witness(network: Network, routed: RoutedClass, bypassed: Bypassed): Spared | undefined {
  const { item, packets, reason, isOfTranslated } = bypassed;
  const { uncertainties } = routed;
  const { family } = packets;
  const best = uncertainties.length > 0 ? 'open' : certaintyOf(bypassed);
  let possible: Spared | undefined;
  for (const { from, to, between } of pairsOf(network, routed, packets)) {
    const passing = passesSwitchRules(network, from.name, between, isOfTranslated);
    if (passing === 'never') continue;
    const certainty = passing === 'always' ? best : 'open';
    const only = partRouted(network, routed, to, family);
    const found = { item, reason, family, from, to, ...(only && { only }), uncertainties, certainty };
    if (certainty === best) return found;
    possible ??= found;
  }
  return possible;
}

/** The ends that some of the packets go between; those that are the same come last. */
function* pairsOf(network: Network, routed: RoutedClass, packets: PacketSet) {
  const { from, to, answersPolicy } = routed;
  for (const source of from.ends) {
    const senders = answersPolicy
      ? answerersAt(network, source, to, packets.family)
      : sendersBehind(network, source, packets.family);
    const sources = commonOf(packets.source, senders);
    if (isEmpty(sources)) continue;
    for (const target of to.ends) {
      const destinations = reachedBy(network, routed, target, packets);
      if (target === source || isEmpty(destinations)) continue;
      yield { from: source, to: target, between: { ...packets, source: sources, destination: destinations } };
    }
  }
  // Whoever answers a client on its own link needs no device for it.
  const leaving = new Set(answersPolicy ? [] : to.ends);
  for (const end of from.ends.filter((each) => leaving.has(each))) {
    for (const between of hairpinsAt(network, end.interface, packets)) yield { from: end, to: end, between };
  }
}

function reachedBy(
  network: Network,
  { table, isLearnt }: RoutedClass,
  end: RoutedEnd,
  packets: PacketSet,
): IntervalSet {
  const { destination, family } = packets;
  if (isLearnt) return mayHearAt(network, end.name) ? destination : [];
  return commonOf(destination, addressesBehind(network, end, family, table));
}

/** What the chip routes of the addresses at an end, in whole networks; undefined = all of them. */
function partRouted(
  network: Network,
  { destinations, table, isLearnt }: RoutedClass,
  end: RoutedEnd,
  family: 4 | 6,
): IntervalSet | undefined {
  if (isLearnt) return undefined;
  const { common, rest } = cut(addressesBehind(network, end, family, table), destinations);
  if (isEmpty(rest)) return undefined;
  return unionOf([...common, ...hostsAmong(end.interface.addresses, family)]);
}

/** Answers to what opens connections where a class of packets leads, where only policy leads to who sends them. */
export function answeringPolicy(network: Network, routed: RoutedClass, family: 4 | 6): readonly RoutedClass[] {
  const { from, to } = routed;
  const sources = together(from.ends.map((end) => answerersAt(network, end, to, family)));
  return isEmpty(sources) ? [] : [{ ...routed, sources, answersPolicy: true }];
}

/** Behind an end by other tables than its own, and not by the route that the chip has for packets from a group. */
export function answerersAt(network: Network, end: RoutedEnd, to: EndGroup, family: 4 | 6): IntervalSet {
  const led = ledByPolicy(network, end, family);
  if (isEmpty(led)) return led;
  const source = subtract(subtract(led, sendersBehind(network, end, family)), routedFrom(network, to, family));
  return subtract(source, answeringElsewhere(network, to.first.name, end.name, { family, source }));
}

/** Destinations that the chip may route to, of packets that enter at a group. */
const routedFrom = derivedPer((network: Network, { first }: EndGroup, family: 4 | 6): IntervalSet => {
  const chip = network.offload;
  if (!chip) return [];
  const leaving = endGroups(network, family, 'out').filter((group) =>
    pathUncertainties(network, chip, first, group.first, family),
  );
  const routes = leaving.flatMap((group) => chipRoutesTo(network, chip, group, first.interface.vrf, family));
  return together(routes.map(({ destinations }) => destinations));
});

export type Met = Pick<Spared, 'item' | 'from' | 'to'>;

/** Each policy that IPv4 between some of the ends meets, once. */
export function policiesBetween(
  network: Network,
  accepts: (from: RoutedEnd, to: RoutedEnd) => boolean,
): readonly Met[] {
  const found = new Map<Item, Met>();
  for (const each of betweenGroups(network, 4)) {
    const [from, to] = endsOf(each);
    if (!accepts(from, to)) continue;
    for (const protocol of protocolsIn(network, 4)) {
      for (const { item } of sparedIn(network, each, 4, protocol).missed) {
        if (!found.has(item)) found.set(item, { item, from, to });
      }
    }
  }
  return [...found.values()];
}
