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
import { containsPrefix, type Prefix, parsePrefix } from '../../model/prefix.ts';
import type { LowerContext } from '../context.ts';
import { type L3Layout, subnetsOf } from '../layout.ts';
import { prefixesOf } from './entries.ts';
import type { Family } from './ingress-packet-set.ts';

type Where = Pick<LowerContext, 'intent' | 'device' | 'layout'>;

/** Undefined `labels` = everything. */
export function destinationsOf(where: Where, labels: readonly string[] | undefined, family: Family): IntervalSet {
  if (!labels || labels.includes('any')) return allAddresses(family);
  return unionOf(labels.flatMap((label) => addressesOf(where, label, family)));
}

/** The same as prefixes; undefined = everything, an empty list = nothing of this family. */
export function destinationPrefixes(
  where: Where,
  labels: readonly string[],
  family: Family,
): readonly Prefix[] | undefined {
  const prefixes = prefixesOf(destinationsOf(where, labels, family), family);
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

function behindZone(where: Where, zone: string, family: Family): IntervalSet {
  return behindInterfaces(
    where,
    [...where.layout.l3.values()].filter((l3) => l3.zone === zone),
    family,
  );
}

/** Their subnets, and what static routes send there. A default route is the rest of the Internet. */
export function behindInterfaces(where: Where, interfaces: readonly L3Layout[], family: Family): IntervalSet {
  const links = interfaces.flatMap(({ addresses }) => addresses.map(({ network }) => network));
  const routes = (where.device.settings.routes ?? []).filter(
    ({ to, via }) => to.family === family && via?.some((hop) => links.some((link) => containsPrefix(link, hop))),
  );
  const defaults = routes.some(({ to }) => to.length === 0);
  const specific = routes.filter(({ to }) => to.length > 0).map(({ to }) => to);
  const rest = defaults ? subtract(allAddresses(family), knownPrefixes(where, family)) : [];
  return unionOf([...prefixSet([...links, ...specific], family), ...rest]);
}

/** Everything that something better than a default route reaches: VLANs, links, static routes. */
function knownPrefixes({ intent, device, layout }: Where, family: Family): IntervalSet {
  const vlans = Object.values(intent.site.vlans ?? {}).flatMap(subnetsOf);
  const connected = [...layout.l3.values()].flatMap(({ addresses }) => addresses.map(({ network }) => network));
  const routed = (device.settings.routes ?? []).map(({ to }) => to).filter(({ length }) => length > 0);
  return prefixSet([...vlans, ...connected, ...routed], family);
}
