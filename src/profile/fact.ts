// The vocabulary of facts: closed, typed, described. A fact that a profile leaves out is unknown, never "no".

import { z } from 'zod';

const count = z.int().nonnegative();

/** What the CPU forwards at most on one path, for one packet size. */
const ceiling = z.strictObject({
  /** Packets per second. */
  pps: z.number().positive(),
  /** Ethernet payload size that the figure was taken at, in bytes. */
  packetBytes: z.int().positive(),
  /** Bits per second, where the source gives them apart from pps. */
  bps: z.number().positive().optional(),
});

export const chipFacts = {
  'l2.stp': z.boolean().describe('STP and RSTP keep bridging in hardware'),
  'l2.mstp': z.boolean().describe('MSTP keeps bridging in hardware'),
  'l2.vlan-filtering': z.boolean().describe('Bridge VLAN filtering keeps bridging in hardware'),
  'l2.tag-stacking': z.boolean().describe('Tag stacking and S-tag bridges keep bridging in hardware'),
  'l2.igmp-snooping': z.boolean().describe('IGMP snooping keeps bridging in hardware'),
  'l2.dhcp-snooping': z.boolean().describe('DHCP snooping keeps bridging in hardware'),
  'l2.arp-inspection': z
    .boolean()
    .describe('ARP inspection, IP source guard, DHCPv6 snooping and RA guard keep bridging in hardware'),
  'l2.bonding-modes': z.array(z.string()).describe('Bonding modes switched in hardware; empty means none'),
  'l2.bond-slaves': count.describe('Slaves that one hardware bond can have'),
  'l2.bridges': count.describe('Bridges that the chip offloads at the same time'),
  'l2.bridge': z.boolean().describe('The chip can offload a bridge at all'),
  'l2.fdb': count.describe('MAC addresses that the forwarding database holds'),
  'l2.dhcp-snooping-dynamic-rules': count.describe('Dynamic switch rules that DHCP snooping takes'),
  'l3.offload': z.boolean().describe('Routes IPv4 in hardware (L3HW)'),
  'l3.ipv6': z.boolean().describe('Routes IPv6 in hardware'),
  'l3.routes.ipv4': count.describe('IPv4 prefixes that the hardware table holds'),
  'l3.routes.ipv6': count.describe('IPv6 prefixes that the hardware table holds'),
  'l3.hosts.ipv4': count.describe('IPv4 hosts that the hardware table holds'),
  'l3.hosts.ipv6': count.describe('IPv6 hosts that the hardware table holds'),
  'l3.table': z
    .enum(['shared', 'indexed'])
    .describe(
      'shared: prefixes and hosts take entries of one table; indexed: sizes are "up to" and depend on the shape',
    ),
  'l3.next-hops': count.describe('Next hops that the hardware table holds'),
  'l3.ecmp-paths': count.describe('Paths of one ECMP route that the hardware uses'),
  'l3.mtu-profiles': count.describe('Different MTU values that hardware routing can have'),
  'l3.mac-prefix': z.boolean().describe('MAC addresses of routed interfaces must share their first five octets'),
  'l3.vlan-flag': z.boolean().describe('/interface/vlan has l3-hw-offloading'),
  'l3.vlan-on-port': z.boolean().describe('A VLAN interface directly on an Ethernet port is routed in hardware'),
  'l3.vlan-counters': z.boolean().describe('Counts packets per VLAN interface in hardware'),
  'l3.vrf': z.boolean().describe('Routes in VRFs in hardware'),
  'l3.vrf-tables': count.describe('VRF tables in hardware'),
  'l3.fasttrack': z.boolean().describe('Forwards FastTrack connections in hardware (IPv4)'),
  'l3.fasttrack-connections': count.describe('FastTrack connections that the hardware table holds'),
  'l3.nat-entries': count.describe('NAT entries that the hardware table holds'),
  'l3.vxlan': z.boolean().describe('Encapsulates VXLAN in hardware'),
  'l3.mac-telnet-swallowed': z.boolean().describe('MAC telnet packets are lost while L3HW is on'),
  'acl.rules': count.describe('Switch rules that the table holds'),
  'acl.new-vrf': z.boolean().describe('Switch rules can move packets to a VRF (new-vrf) in hardware'),
  'acl.fasttrack-entries-per-rule': count.describe('FastTrack entries that one switch rule costs at most'),
  'qos.wred': z.boolean().describe('WRED, ECN and PFC in hardware'),
} as const satisfies Record<string, z.ZodType>;

export const modelFacts = {
  'cpu.cores': count.describe('CPU cores'),
  'cpu.mhz': count.describe('CPU clock in MHz'),
  'ram.mb': count.describe('Memory in MB'),
  'l2mtu.max': count.describe('Highest L2MTU of the front ports, in bytes'),
  'power.max-w': z.number().positive().describe('Highest power draw in W, without PoE out'),
  'ceiling.slow': z.array(ceiling).describe('What the CPU forwards on the slow path'),
  'ceiling.fasttrack': z.array(ceiling).describe('What the CPU forwards on FastTrack'),
  'ceiling.fastpath': z.array(ceiling).describe('What the CPU forwards on FastPath'),
  'ceiling.chip-pps': z.number().positive().describe('What the switch chip forwards, in packets per second'),
} as const satisfies Record<string, z.ZodType>;

export type ChipFactKey = keyof typeof chipFacts;
export type ModelFactKey = keyof typeof modelFacts;
export type FactKey = ChipFactKey | ModelFactKey;
export type FactValue<K extends FactKey> = K extends ChipFactKey
  ? z.infer<(typeof chipFacts)[K]>
  : K extends ModelFactKey
    ? z.infer<(typeof modelFacts)[K]>
    : never;
