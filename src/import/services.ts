// What a device does for its VLANs (snooping, DHCP relay and server), and whom it asks for names and the time.

import { device as deviceSchema } from '../intent/schema-device.ts';
import { type Config, enabledItemsOf, type Item, isYes, itemsOf, listValues, propertyValue } from '../model/config.ts';
import { effective, propertySpec } from '../model/menus.ts';
import { printAddress, printPrefix } from '../model/prefix.ts';
import { canonical } from '../model/values.ts';
import type { OwnAddress } from './addresses.ts';
import type { Bridging } from './bridging.ts';
import { descriptionOf, taggedName } from './comments.ts';
import { Names, nameOf, type Rename } from './names.ts';
import { type DeviceDraft, oneOrMany } from './site-draft.ts';
import type { ImportedVlan } from './vlans.ts';

export type ServiceDraft = Pick<
  DeviceDraft,
  'dhcp-snooping' | 'igmp-snooping' | 'spanning-tree' | 'dhcp-relay' | 'dhcp-server'
>;

export interface Services {
  readonly draft: ServiceDraft;
  readonly renames: readonly Rename[];
}

type Relays = NonNullable<ServiceDraft['dhcp-relay']>;
type Servers = NonNullable<ServiceDraft['dhcp-server']>;

export function bridgeServices({ bridge, ports }: Bridging, isKnown: (name: string) => boolean): ServiceDraft {
  const snooping = deviceSchema.shape['spanning-tree'].safeParse(effective(bridge, 'protocol-mode').value).data;
  const trusted = [...ports]
    .filter(([name, item]) => isKnown(name) && isYes(propertyValue(item, 'trusted')))
    .map(([name]) => name);
  const isSnooping = isYes(propertyValue(bridge, 'dhcp-snooping')) && trusted.length > 0;
  const isQuerier = isYes(propertyValue(bridge, 'multicast-querier'));
  return {
    'spanning-tree': snooping === 'rstp' ? undefined : snooping,
    'dhcp-snooping': isSnooping ? { trusted: oneOrMany(trusted) } : undefined,
    'igmp-snooping': isYes(propertyValue(bridge, 'igmp-snooping')) ? (isQuerier ? { querier: true } : true) : undefined,
  };
}

/** DHCP for VLANs that the device has an IPv4 address in. */
export function dhcpServices(config: Config, vlans: Iterable<ImportedVlan>): Services {
  const gateways = new Map(
    [...vlans].flatMap(({ name, addresses }) => {
      const address = addresses.find(({ host }) => host.family === 4);
      return address ? [[name, address] as const] : [];
    }),
  );
  const { relays, renames } = relaysOf(config, gateways);
  const servers: Servers = {};
  for (const item of enabledItemsOf(config, '/ip/dhcp-server')) {
    const vlan = propertyValue(item, 'interface') ?? '';
    const gateway = gateways.get(vlan);
    const found = gateway && !servers[vlan] ? serverOf(config, item, gateway) : undefined;
    if (found) servers[vlan] = found;
  }
  return {
    draft: {
      'dhcp-relay': Object.keys(relays).length > 0 ? relays : undefined,
      'dhcp-server': Object.keys(servers).length > 0 ? servers : undefined,
    },
    renames,
  };
}

/** The first of each VLAN, with the names that a device has for what a site calls otherwise. */
function relaysOf(config: Config, gateways: ReadonlyMap<string, OwnAddress>) {
  const renames: Rename[] = [];
  const relays: Relays = {};
  for (const item of enabledItemsOf(config, '/ip/dhcp-relay')) {
    const vlan = propertyValue(item, 'interface') ?? '';
    const gateway = gateways.get(vlan);
    const servers = listValues(propertyValue(item, 'dhcp-server'));
    const isOwn = propertyValue(item, 'local-address') === (gateway && printAddress(gateway.host));
    if (!gateway || !isOwn || relays[vlan] || servers.length === 0) continue;
    relays[vlan] = oneOrMany(servers);
    const [site, own] = [`rosc-${vlan}`, nameOf(item)];
    if (site !== own) renames.push({ menu: '/ip/dhcp-relay', site, device: own });
  }
  return { relays, renames };
}

/** A server with its pool and its network, where all three belong to the VLAN. */
function serverOf(config: Config, server: Item, gateway: OwnAddress): Servers[string] | undefined {
  const poolName = propertyValue(server, 'address-pool') ?? '';
  const pool = itemsOf(config, '/ip/pool').find((item) => nameOf(item) === poolName);
  const network = itemsOf(config, '/ip/dhcp-server/network').find(
    (item) => propertyValue(item, 'address') === printPrefix(gateway.network),
  );
  const isShared = itemsOf(config, '/ip/dhcp-server').some(
    (item) => item !== server && propertyValue(item, 'address-pool') === poolName,
  );
  if (!pool || !network || isShared || propertyValue(network, 'gateway') !== printAddress(gateway.host))
    return undefined;
  const dns = listValues(propertyValue(network, 'dns-server'));
  const lease = propertyValue(server, 'lease-time');
  const domain = propertyValue(network, 'domain');
  const fixed = fixedLeases(config, server);
  const vlan = propertyValue(server, 'interface');
  const ownName = (name: string) => (name === vlan ? undefined : name);
  const draft = {
    range: oneOrMany(listValues(propertyValue(pool, 'ranges'))),
    dns: dns.length > 0 ? oneOrMany(dns) : undefined,
    domain: domain === '' ? undefined : domain,
    lease: lease === undefined ? undefined : canonical(propertySpec('/ip/dhcp-server', 'lease-time'), lease),
    name: ownName(nameOf(server)),
    pool: ownName(poolName),
    fixed: Object.keys(fixed).length > 0 ? fixed : undefined,
  };
  const record = deviceSchema.shape['dhcp-server'].safeParse({ x: draft });
  return record.success ? draft : undefined;
}

/** Leases of a server that say no more than an address and a MAC address. */
function fixedLeases(config: Config, server: Item): Record<string, { address: string; mac: string }> {
  const names = new Names([]);
  const vlan = propertyValue(server, 'interface') ?? '';
  const plain: ReadonlySet<string> = new Set(['address', 'mac-address', 'server', 'comment']);
  return Object.fromEntries(
    enabledItemsOf(config, '/ip/dhcp-server/lease').flatMap((item) => {
      const [address, mac] = [propertyValue(item, 'address'), propertyValue(item, 'mac-address')];
      const isPlain = [...item.properties.keys()].every((key) => plain.has(key));
      if (!isPlain || propertyValue(item, 'server') !== nameOf(server) || address === undefined || mac === undefined)
        return [];
      const words = taggedName(item, `dhcp/${vlan}`) ?? descriptionOf(item) ?? `host-${address}`;
      return [[names.claim(/^[a-z]/i.test(words) ? words : `host-${words}`, 'host'), { address, mac }]];
    }),
  );
}

/** Where a device resolves names. Undefined when it asks nobody, or asks somebody that a site cannot name. */
export function nameServersOf(config: Config): DeviceDraft['dns'] {
  const [item] = itemsOf(config, '/ip/dns');
  const servers = listValues(item && propertyValue(item, 'servers'));
  if (!item || servers.length === 0) return undefined;
  const serves = isYes(propertyValue(item, 'allow-remote-requests'));
  const draft = { servers: oneOrMany(servers), ...(serves && { serve: true }) };
  return deviceSchema.shape.dns.safeParse(draft).success ? draft : undefined;
}

/** Where a device gets its time. Undefined when it asks nobody, or asks in a way that a site cannot say. */
export function timeServersOf(config: Config): DeviceDraft['ntp'] {
  const [client] = itemsOf(config, '/system/ntp/client');
  const [own] = itemsOf(config, '/system/ntp/server');
  const servers = enabledItemsOf(config, '/system/ntp/client/servers').flatMap(
    (item) => propertyValue(item, 'address') ?? [],
  );
  if (!client || !isYes(propertyValue(client, 'enabled')) || servers.length === 0) return undefined;
  const serves = own !== undefined && isYes(propertyValue(own, 'enabled'));
  const draft = { servers: oneOrMany(servers), ...(serves && { serve: true }) };
  return deviceSchema.shape.ntp.safeParse(draft).success ? draft : undefined;
}
