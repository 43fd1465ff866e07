// Routes that no configuration holds: what neighbours bring while the device runs. A site says some of it, or lets it
// be derived from its other devices; of the rest it is only known that there may be something.

import { type Config, enabledItemsOf, type Item, listValues, propertyValue, settingOf } from '../../model/config.ts';
import { containsPrefix, type Prefix, parsePrefix } from '../../model/prefix.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import type { Location } from '../../source/location.ts';
import type { L3Interface, Network, Route } from '../network/network.ts';
import { makeReason, type Reason } from '../packets/causes.ts';
import { allAddresses, type IntervalSet, intersect, overlapsSet, together } from '../packets/space.ts';
import { bgpConnectionOf, internetFeeds } from './bgp-connections.ts';
import { learntBy, offloadedBy, suppressingRule } from './input-filters.ts';
import { laterRoute } from './later-gateways.ts';

/** Its table is `main` or a VRF. */
export interface ExpectedRoute extends Pick<Route, 'prefix' | 'table' | 'distance' | 'suppressed'> {
  readonly gateways: readonly ExpectedGateway[];
  /** Who brings it, for people: `BGP peer transit`. */
  readonly by: string;
  readonly at: Location;
  /** From outside the site: promised, and counted among `learntRoutes` where a number is given. */
  readonly isPromised: boolean;
}

export interface ExpectedGateway {
  readonly address: Prefix;
  /** Absent = whatever leads there. */
  readonly interface?: string;
}

export interface Expected {
  readonly routes: readonly ExpectedRoute[];
  /** Nobody brings anything else. */
  readonly isComplete: boolean;
}

export function toRoute(
  { prefix, table, distance, gateways, suppressed, by, at, isPromised }: ExpectedRoute,
  resolve: (address: Prefix, table: string) => string | undefined,
  isUp: (name: string) => boolean,
): Route {
  const nextHops = gateways.map(({ address, interface: name }) => {
    return { kind: 'gateway', address, interface: name ?? resolve(address, table) } as const;
  });
  return {
    item: { menu: '/routing/route', key: by, properties: new Map(), origin: at },
    origin: isPromised ? 'promised' : 'derived',
    prefix,
    table,
    distance,
    nextHops,
    suppressed,
    shadowed: false,
    usable: nextHops.some((hop) => hop.interface !== undefined && isUp(hop.interface)),
  };
}

export function isLearnt({ origin }: Pick<Route, 'origin'>): boolean {
  return origin === 'promised' || origin === 'derived';
}

/** Why packets without a route may have one all the same; undefined = they have none. */
export function routedLater(network: Network, table: string, family: 4 | 6, to: IntervalSet): Reason | undefined {
  const { item } = laterRoute(network, table, family, to) ?? {};
  const text = 'the gateway of their route is blanked out, or in no network that is known: a client may bring one';
  return item
    ? makeReason('unknown', 'flow/gateway-unreachable', text, item.origin)
    : learntLater(network, table, family, to)?.reason;
}

/** Why a neighbour may bring a route for some of these destinations, and for which of them. */
export function learntLater(network: Network, table: string, family: 4 | 6, to: IntervalSet) {
  const found = sources(network, table, family).filter(({ destinations }) => overlapsSet(destinations, to));
  const [first] = found;
  if (!first) return undefined;
  const text = 'no route is known, but a neighbour may bring one: nothing says what this device learns';
  return {
    reason: makeReason('unknown', 'flow/learnt-route-unknown', text, first.item.origin),
    destinations: together(found.map(({ destinations }) => intersect(destinations, to))),
  };
}

/** Rows by which the device speaks a routing protocol to its neighbours. */
export function speakers({ config }: Network): readonly Item[] {
  return speakingMenus.flatMap((menu) => enabledItemsOf(config, menu)).filter(isActive);
}

/** Routes that nobody announced may lead out of this interface: a neighbour may be there, as far as the rows say. */
export function mayHearAt(network: Network, name: string): boolean {
  return heardAt(network)?.has(name) ?? true;
}

const heardAt = derivedOnce((network: Network): ReadonlySet<string> | undefined => {
  const places = speakers(network).map((item) => {
    const remote = parsePrefix(propertyValue(item, 'remote.address') ?? '');
    return (remote ? interfacesBeside(network, remote) : interfacesOf(network, item)).map(({ name }) => name);
  });
  return places.length === 0 || places.some((each) => each.length === 0) ? undefined : new Set(places.flat());
});

/**
 * Those that a template of OSPF is for: named by themselves or in a list, or with a network of its own; all where it
 * asks for neither. Source: manual, cli-reference/routing/ospf, `interfaces` and `networks`.
 */
export function interfacesOf({ l3Interfaces, interfaceListMembers }: Network, item: Item): readonly L3Interface[] {
  const named = listValues(propertyValue(item, 'interfaces'));
  const members = new Set(named.flatMap((name) => [name, ...interfaceListMembers(name)]));
  const networks = listValues(propertyValue(item, 'networks')).flatMap((text) => parsePrefix(text) ?? []);
  const isWithin = (own: Prefix) => networks.some((each) => containsPrefix(each, own));
  return [...l3Interfaces.values()].filter(
    ({ name, addresses }) =>
      (named.length === 0 || members.has(name)) &&
      (networks.length === 0 || addresses.some((own) => isWithin(own.network))),
  );
}

/** Those that have a network with this address. */
export function interfacesBeside({ l3Interfaces }: Network, address: Prefix): readonly L3Interface[] {
  const isBeside = ({ addresses }: L3Interface) => addresses.some((own) => containsPrefix(own.network, address));
  return [...l3Interfaces.values()].filter(isBeside);
}

const speakingMenus = [
  '/routing/bgp/connection',
  '/routing/ospf/interface-template',
  '/routing/rip/interface-template',
  '/routing/isis/interface-template',
] as const;

/** A presence switch: its value is empty when it is set. */
function isActive(item: Item): boolean {
  const passive = propertyValue(item, 'passive');
  return passive === undefined || passive === 'no';
}

/** What may learn routes for a table, and to where. */
const sources = derivedPer((network: Network, table: string, family: 4 | 6) => {
  const { config, learnsExpectedOnly } = network;
  const speaking = learnsExpectedOnly ? [] : speakers(network).filter((item) => tableOf(config, item) === table);
  const found = speaking.map((item) => {
    return { item, destinations: learntBy(config, item, family, ofInstance(config, item, 'in-filter-chain')) };
  });
  const { item, value } = settingOf(config, '/ipv6/settings', 'accept-router-advertisements') ?? {};
  const isTold = family === 6 && table === 'main' && value === 'yes';
  return item && isTold ? [...found, { item, destinations: allAddresses(family) }] : found;
});

/** Where routes are installed: of a connection, its template and instance are asked; of areas the instance. */
function tableOf(config: Config, item: Item): string {
  const said = (property: string) => ofInstance(config, item, property);
  return bgpConnectionOf(config, item)?.table ?? said('routing-table') ?? said('vrf') ?? 'main';
}

/** What the instance says that a row speaks for; of OSPF it is that of its area. */
export function ofInstance(config: Config, item: Item, property: string): string | undefined {
  const protocol = item.menu.split('/')[2] ?? '';
  const named = (menu: Item['menu'], name: string | undefined) =>
    enabledItemsOf(config, menu).find((each) => (propertyValue(each, 'name') ?? each.key) === name);
  const area = named('/routing/ospf/area', propertyValue(item, 'area'));
  const name = propertyValue(item, 'instance') ?? (area && propertyValue(area, 'instance'));
  const instance = named(`/routing/${protocol}/instance`, name);
  return instance && propertyValue(instance, property);
}

/** Why a default route may not speak for its destinations: a full table brings longer routes that fare otherwise. */
export function longerLater(network: Network, [route]: readonly Route[], to: IntervalSet, isInChip: boolean) {
  const { config, learnsExpectedOnly } = network;
  const feeds = learnsExpectedOnly ? [] : internetFeeds(config).filter(({ table }) => table === route?.table);
  const family = route?.prefix.family ?? 4;
  const [at] = feeds.flatMap(({ item, filter }) => {
    if (isInChip) return (filter !== undefined && suppressingRule(config, filter)) || [];
    return overlapsSet(offloadedBy(config, filter, family), to) ? item : [];
  });
  const text = `a neighbour may send longer routes, which its filter ${isInChip ? 'keeps out of' : 'lets into'} the chip`;
  return at && makeReason('unknown', 'route/suppress-hw-offload-filter', text, at.origin);
}
