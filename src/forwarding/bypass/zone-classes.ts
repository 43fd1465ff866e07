// Zones of the matrix that nothing in the configuration tells apart, so that one stands for all: hundreds of VLANs are
// mostly a handful of classes. What names a zone or a part of its addresses makes it a class of its own.

import type { Item } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { rulesAt } from '../acl/acl.ts';
import { routedEnds } from '../legs/ends.ts';
import { groupReason } from '../legs/route-reason.ts';
import { type Attachment, classesOf, entriesInto, exitsFrom } from '../network/attachments.ts';
import type { Network } from '../network/network.ts';
import { unmodelledAt } from '../network/unmodelled.ts';
import type { Endpoint } from '../packets/flow.ts';
import { meeting, prefixInterval } from '../packets/space.ts';
import { stripsIn, tablesOf } from '../routing/fib.ts';
import { meantBy } from './address-classes.ts';
import { namesIn, traitsOf } from './routed-classes.ts';

/** Zones of the same class have the same text. */
export function zoneTraits(network: Network, zone: Endpoint): string {
  const [name = zone.label] = zone.interfaces;
  const owner = network.l3Interfaces.get(name);
  if (zone.internet || !owner) return zone.label;
  const ways = [entriesInto(network, name), exitsFrom(network, name, 4), exitsFrom(network, name, 6)].map((all) =>
    classesOf(all, (attachment) => rulesOf(network, attachment))
      .map(({ representative }) => wayTraits(network, name, representative))
      .sort()
      .join(' '),
  );
  const tables = [owner.vrf, ...tablesOf(network).filter((table) => table !== owner.vrf)];
  const routes = zone.prefixes.map((prefix) =>
    tables.map((table) => routeTraits(network, name, { table, prefix, isOwn: table === owner.vrf })).join(),
  );
  const addresses = owner.addresses.map((each) => `${each.network.length} ${settingsOf(each.item)}`);
  return [
    ...families.flatMap((family) => [endTraits(network, name, family), meant(network, zone, family)]),
    `${owner.kind} ${owner.mtu} ${settingsOf(owner.item)}`,
    ...addresses,
    ...ways,
    ...routes,
  ].join('\n');
}

function meant(network: Network, { prefixes }: Endpoint, family: 4 | 6): string {
  const own = prefixes.filter((prefix) => prefix.family === family);
  return meantBy(network, family, own.map(prefixInterval));
}

/** What it is as an end of a family, with all names that it is called by. */
function endTraits(network: Network, name: string, family: 4 | 6): string {
  const end = routedEnds(network, family).find((each) => each.name === name);
  const { in: enters, out: leaves } = namesIn(network, family);
  return `${end && traitsOf(network, end)} ${enters(name)} ${leaves(name)}`;
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
  const zone = prefixInterval(prefix);
  const chip = network.offload;
  const ways: string[] = [];
  for (const { group, from, to } of meeting(stripsIn(network, table, prefix.family), [zone])) {
    const hops = group.nextHops.map((hop) => (hop.kind === 'blackhole' ? hop.kind : hop.interface));
    const reason = isOwn && chip ? groupReason(network, chip, group)?.cause.code : '';
    // A way that is not the zone's own has its place in it: another zone has no such part.
    const place = from > zone.from || to < zone.to ? `${name} ${from}` : '';
    ways.push(`${hops.map((hop) => (hop === name ? 'own' : hop)).join()} ${group.length === 0} ${reason} ${place}`);
  }
  return `${table} ${ways.join(' ')}`;
}
