// The shape of a site file. The JSON Schema for editors comes from it, so every key carries its description.

import * as z from 'zod';
import { device } from './schema-device.ts';
import { acl, endpoint, protocol } from './schema-policy.ts';
import {
  address,
  comment,
  l4Ports,
  mac,
  mtu,
  name,
  object,
  oneOrMany,
  prefixIn,
  rate,
  routeros,
  vlanId,
  word,
} from './schema-values.ts';

const vlan = object({
  id: vlanId.describe('VLAN id, 1 to 4094'),
  ipv4: oneOrMany(prefixIn(4)).optional().describe('IPv4 subnet, or several'),
  ipv6: oneOrMany(prefixIn(6)).optional().describe('IPv6 subnet, or several'),
  mtu: mtu.optional().describe('Largest IP packet, in bytes; 1500 unless said otherwise'),
  'l3-offload': z
    .boolean()
    .optional()
    .describe('`false` takes the VLAN off hardware routing (RouterOS 7.21 and newer)'),
  description: comment.optional().describe('What the VLAN is for'),
});

const flag = z.union([z.boolean(), word(['on', 'off'])]).transform((value) => value === true || value === 'on');

const host = object({
  device: name.describe('Device that it is plugged into'),
  port: z.string().describe('Port of that device'),
  address: oneOrMany(address).optional().describe('Its address, or several: the post-check asks whether it is there'),
  mac: mac.optional().describe('MAC address that answers for it'),
  nic: z.string().optional().describe('Network card, as `rosc models --nics` lists it'),
  driver: z.string().optional().describe('Driver that runs it'),
  mtu: mtu.optional().describe('MTU that the host has configured'),
  role: word(['host', 'router', 'hypervisor', 'firewall'])
    .optional()
    .describe('Whether it forwards other machines’ packets'),
  offloads: object({
    gro: flag.optional().describe('Generic receive offload'),
    lro: flag.optional().describe('Large receive offload'),
    tso: flag.optional().describe('TCP segmentation offload'),
    gso: flag.optional().describe('Generic segmentation offload'),
  })
    .optional()
    .describe('Offloads of the card that are known to be on or off'),
  description: comment.optional().describe('What the host is'),
});

const flow = object({
  name: name.optional().describe('Name in reports; otherwise made of its two ends'),
  from: endpoint.describe('VLAN, zone, address, prefix, `internet`, `management` or `any`'),
  to: endpoint.describe('VLAN, zone, address, prefix, `internet`, `management` or `any`'),
  protocol: protocol.optional().describe('Without it: TCP and UDP, both ways'),
  port: l4Ports.optional().describe('Destination ports of the forward direction'),
  'one-way': z.boolean().optional().describe('No replies: syslog, telemetry'),
  rate: rate.optional().describe('What it carries'),
  path: word(['hardware', 'fasttrack', 'cpu', 'dropped']).optional().describe('The path that it must take'),
  description: comment.optional().describe('What relies on it'),
});

export const siteSchema = object({
  version: z.literal(1, 'this rosc reads version 1').describe('Version of this format'),
  site: name.describe('Name of the site'),
  description: comment.optional().describe('What the site is'),
  include: oneOrMany(z.string().min(1))
    .optional()
    .describe('Further files of the site, relative to this one; a name may stand in one of them only'),
  defaults: object({
    routeros: routeros.optional().describe('RouterOS version of devices that name none'),
    mtu: mtu.optional().describe('MTU of VLANs and routed ports that name none'),
    'spanning-tree': word(['rstp', 'stp', 'mstp', 'none']).optional().describe('Of devices that name none'),
  })
    .optional()
    .describe('What devices and VLANs get that do not say otherwise'),
  capacity: object({
    warn: z.int().min(1).max(100).optional().describe('Percentage of a table from which rosc warns; 70 by default'),
    fail: z.int().min(1).max(100).optional().describe('Percentage of a table from which rosc fails; 90 by default'),
  })
    .optional()
    .describe('How full the tables of a chip may be'),
  vlans: z.record(name, vlan).optional().describe('The VLANs, by name'),
  devices: z.record(name, device).describe('The devices, by name'),
  acls: z.record(name, acl).optional().describe('Stateless access lists, by name: switch rules in hardware'),
  hosts: z.record(name, host).optional().describe('What is plugged in, by name: network cards are checked'),
  flows: z.array(flow).optional().describe('Traffic that the site relies on'),
});

export type Site = z.output<typeof siteSchema>;
export type VlanSettings = z.output<typeof vlan>;
export type HostSettings = z.output<typeof host>;
export type FlowSettings = z.output<typeof flow>;
