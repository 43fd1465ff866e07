// What every policy leaves alone without being told: packets for the device itself, packets that are not routed at
// all, and DHCP between clients and their configured servers. Nothing else.

import { allAddresses, type IntervalSet, prefixInterval, subtract, unionOf } from '../../forwarding/packets/space.ts';
import { vrfOf } from '../../intent/networks.ts';
import { containsPrefix, type Prefix, parsePrefix, printAddress, printPrefix } from '../../model/prefix.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { type L3Layout, subnetsOf } from '../layout.ts';
import { twinsOf } from '../vrfs.ts';
import { prefixSet } from './destinations.ts';
import { routedFamilies } from './families.ts';
import { everything, type Family } from './ingress-packet-set.ts';
import type { IngressSpace } from './ingress-space.ts';
import { type Cause, type Layer, type LayerRule, local, pass } from './policy-rule.ts';

/** Where packets enter, by L3 interface. */
export type Entrances = Pick<IngressSpace, 'all' | 'ofInterface'>;

/** Packets for the device, and packets that no router forwards. */
export function localLayer(context: LowerContext, space: Entrances): Layer {
  const interfaces = [...context.layout.l3.values()];
  const rules = routedFamilies(context).flatMap((family) => [
    ...interfaces.flatMap((l3) => ownAddresses(context, l3, space, family)),
    ...interfaces.flatMap((l3) => ownSubnets(context, l3, space, family)),
    ...neverRouted(context, space, family),
  ]);
  return { stage: 'judge', rules };
}

/** In a VRF that has a network of its own around such an address it is a host's. */
function ownAddresses(context: LowerContext, l3: L3Layout, space: Entrances, family: Family): LayerRule[] {
  return l3.addresses
    .filter(({ host }) => host.family === family)
    .map(({ host, origin }) => {
      const ingress = twinsOf(context, l3, host).reduce((mask, twin) => mask & ~space.ofInterface(twin), space.all);
      const match = { ...everything(ingress, family), destination: [prefixInterval(host)] };
      return { match, effect: local, cause: implicit('own-address', printAddress(host), origin) };
    });
}

/** What turns round in the device to where it came from: no ACL judges it. */
export function ownSubnetRules(context: LowerContext, space: Entrances): readonly LayerRule[] {
  const interfaces = [...context.layout.l3.values()];
  const rules = routedFamilies(context).flatMap((family) =>
    interfaces.flatMap((l3) => ownSubnets(context, l3, space, family)),
  );
  return rules.filter(({ effect }) => effect === 'accept');
}

/**
 * Hosts of one subnet talk without the router: the chip only switches these packets, whatever an ACL says. What comes
 * from elsewhere is another router's, or turns round in this one: no ACL judges it, but it may have to meet the CPU.
 */
function ownSubnets({ intent }: LowerContext, l3: L3Layout, space: Entrances, family: Family): LayerRule[] {
  const declared = subnetsOf(intent.site.vlans?.[l3.kind === 'vlan' ? l3.name : ''] ?? {});
  const networks = [...declared, ...l3.addresses.map(({ network }) => network)];
  const distinct = new Map(networks.map((network) => [printPrefix(network), network]));
  return [...distinct.values()]
    .filter((network) => network.family === family)
    .flatMap((network): LayerRule[] => {
      const cause = implicit('own-subnet', printPrefix(network), l3.origin);
      const own = [prefixInterval(network)];
      const match = { ...everything(space.ofInterface(l3), family), destination: own };
      const switched: LayerRule = { match: { ...match, source: own }, effect: pass, cause };
      return [...(l3.kind === 'vlan' ? [switched] : []), { match, effect: 'accept', cause }];
    });
}

/** Multicast with IGMP and routing protocols in it, broadcast, link-local with neighbour discovery. */
const unrouted: readonly Prefix[] = ['224.0.0.0/4', '255.255.255.255/32', 'fe80::/10', 'ff00::/8'].flatMap(
  (text) => parsePrefix(text) ?? [],
);

/** All addresses but those that no router forwards to. */
export function routedAddresses(family: Family): IntervalSet {
  return subtract(allAddresses(family), prefixSet(unrouted, family));
}

function neverRouted({ device }: LowerContext, space: Entrances, family: Family): LayerRule[] {
  const origin = device.places.keyAt();
  const own = unrouted.filter((prefix) => prefix.family === family);
  return own.map((prefix): LayerRule => {
    const match = { ...everything(space.all, family), destination: [prefixInterval(prefix)] };
    return { match, effect: 'accept', cause: implicit('not-routed', printPrefix(prefix), origin) };
  });
}

const dhcpServerPort: IntervalSet = [{ from: 67, to: 68 }];
const dhcpClientPort: IntervalSet = [{ from: 68, to: 69 }];

/** Clients renew their leases with the server itself, past the relay. */
export function dhcpLayer(context: LowerContext, space: Entrances): Layer {
  const { device, layout } = context;
  const rules = Object.entries(device.settings['dhcp-relay'] ?? {}).flatMap(([vlan, servers]): LayerRule[] => {
    const clients = layout.l3.get(vlan);
    if (!clients) return [];
    const subnets = prefixSet(
      clients.addresses.map(({ network }) => network),
      4,
    );
    return servers.flatMap((server, index): LayerRule[] => {
      // DHCPv6 clients speak to the link alone: what goes to the server is the relay's own.
      if (server.family !== 4) return [];
      const origin = device.places.at('dhcp-relay', vlan, index);
      const cause = implicit('dhcp', printAddress(server), origin);
      const ask = {
        ...everything(space.ofInterface(clients), 4),
        protocol: 'udp',
        destination: unionOf([prefixInterval(server)]),
        destinationPort: dhcpServerPort,
      };
      const answer = {
        ...everything(serverSide(context, clients, server, space), 4),
        protocol: 'udp',
        source: unionOf([prefixInterval(server)]),
        sourcePort: dhcpServerPort,
        destination: subnets,
        destinationPort: dhcpClientPort,
      };
      return [
        { match: ask, effect: 'accept', cause },
        { match: answer, effect: 'accept', cause: implicit('dhcp-answer', printAddress(server), origin) },
      ];
    });
  });
  return { stage: 'judge', rules };
}

/** The VLAN that has the server; for one further away, every way into the VRF that is not management. */
function serverSide({ device, layout }: LowerContext, clients: L3Layout, server: Prefix, space: Entrances): bigint {
  const vrf = vrfOf(device.settings, clients.name);
  const interfaces = [...layout.l3.values()].filter(({ name }) => vrfOf(device.settings, name) === vrf);
  const connected = interfaces.filter(({ addresses }) =>
    addresses.some(({ network }) => containsPrefix(network, server)),
  );
  const from = connected.length > 0 ? connected : interfaces.filter(({ isManagement }) => !isManagement);
  return from.reduce((mask, l3) => mask | space.ofInterface(l3), 0n);
}

function implicit(kind: string, what: string, origin: Location): Cause {
  return { rule: `implicit ${kind}`, tag: ['implicit', kind, what], origin };
}
