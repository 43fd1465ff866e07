// Zones of the matrix that nothing in the configuration tells apart, so that one stands for all: hundreds of VLANs are
// mostly a handful of classes. What names a zone or a part of its addresses makes it a class of its own.

import { type Item, isEnabled, listValues } from '../model/config.ts';
import { append } from '../source/append.ts';
import { rulesAt } from './acl.ts';
import { type Attachment, classesOf, entriesInto, exitsFrom } from './attachments.ts';
import { stripsIn } from './fib.ts';
import type { Endpoint } from './flow.ts';
import { computeIfAbsent, derivedOnce } from './grouping.ts';
import { legOf } from './leg.ts';
import { macPrefix } from './mac-prefix.ts';
import { addressInterval } from './matchers.ts';
import type { Network } from './network.ts';
import { groupReason } from './route-reason.ts';
import { firstEndingAfter, type Interval, prefixInterval } from './space.ts';
import { unmodelledAt } from './unmodelled.ts';

/** Zones of the same class have the same text. */
export function zoneTraits(network: Network, zones: readonly Endpoint[]): (zone: Endpoint) => string {
  const named = mentionsOf(network, zones);
  const addressed = addressMentions(network, zones);
  return (zone) =>
    zone.internet ? zone.label : [...ownTraits(network, zone), ...named(zone), ...addressed(zone)].join('\n');
}

/** What the zone is by itself. */
function ownTraits(network: Network, zone: Endpoint): readonly string[] {
  const [name = zone.label] = zone.interfaces;
  const owner = network.l3Interfaces.get(name);
  if (!owner) return [name];
  const legs = ([4, 6] as const).map((family) => legOf(network, name, family).reason?.cause.code ?? '-');
  const ways = [entriesInto(network, name), exitsFrom(network, name)].map((all) =>
    classesOf(all, (attachment) => rulesOf(network, attachment))
      .map(({ representative }) => wayTraits(network, name, representative))
      .sort()
      .join(' '),
  );
  const tables = [owner.vrf, ...tablesOf(network).filter((table) => table !== owner.vrf)];
  const routes = zone.prefixes.map((prefix) =>
    tables.map((table) => routeTraits(network, name, { table, prefix, isOwn: table === owner.vrf })).join(),
  );
  return [
    `${owner.kind} ${owner.vrf} ${owner.mtu} ${macPrefix(network, name)} ${unmodelledAt(network, name)?.cause.text}`,
    settingsOf(owner.item),
    ...owner.addresses.map(({ item, network: { family, length } }) => `${family}/${length} ${settingsOf(item)}`),
    ...legs,
    ...ways,
    ...routes,
  ];
}

function wayTraits(network: Network, name: string, attachment: Attachment): string {
  const { name: port, tagged, l3Offload, chip } = attachment;
  const isOnChip = chip === network.offload?.switch;
  const onPort = `${network.bridgePorts.get(port)?.bridge} ${unmodelledAt(network, port)?.cause.text}`;
  return [tagged, l3Offload, isOnChip, port === name, onPort, rulesOf(network, attachment)].join();
}

/** Switch rules that look at frames that come in this way, and whether they ask for its VLAN. */
function rulesOf(network: Network, attachment: Attachment): string {
  return rulesAt(network, attachment)
    .map(({ index, vlanId }) => `${index}${vlanId === undefined ? '' : vlanId === attachment.vid}`)
    .join(' ');
}

/** Names, ids and addresses tell zones apart for people alone. */
const labels: ReadonlySet<string> = new Set(['name', 'vlan-id', 'address', 'network', 'interface', 'comment']);

function settingsOf(item: Item | undefined): string {
  const settings = [...(item?.properties ?? [])].filter(([name]) => !labels.has(name));
  const parent = item?.menu === '/interface/vlan' ? item.properties.get('interface')?.value : '';
  return [parent, ...settings.map(([name, { value }]) => `${name}=${value}`)].sort().join(' ');
}

interface Routed {
  readonly table: string;
  readonly prefix: Endpoint['prefixes'][number];
  readonly isOwn: boolean;
}

/** Where packets to the zone go by one table; the zone's own way is the same for all. */
function routeTraits(network: Network, name: string, { table, prefix, isOwn }: Routed): string {
  const { from, to } = prefixInterval(prefix);
  const chip = network.offload;
  const strips = stripsIn(network, table, prefix.family);
  const ways: string[] = [];
  for (let index = firstEndingAfter(strips, from); index < strips.length; index++) {
    const strip = strips[index];
    if (!strip || strip.from >= to) break;
    const { group } = strip;
    const hops = group.nextHops.map((hop) => (hop.kind === 'blackhole' ? hop.kind : hop.interface));
    const reason = isOwn && chip ? groupReason(network, chip, group)?.cause.code : '';
    // A way that is not the zone's own has its place in it: another zone has no such part.
    const place = strip.from > from || strip.to < to ? `${name} ${strip.from}` : '';
    ways.push(`${hops.map((hop) => (hop === name ? 'own' : hop)).join()} ${group.length === 0} ${reason} ${place}`);
  }
  return `${table} ${ways.join(' ')}`;
}

const tablesOf = derivedOnce<Network, readonly string[]>(({ routes }) => [
  ...new Set(routes.map(({ table }) => table)),
]);

/** Menus whose rows describe zones, and say nothing of what becomes of packets beyond what `ownTraits` reads. */
const descriptive: ReadonlySet<string> = new Set([
  '/interface/vlan',
  '/interface/ethernet',
  '/interface/bridge/vlan',
  '/interface/bridge/port',
  '/ip/address',
  '/ipv6/address',
  '/ip/route',
  '/ipv6/route',
  '/ip/pool',
  '/ip/dhcp-server',
  '/ip/dhcp-server/network',
  '/ip/dhcp-server/lease',
  '/ip/dns',
  '/ip/dns/static',
]);

type Traits = (zone: Endpoint) => readonly string[];

function mayTell(item: Item): boolean {
  return !descriptive.has(item.menu) && isEnabled(item);
}

function interfacesIn(value: string): readonly string[] {
  return listValues(value).map((word) => word.replace(/^!/, '').replace(/[@%].*$/, ''));
}

/** Rows that name a zone's interface: its membership in a list is shared, anything else is its own. */
function mentionsOf({ config }: Network, zones: readonly Endpoint[]): Traits {
  const names = new Set(zones.flatMap(({ interfaces }) => interfaces));
  const found = new Map<string, string[]>();
  for (const item of config.items.filter(mayTell)) {
    const list = item.menu === '/interface/list/member' ? item.properties.get('list')?.value : undefined;
    for (const [property, { value }] of item.properties) {
      for (const name of interfacesIn(value).filter((each) => names.has(each))) {
        const trait = list === undefined || property !== 'interface' ? `is ${name}` : `in ${list}`;
        append(found, name, trait);
      }
    }
  }
  return ({ interfaces }) => [...new Set(interfaces.flatMap((name) => found.get(name) ?? []))].sort();
}

interface Home extends Interval {
  readonly zone: Endpoint;
}

/** Address sets of rules and policies that cover a zone are shared; one that covers a part of it makes it its own. */
function addressMentions(network: Network, zones: readonly Endpoint[]): Traits {
  const found = new Map<Endpoint, Set<string>>();
  const homes = { 4: homesOf(zones, 4), 6: homesOf(zones, 6) };
  for (const [index, item] of network.config.items.entries()) {
    if (!mayTell(item)) continue;
    const list = item.menu.endsWith('/address-list') ? item.properties.get('list')?.value : undefined;
    for (const [property, { value }] of item.properties) {
      const trait = list ?? `${index} ${property}`;
      for (const { family, interval } of property === 'comment' ? [] : intervalsIn(value)) {
        noteTrait(found, homes[family], interval, trait);
      }
    }
  }
  return (zone) => [...(found.get(zone) ?? [])].sort();
}

function noteTrait(
  found: Map<Endpoint, Set<string>>,
  layers: readonly (readonly Home[])[],
  { from, to }: Interval,
  trait: string,
): void {
  for (const layer of layers) {
    for (let index = firstEndingAfter(layer, from); index < layer.length; index++) {
      const home = layer[index];
      if (!home || home.from >= to) break;
      const isWhole = from <= home.from && home.to <= to;
      computeIfAbsent(found, home.zone, () => new Set()).add(isWhole ? trait : `part of ${home.zone.label}`);
    }
  }
}

/** The addresses in a value, as either family reads them. */
function intervalsIn(value: string): readonly { readonly family: 4 | 6; readonly interval: Interval }[] {
  const words = listValues(value).filter((word) => /[.:]/.test(word));
  return words.flatMap((word) =>
    ([4, 6] as const).flatMap((family) => {
      const interval = addressInterval(word.replace(/^!/, ''), family);
      return interval ? [{ family, interval }] : [];
    }),
  );
}

/** Layers of intervals that do not overlap, in their order: one for each VRF that uses the same addresses. */
function homesOf(zones: readonly Endpoint[], family: 4 | 6): readonly (readonly Home[])[] {
  const homes = zones
    .flatMap((zone) => zone.prefixes.map((prefix) => ({ ...prefixInterval(prefix), zone, family: prefix.family })))
    .filter((home) => home.family === family)
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const layers: Home[][] = [];
  for (const home of homes) {
    const layer = layers.find((each) => (each.at(-1)?.to ?? home.from) <= home.from);
    if (layer) layer.push(home);
    else layers.push([home]);
  }
  return layers;
}
