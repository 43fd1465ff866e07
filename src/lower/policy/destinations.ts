// The addresses that a policy means by a name: a VLAN's subnets, what lies behind a zone, everything that only a
// default route reaches.

import {
  allAddresses,
  type Interval,
  type IntervalSet,
  prefixInterval,
  subtract,
  unionOf,
} from '../../forwarding/packets/space.ts';
import { zoneInternet } from '../../intent/schema-values.ts';
import { type Prefix, parsePrefix, printPrefix } from '../../model/prefix.ts';
import type { LowerContext } from '../context.ts';
import { type L3Layout, subnetsOf } from '../layout.ts';
import { holds, tableAt } from '../site-paths.ts';
import { routesOf, type SiteRoute } from '../site-routes.ts';
import { prefixesOf } from './entries.ts';
import type { Family } from './ingress-packet-set.ts';

type Where = Pick<LowerContext, 'intent' | 'device' | 'layout'>;

/** Undefined `labels` = everything. */
export function destinationsOf(where: Where, labels: readonly string[] | undefined, family: Family): IntervalSet {
  if (!labels || labels.includes('any')) return allAddresses(family);
  return unionOf(labels.flatMap((label) => addressesOf(where, label, family)));
}

/** A set as prefixes; undefined = everything. */
export function prefixesIn(set: IntervalSet, family: Family): readonly Prefix[] | undefined {
  const prefixes = prefixesOf(set, family);
  return prefixes.includes(undefined) ? undefined : prefixes.filter((prefix) => prefix !== undefined);
}

export function prefixSet(prefixes: Iterable<Prefix>, family: Family): IntervalSet {
  return unionOf([...prefixes].filter((prefix) => prefix.family === family).map(prefixInterval));
}

function addressesOf(where: Where, label: string, family: Family): readonly Interval[] {
  const vlan = where.intent.site.vlans?.[label];
  if (vlan) return prefixSet(subnetsOf(vlan), family);
  const prefix = parsePrefix(label);
  if (prefix) return prefixSet([prefix], family);
  const zone = behindZone(where, label, family);
  if (label !== zoneInternet) return zone;
  return unionOf([...zone, ...subtract(allAddresses(family), knownPrefixes(where, family))]);
}

/** By a default route alone nobody means VLANs of the site. */
function behindZone(where: Where, zone: string, family: Family): IntervalSet {
  const interfaces = [...where.layout.l3.values()].filter((l3) => l3.zone === zone);
  const routed = routesBehind(where, interfaces).map(({ prefix }) => prefix);
  const named = routed.filter(({ length }) => length > 0);
  const vlans = prefixSet(Object.values(where.intent.site.vlans ?? {}).flatMap(subnetsOf), family);
  return subtract(behindInterfaces(where, interfaces, family), subtract(vlans, prefixSet(named, family)));
}

/** Their subnets, and what routes send there. */
export function behindInterfaces(where: Where, interfaces: readonly L3Layout[], family: Family): IntervalSet {
  const links = interfaces.flatMap(({ addresses }) => addresses.map(({ network }) => network));
  const beyond = routesBehind(where, interfaces).flatMap((route) => reachOf(where, route, family));
  return unionOf([...prefixSet(links, family), ...beyond]);
}

/** What both lead to at once: the same route, or one as good. */
export function sharedBehind(where: Where, [l3, other]: readonly [L3Layout, L3Layout], family: Family): IntervalSet {
  const nameOf = ({ prefix, table, distance }: SiteRoute) => `${printPrefix(prefix)} ${table} ${distance}`;
  const own = new Set(routesBehind(where, [l3]).map(nameOf));
  const shared = routesBehind(where, [other]).filter((route) => own.has(nameOf(route)));
  return unionOf(shared.flatMap((route) => reachOf(where, route, family)));
}

/** What a route leads to: all that its table knows nothing better for. */
function reachOf({ intent, device, layout }: Where, { prefix, table }: SiteRoute, family: Family): IntervalSet {
  const own = [...layout.l3.values()].filter(({ name }) => tableAt(device, name) === table);
  const links = own.flatMap(({ addresses }) => addresses.map(({ network }) => network));
  const routes = routesOf(intent, device).filter((other) => other.table === table);
  const longer = routes.map((other) => other.prefix).filter(({ length }) => length > prefix.length);
  return subtract(prefixSet([prefix], family), prefixSet([...links, ...longer], family));
}

/** What routes send to next hops on the links of some interfaces, also as one of several ways. */
export function routesBehind({ intent, device }: Where, interfaces: readonly L3Layout[]): readonly SiteRoute[] {
  return routesOf(intent, device).filter(({ gateways }) =>
    gateways.some((hop) => interfaces.some((l3) => holds(l3, hop))),
  );
}

/** Everything that something better than a default route reaches: VLANs, links, routes. */
function knownPrefixes({ intent, device, layout }: Where, family: Family): IntervalSet {
  const vlans = Object.values(intent.site.vlans ?? {}).flatMap(subnetsOf);
  const connected = [...layout.l3.values()].flatMap(({ addresses }) => addresses.map(({ network }) => network));
  const routed = routesOf(intent, device).map(({ prefix }) => prefix);
  return prefixSet([...vlans, ...connected, ...routed.filter(({ length }) => length > 0)], family);
}

/** Subnets of the site's VLANs and of every device's links: a policy route would lead their packets astray. */
export function localPrefixes({ intent, device }: Pick<LowerContext, 'intent' | 'device'>): Map<string, Prefix> {
  const prefixes = Object.values(intent.site.vlans ?? {}).flatMap(subnetsOf);
  for (const each of intent.devices.values()) {
    const roles = [...Object.values(each.settings.ports ?? {}), ...Object.values(each.settings.bonds ?? {})];
    prefixes.push(...roles.flatMap(({ routed = [] }) => routed.map(({ network }) => network)));
  }
  if (device.settings.management) prefixes.push(device.settings.management.address.network);
  return new Map(prefixes.map((prefix) => [printPrefix(prefix), prefix]));
}
