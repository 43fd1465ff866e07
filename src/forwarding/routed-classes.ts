// What a device routes in hardware between its interfaces, as few classes of packets as nothing tells apart:
// interfaces that look alike to the chip, and that no policy names, stand together. Rules ask these classes what a
// flow is asked by itself.

import { enabledItemsOf, listValues, propertyValue } from '../model/config.ts';
import { type AttachmentClass, classesOf, entriesInto, exitsFrom } from './attachments.ts';
import type { Reason } from './causes.ts';
import { deviceReasons, forwardingReason, vrfReason } from './device-reasons.ts';
import { notUnicast, ownAddressesIn } from './endpoints.ts';
import { type RoutedEnd, routedEnds } from './ends.ts';
import { destinationsIn } from './fib.ts';
import { firewallMenu, tables } from './firewall.ts';
import { computeIfAbsent, derivedOnce, groupBy } from './grouping.ts';
import { macClass, macsDiffer } from './mac-prefix.ts';
import type { ChipState, Network } from './network.ts';
import { flagReason, ingressReason } from './port-leg.ts';
import { groupReason } from './route-reason.ts';
import { type Interval, type IntervalSet, isEmpty, subtract, unionOf } from './space.ts';
import { unmodelledAt } from './unmodelled.ts';

/** Ends that fare alike. */
export interface EndGroup {
  readonly ends: readonly RoutedEnd[];
  readonly first: RoutedEnd;
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
  /** Why the chip may leave them to the CPU after all; empty = it routes them. */
  readonly uncertainties: readonly Reason[];
}

const known = derivedOnce<Network, Map<4 | 6, readonly RoutedClass[]>>(() => new Map());

/** Empty where nothing is routed in hardware. */
export function routedClasses(network: Network, family: 4 | 6): readonly RoutedClass[] {
  return computeIfAbsent(known(network), family, () => {
    const chip = network.offload;
    return chip?.l3Offload ? derive(network, chip, family) : [];
  });
}

function derive(network: Network, chip: ChipState, family: 4 | 6): readonly RoutedClass[] {
  // Where packets lead does not depend on where they come from.
  const strands = new Map<string, Map<EndGroup, readonly Strand[]>>();
  return betweenGroups(network, family).flatMap((pair) => {
    const { from, to, table } = pair;
    const uncertainties = pathUncertainties(network, chip, from.first, to.first, family);
    if (!uncertainties) return [];
    const inTable = computeIfAbsent(strands, table, () => new Map<EndGroup, readonly Strand[]>());
    const ways = computeIfAbsent(inTable, to, () => strandsTo(network, chip, to, table, family));
    return ways.map(({ destinations, reason }) => ({
      ...pair,
      destinations,
      uncertainties: reason ? [...uncertainties, reason] : uncertainties,
    }));
  });
}

/** What a routing table sends from one interface to another, which may be in another VRF. */
export function betweenGroups(network: Network, family: 4 | 6): readonly ForwardedClass[] {
  const groups = endGroups(network, family);
  return groups.flatMap((from) => {
    const table = from.first.interface.vrf;
    const sources = behindGroup(network, from, family);
    if (isEmpty(sources)) return [];
    return groups.flatMap((to) => {
      if (from === to && from.ends.length < 2) return [];
      const destinations = behindGroup(network, to, family, table);
      const isApart = to.first.interface.vrf !== table && isEmpty(destinations);
      return isApart ? [] : [{ from, to, table, sources, destinations }];
    });
  });
}

const groupsKnown = derivedOnce<Network, Map<4 | 6, readonly EndGroup[]>>(() => new Map());

/** Interfaces that nothing tells apart stand together. */
export function endGroups(network: Network, family: 4 | 6): readonly EndGroup[] {
  return computeIfAbsent(groupsKnown(network), family, () => deriveGroups(network, family));
}

function deriveGroups(network: Network, family: 4 | 6): readonly EndGroup[] {
  const chip = network.offload?.switch;
  const isNamed = namesIn(network, family);
  const isMacBound = chip?.fact('l3.mac-prefix')?.value !== false;
  const groups = groupBy(routedEnds(network, family), (end) => {
    const { name, interface: owner, leg } = end;
    const ways = [entriesInto(network, name), exitsFrom(network, name)].map((all) =>
      classesOf(all, () => '')
        .map(({ representative: { chip: on, l3Offload, tagged } }) => `${on === chip} ${l3Offload} ${tagged}`)
        .join(),
    );
    const own = isMacBound ? `${macClass(network, name)} ${isNamed(name)}` : isNamed(name);
    return [owner.vrf, leg.reason?.cause.code, unmodelledAt(network, name)?.cause.text, own, ...ways].join('\n');
  });
  return [...groups.values()].flatMap((ends) => {
    const [first] = ends;
    return first ? [{ ends, first }] : [];
  });
}

const interfaceProperties = ['interface', 'in-interface', 'out-interface', 'target', 'parent'];
const listProperties = ['in-interface-list', 'out-interface-list'];

/** What tells an interface apart from others: matchers that name it, by themselves or in a list. */
function namesIn(network: Network, family: 4 | 6): (name: string) => string {
  const alone = new Set<string>();
  const lists = new Set<string>();
  const menus = [...tables.map((table) => firewallMenu(table, family)), ...policyMenus];
  for (const item of menus.flatMap((menu) => enabledItemsOf(network.config, menu))) {
    for (const property of interfaceProperties) {
      for (const name of listValues(propertyValue(item, property))) alone.add(name.replace('!', ''));
    }
    for (const property of listProperties) {
      const list = propertyValue(item, property);
      if (list !== undefined) lists.add(list.replace('!', ''));
    }
  }
  const members = [...lists].map((list) => network.interfaceListMembers(list));
  return (name) => (alone.has(name) ? name : members.map((set) => (set.has(name) ? 1 : 0)).join(''));
}

/** Menus beside the firewall whose items do something to packets that the CPU forwards. */
export const policyMenus = [
  '/queue/simple',
  '/queue/tree',
  '/routing/rule',
  '/ip/hotspot',
  '/ip/ipsec/policy',
  '/interface/bridge/filter',
] as const;

/** Addresses that packets to or from this end may carry: what a table, mostly its own, sends there. */
export function addressesBehind(
  network: Network,
  { name, interface: { vrf } }: RoutedEnd,
  family: 4 | 6,
  table = vrf,
): IntervalSet {
  return computeIfAbsent(reach(network), `${family} ${table}`, () => reachedIn(network, table, family)).get(name) ?? [];
}

const reach = derivedOnce<Network, Map<string, ReadonlyMap<string, IntervalSet>>>(() => new Map());

function reachedIn(network: Network, table: string, family: 4 | 6): ReadonlyMap<string, IntervalSet> {
  const reached = new Map<string, Interval[]>();
  for (const { nextHops, set } of destinationsIn(network, table, family)) {
    const names = nextHops.flatMap((hop) => (hop.kind === 'blackhole' ? [] : (hop.interface ?? [])));
    for (const name of new Set(names)) {
      const intervals = computeIfAbsent(reached, name, () => []);
      for (const interval of set) intervals.push(interval);
    }
  }
  return new Map([...reached].map(([name, intervals]) => [name, toOthers(network, table, unionOf(intervals), family)]));
}

const groupReach = derivedOnce<EndGroup, Map<string, IntervalSet>>(() => new Map());

function behindGroup(network: Network, group: EndGroup, family: 4 | 6, table = group.first.interface.vrf): IntervalSet {
  return computeIfAbsent(groupReach(group), table, () =>
    unionOf(group.ends.flatMap((end) => addressesBehind(network, end, family, table))),
  );
}

/** Without what is no unicast packet, or for the device itself. */
function toOthers(network: Network, vrf: string, set: IntervalSet, family: 4 | 6): IntervalSet {
  return subtract(subtract(set, notUnicast[family]), ownAddressesIn(network, vrf)[family]);
}

interface Strand {
  readonly destinations: IntervalSet;
  /** Why their route may not be in the chip. */
  readonly reason: Reason | undefined;
}

/** Destinations that the chip has a route for by these ends; those that it may have one for apart. */
function strandsTo(network: Network, chip: ChipState, to: EndGroup, table: string, family: 4 | 6): readonly Strand[] {
  const { ends } = to;
  const names = new Set(ends.map(({ name }) => name));
  const leading = destinationsIn(network, table, family).flatMap((group) => {
    const leads = group.nextHops.some((hop) => hop.kind !== 'blackhole' && names.has(hop.interface ?? ''));
    const reason = leads ? groupReason(network, chip, group) : undefined;
    return leads ? [{ set: group.set, reason }] : [];
  });
  if (leading.every(({ reason }) => !reason)) {
    const destinations = behindGroup(network, to, family, table);
    return isEmpty(destinations) ? [] : [{ destinations, reason: undefined }];
  }
  const inChip = leading.filter(({ reason }) => reason?.placement !== 'cpu');
  return [...groupBy(inChip, ({ reason }) => reason?.cause.code).values()].flatMap((alike) => {
    const destinations = toOthers(network, table, unionOf(alike.flatMap(({ set }) => set)), family);
    return isEmpty(destinations) ? [] : [{ destinations, reason: alike[0]?.reason }];
  });
}

/** Of all pairs of ports the one that is most certain to be routed in hardware; undefined = none is. */
function pathUncertainties(
  network: Network,
  chip: ChipState,
  from: RoutedEnd,
  to: RoutedEnd,
  family: 4 | 6,
): readonly Reason[] | undefined {
  const common = [
    forwardingReason(network, family),
    ...deviceReasons(network),
    vrfReason(network, chip, from.interface.vrf),
    from.leg.reason,
    to.leg.reason,
    unmodelledAt(network, from.name),
    unmodelledAt(network, to.name),
  ].filter((reason) => reason !== undefined);
  if (common.some(isAgainst)) return undefined;
  if (chip.switch.fact('l3.mac-prefix')?.value === true && macsDiffer(network, from.name, to.name)) return undefined;
  const ways = exitClasses(network, to.name).flatMap(({ representative: egress }) =>
    ingressClasses(network, from.name).flatMap(({ representative: ingress }) => {
      const found = [
        ingressReason(network, chip, ingress),
        ingressReason(network, chip, egress),
        flagReason(ingress, egress),
      ].filter((reason) => reason !== undefined);
      return found.some(isAgainst) ? [] : [found];
    }),
  );
  const [best] = ways.sort((a, b) => a.length - b.length);
  return best && [...common, ...best];
}

function isAgainst({ placement }: Reason): boolean {
  return placement === 'cpu' || placement === 'dropped';
}

function ingressClasses(network: Network, name: string): readonly AttachmentClass[] {
  return classesOf(entriesInto(network, name), () => '');
}

function exitClasses(network: Network, name: string): readonly AttachmentClass[] {
  return classesOf(exitsFrom(network, name), () => '');
}
