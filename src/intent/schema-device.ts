// What a site says about one device: its model and version, its ports, and the services that it gives to its VLANs.

import * as z from 'zod';
import { furtherSettings, menuKeys } from './menu-words.ts';
import { dnsRecords, leases, members } from './row-words.ts';
import { bridgePriority, linkKeys, spanningTreePort } from './schema-link.ts';
import { modelDescription } from './schema-model.ts';
import { firewallRule, natRule, pbrRule } from './schema-policy.ts';
import { deviceQos, portQos, rateLimit } from './schema-qos.ts';
import { bgp, ospf, route, vrf } from './schema-routing.ts';
import { dhcpServer, dns, ntp, routerAdvertisement, snmp, syslog } from './schema-services.ts';
import {
  address,
  comment,
  interfaceAddress,
  mtu,
  name,
  object,
  oneOrMany,
  prefix,
  routeros,
  text,
  word,
} from './schema-values.ts';

const role = {
  vlan: name.optional().describe('Access port: the VLAN of everything untagged'),
  trunk: oneOrMany(name).optional().describe('Trunk port: the VLANs that it carries tagged'),
  native: name.optional().describe('Hybrid port: the VLAN that a trunk carries untagged'),
  bridged: z
    .literal(true)
    .optional()
    .describe('In the bridge without a VLAN: what is untagged stays in the bridge’s own VLAN 1, beside a `trunk` too'),
  routed: oneOrMany(interfaceAddress)
    .optional()
    .describe('Routed port: own address with its prefix length, or several'),
  zone: name
    .optional()
    .describe('Zone of a routed port, for firewall, NAT and flows; `internet` is one with a meaning'),
  mtu: mtu.optional().describe('Largest IP packet of a routed port, in bytes'),
  'bridge-port': furtherSettings('/interface/bridge/port')
    .optional()
    .describe('What the bridge does with it beyond that, in RouterOS’s properties (`/interface/bridge/port`)'),
};

export const port = object({
  ...role,
  bond: name.optional().describe('The bond that the port is a member of'),
  description: comment.optional().describe('What is plugged in'),
  enabled: z.boolean().optional().describe('`false` shuts the port'),
  l2mtu: z.int().min(1500).max(10222).optional().describe('Largest frame without its MAC header, in bytes'),
  rate: rateLimit.optional().describe('Rate limits, in the switch chip'),
  qos: portQos.optional().describe('Which markings of arriving packets are trusted, and what the others get'),
  'l3-offload': z.boolean().optional().describe('`false` takes the port off hardware routing'),
  'bpdu-guard': z.boolean().optional().describe('Shuts the port when a switch is plugged into it'),
  stp: spanningTreePort.optional().describe('Role of the port in the spanning tree'),
  ...linkKeys,
  ethernet: furtherSettings('/interface/ethernet')
    .optional()
    .describe('Further settings of the port, in RouterOS’s properties (`/interface/ethernet`)'),
}).refine((value) => value.speed === undefined || value['auto-negotiation'] !== true, {
  error: '`speed` is for ports that do not negotiate: leave one of the two out',
});

export const bond = object({
  ...role,
  mode: word(['802.3ad', 'balance-xor', 'active-backup', 'balance-rr', 'broadcast', 'balance-tlb', 'balance-alb'])
    .optional()
    .describe('How the members share traffic; 802.3ad (LACP) unless said otherwise'),
  'lacp-rate': word(['30secs', '1sec']).optional().describe('How often LACP speaks'),
  'hash-policy': word(['layer-2', 'layer-2-and-3', 'layer-3-and-4'])
    .optional()
    .describe('What the CPU picks a member by; switch chips have a hash of their own'),
  'min-links': z.int().nonnegative().optional().describe('Members that must be up for the bond to be up'),
  stp: spanningTreePort.optional().describe('Role of the bond in the spanning tree'),
  description: comment.optional().describe('What is at the other end'),
});

export const managementServices = ['api', 'api-ssl', 'ssh', 'winbox', 'www', 'www-ssl', 'telnet', 'ftp'] as const;

/** TCP ports of the management services, as RouterOS has them unless told otherwise. */
export const servicePorts: Readonly<Record<(typeof managementServices)[number], number> & Record<string, number>> = {
  ftp: 21,
  ssh: 22,
  telnet: 23,
  www: 80,
  'www-ssl': 443,
  winbox: 8291,
  api: 8728,
  'api-ssl': 8729,
};

export const management = object({
  port: name.optional().describe('Port of its own for management, routed and in no bridge'),
  vlan: name.optional().describe('VLAN for management'),
  address: interfaceAddress.describe('Own address in the management network'),
  gateway: address.optional().describe('Next hop towards `from` networks that are further away'),
  from: oneOrMany(prefix).optional().describe('Networks that may manage; without it: the management network alone'),
  services: oneOrMany(word(managementServices))
    .optional()
    .describe('Services that stay on, for `from` alone; all others are switched off. Without it none is touched'),
}).refine((value) => (value.port === undefined) !== (value.vlan === undefined), {
  error: 'management says either `port` or `vlan`',
});

export const device = object({
  model: z
    .union([z.string().min(1), modelDescription])
    .describe('MikroTik model, as `rosc models` lists it, or the description of one that rosc does not know'),
  routeros: routeros.optional().describe('RouterOS version, read as written: 7.10 is not 7.1'),
  url: text.optional().describe('Where the device is: `api://user@host`, `apis://…`, `rest://…`, `sim:MODEL`'),
  description: comment.optional().describe('What the device is for'),
  identity: text.optional().describe('Name that the device shows; untouched without it'),
  names: z
    .record(z.string(), text.min(1))
    .optional()
    .describe('What the device calls ports, bonds, VLANs and the `bridge`, where that is not their name here'),
  management: management.optional().describe('How the device is managed; the network is not transit'),
  ports: z
    .record(z.string(), port)
    .optional()
    .describe(
      'By port name or range (`ether1-16`); an exact name wins over a range. Ports without a role stay untouched',
    ),
  'l3-offload': z.boolean().optional().describe('`false` leaves all routing to the CPU'),
  'unused-ports': word(['shut', 'untouched'])
    .optional()
    .describe('`shut` switches off every port that the site does not name'),
  bonds: z.record(name, bond).optional().describe('Link aggregation, by name'),
  gateways: z
    .record(name, oneOrMany(address))
    .optional()
    .describe('VLANs that this device routes, with its own addresses there'),
  routes: z.array(route).optional().describe('Static routes'),
  bgp: bgp.optional().describe('BGP'),
  ospf: ospf.optional().describe('OSPF'),
  vrfs: z.record(name, vrf).optional().describe('VRFs, by name'),
  'dhcp-snooping': object({
    trusted: oneOrMany(z.string()).describe('Ports, ranges or bonds behind which DHCP servers are'),
  })
    .optional()
    .describe('Drops DHCP answers that come from ports without trust'),
  'dhcp-relay': z
    .record(name, oneOrMany(address))
    .optional()
    .describe('VLANs whose clients ask these DHCP servers; an IPv6 address is a DHCPv6 server'),
  'dhcp-server': z.record(name, dhcpServer).optional().describe('VLANs whose clients this device serves'),
  'router-advertisements': z
    .record(name, routerAdvertisement)
    .optional()
    .describe('What hosts of a VLAN learn about IPv6 beyond its prefix; `false`: nothing at all'),
  ntp: ntp.optional().describe('Where the device gets its time'),
  dns: dns.optional().describe('Where the device resolves names'),
  snmp: snmp.optional().describe('Monitoring by SNMPv3'),
  syslog: syslog.optional().describe('Where messages are sent'),
  'igmp-snooping': z
    .union([z.boolean(), object({ querier: z.boolean().describe('Asks for members itself') })])
    .optional()
    .describe('Multicast only to ports that asked for it'),
  'spanning-tree': word(['rstp', 'stp', 'mstp', 'none']).optional().describe('RSTP unless said otherwise'),
  'bridge-priority': bridgePriority.optional(),
  bridge: furtherSettings('/interface/bridge')
    .optional()
    .describe('Further settings of the bridge, in RouterOS’s properties (`/interface/bridge`)'),
  'vlan-table': z
    .record(name, furtherSettings('/interface/bridge/vlan'))
    .optional()
    .describe(
      'Members of VLANs in the bridge’s table, in place of those that follow from the ports, in RouterOS’s properties (`/interface/bridge/vlan`)',
    ),
  nat: z.array(natRule).optional().describe('Address translation, by the CPU'),
  firewall: z.array(firewallRule).optional().describe('Stateful firewall between the named zones only'),
  pbr: z.array(pbrRule).optional().describe('Policy routing'),
  qos: deviceQos.optional().describe('Quality of service in the switch chip'),
  'interface-lists': z.record(text.min(1), members).optional().describe('Lists of interfaces, by name'),
  'address-lists': z
    .record(text.min(1), members)
    .optional()
    .describe('Lists of addresses, prefixes, ranges or names, by name'),
  leases: leases
    .optional()
    .describe('Fixed leases of DHCP servers that stand in `dhcp`; those of `dhcp-server` stand there, as `fixed`'),
  'dns-records': dnsRecords.optional().describe('Names that the device itself answers for'),
  ...menuKeys,
  raw: z.string().optional().describe('RouterOS lines for what rosc does not model; analysed like everything else'),
  exclusive: oneOrMany(z.string().regex(/^\/[a-z0-9/-]+$/, 'expected a menu such as `/ip/route`'))
    .optional()
    .describe('Menus in which rosc removes what it did not make'),
});

export type PortSettings = z.output<typeof port>;
export type BondSettings = z.output<typeof bond>;
export type DeviceSettings = z.output<typeof device>;
/** What a port and a bond have in common: the place that traffic gets. */
export type PortRole = Pick<
  PortSettings,
  'vlan' | 'trunk' | 'native' | 'bridged' | 'routed' | 'zone' | 'mtu' | 'bridge-port'
>;
