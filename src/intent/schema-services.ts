// What a site says about services of a device that are not forwarding: DHCP, router advertisements, time, names,
// monitoring, logs.

import * as z from 'zod';
import { parsePrefix } from '../model/prefix.ts';
import { address, ipv4Address, mac, name, object, oneOrMany, prefix, secret, text } from './schema-values.ts';

const duration = (example: string) => z.string().regex(/^(\d+[smhdw])+$/, `expected a time such as \`${example}\``);

const range = z
  .string()
  .regex(/^[\d.]+-[\d.]+$/, 'expected a range such as `10.0.2.100-10.0.2.199`')
  .refine((text) => {
    const [first, last] = text.split('-').map((each) => parsePrefix(each));
    return first && last && first.base <= last.base;
  }, 'expected the lowest address before the highest');

export const dhcpServer = object({
  range: oneOrMany(range).describe('Addresses to lease'),
  dns: oneOrMany(ipv4Address).optional().describe('DNS servers that clients learn'),
  domain: text.optional().describe('Domain that clients learn'),
  lease: duration('1h').optional().describe('Lease time'),
  name: text.min(1).optional().describe('What the device calls the server; without it, as the VLAN'),
  pool: text.min(1).optional().describe('What the device calls its pool of addresses; without it, as the VLAN'),
  fixed: z
    .record(
      name,
      object({
        address: ipv4Address.describe('What it gets, inside the VLAN’s subnet'),
        mac: mac.describe('Its MAC address'),
      }),
    )
    .optional()
    .describe('Hosts that always get the same address, by name; it may lie outside `range`'),
});

export const routerAdvertisement = z.union([
  z.literal(false),
  object({
    prefix: z.boolean().optional().describe('`false`: hosts do not learn the prefix, and give themselves no address'),
    dns: oneOrMany(address).optional().describe('IPv6 DNS servers that hosts learn'),
    managed: z.boolean().optional().describe('`true`: hosts get their addresses by DHCPv6'),
    other: z.boolean().optional().describe('`true`: hosts ask DHCPv6 for everything but addresses'),
    lifetime: duration('30m').optional().describe('How long hosts use this router without hearing of it'),
  }),
]);

const host = z.string().regex(/^[A-Za-z0-9.:-]+$/, 'expected an address or a name');

export const ntp = object({
  servers: oneOrMany(host).describe('Time servers, by address or name'),
  serve: z.boolean().optional().describe('`true`: gives the time to others as well'),
});

export const dns = object({
  servers: oneOrMany(address).describe('Name servers that the device asks'),
  serve: z.boolean().optional().describe('`true`: answers the questions of others; open a firewall for nobody else'),
});

export const snmp = object({
  user: name.describe('User of SNMPv3'),
  password: secret.describe('Its authentication password: `!env NAME` or `!file PATH`'),
  encryption: secret.describe('Its encryption password: `!env NAME` or `!file PATH`'),
  from: oneOrMany(prefix).optional().describe('Networks that may ask; without it: those that may manage'),
  contact: text.optional().describe('Who is responsible'),
  location: text.optional().describe('Where the device is'),
});

export const syslog = object({
  server: address.describe('Where messages go, by UDP'),
  port: z.int().min(1).max(65_535).optional().describe('UDP port; 514 unless said otherwise'),
  topics: oneOrMany(z.string().regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/, 'expected topics such as `bgp` or `bgp,debug`'))
    .optional()
    .describe('What is sent; critical, error, warning and info unless said otherwise'),
});
