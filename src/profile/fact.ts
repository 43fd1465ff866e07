// The vocabulary of facts: closed, typed, described. A fact that a profile leaves out is unknown, never "no". Free of
// zod, because every start of the program loads it; `schema.ts` makes the validator from the same table.

import type { Grade } from '../diagnostics/diagnostic.ts';

/** What the CPU forwards at most on one path, for one packet size. */
export interface Ceiling {
  /** Packets per second. */
  readonly pps: number;
  /** Ethernet payload size that the figure was taken at, in bytes. */
  readonly packetBytes: number;
  /** Bits per second, where the source gives them apart from pps. */
  readonly bps?: number;
  /** Filter rules that every packet passed; absent = the source says nothing of them. */
  readonly rules?: number;
}

/** The types that a fact's value can have. */
export interface FactTypes {
  readonly bool: boolean;
  /** A whole number, zero or more. */
  readonly count: number;
  /** A number above zero. */
  readonly amount: number;
  readonly names: readonly string[];
  /** `shared`: prefixes and hosts take entries of one table; `indexed`: sizes depend on the shape of the table. */
  readonly table: 'shared' | 'indexed';
  readonly ceilings: readonly Ceiling[];
}
export type FactType = keyof FactTypes;

export interface FactDescription {
  readonly type: FactType;
  /** One sentence without a full stop, true when a `bool` fact is true. */
  readonly about: string;
  readonly unit?: string;
}

function fact<T extends FactType>(type: T, about: string, unit?: string) {
  return { type, about, ...(unit && { unit }) } as const;
}

export const chipFacts = {
  'l2.bridge': fact('bool', 'The chip can offload a bridge at all'),
  'l2.bridges': fact('count', 'Bridges that the chip offloads at the same time', 'bridges'),
  'l2.stp': fact('bool', 'STP and RSTP keep bridging in hardware'),
  'l2.mstp': fact('bool', 'MSTP keeps bridging in hardware'),
  'l2.vlan-filtering': fact('bool', 'Bridge VLAN filtering keeps bridging in hardware'),
  'l2.vlan-table': fact('bool', 'Switches VLANs by a table of its own, /interface/ethernet/switch/vlan'),
  'l2.tag-stacking': fact('bool', 'Tag stacking and S-tag bridges keep bridging in hardware'),
  'l2.igmp-snooping': fact('bool', 'IGMP snooping keeps bridging in hardware'),
  'l2.dhcp-snooping': fact('bool', 'DHCP snooping keeps bridging in hardware'),
  'l2.dhcp-snooping-dynamic-rules': fact('count', 'Dynamic switch rules that DHCP snooping takes', 'rules'),
  'l2.arp-inspection': fact(
    'bool',
    'ARP inspection, IP source guard, DHCPv6 snooping and RA guard keep bridging in hardware',
  ),
  'l2.bonding-modes': fact('names', 'Bonding modes switched in hardware; empty means none'),
  'l2.bond-slaves': fact('count', 'Slaves that one hardware bond can have', 'ports'),
  'l2.fdb': fact('count', 'MAC addresses that the forwarding database holds', 'entries'),
  'l2.snooping-stops-unknown': fact(
    'bool',
    'With IGMP snooping and a querier, unknown multicast of every protocol is no longer flooded',
  ),
  'l2.snooping-outer-tag-only': fact('bool', 'Snooping reads the outer VLAN tag alone'),
  'l2.s-tag-filtering': fact('bool', 'VLAN filtering by service tag works on every port'),
  'l2.rate-at-any-speed': fact('bool', 'Egress and storm rates hold when a port links below its highest speed'),
  'l2.multicast-limit-exact': fact('bool', 'A limit for unknown multicast leaves known multicast alone'),
  'l2.needs-protocol-mode': fact('bool', 'A bridge without a spanning tree protocol misbehaves in hardware'),
  'l2.switch-vlan-table': fact('bool', 'The switch has a VLAN table of its own, apart from the bridge'),
  'l2.switch-vlan-needs-cpu-port': fact(
    'bool',
    'A VLAN reaches the CPU only where the switch VLAN table lists the CPU port',
  ),
  'l2.switch-vlan-mode': fact('bool', 'Ports look at the switch VLAN table only in a VLAN mode other than disabled'),
  'l2.port-mirroring': fact('bool', 'The chip copies frames of a port to a mirror target'),
  'l3.offload': fact('bool', 'Routes IPv4 in hardware (L3HW)'),
  'l3.ipv6': fact('bool', 'Routes IPv6 in hardware'),
  'l3.table': fact('table', 'How routes lie in the table: one entry each (shared with hosts), or indexed'),
  'l3.routes.ipv4': fact('count', 'IPv4 prefixes that the hardware table holds', 'routes'),
  'l3.routes.ipv6': fact('count', 'IPv6 prefixes that the hardware table holds', 'routes'),
  'l3.hosts.ipv4': fact('count', 'IPv4 hosts that the hardware table holds', 'hosts'),
  'l3.hosts.ipv6': fact('count', 'IPv6 hosts that the hardware table holds', 'hosts'),
  'l3.next-hops': fact('count', 'Next hops that the hardware table holds', 'next hops'),
  'l3.ecmp-paths': fact('count', 'Paths of one ECMP route that the hardware uses', 'paths'),
  'l3.mtu-profiles': fact('count', 'Different MTU values that hardware routing can have', 'values'),
  'l3.mac-prefix': fact('bool', 'MAC addresses of routed interfaces must share their first five octets'),
  'l3.vlan-flag': fact('bool', '/interface/vlan has l3-hw-offloading'),
  'l3.vlan-on-port': fact('bool', 'A VLAN interface directly on an Ethernet port is routed in hardware'),
  'l3.vlan-counters': fact('bool', 'Counts packets per VLAN interface in hardware'),
  'l3.vrf': fact('bool', 'Routes in VRFs in hardware'),
  'l3.vrf-tables': fact('count', 'VRF tables in hardware', 'tables'),
  'l3.fasttrack': fact('bool', 'Forwards FastTrack connections in hardware (IPv4)'),
  'l3.fasttrack-connections': fact('count', 'FastTrack connections that the hardware table holds', 'connections'),
  'l3.nat-entries': fact('count', 'NAT entries that the hardware table holds', 'entries'),
  'l3.vxlan': fact('bool', 'Encapsulates VXLAN in hardware'),
  'l3.mac-telnet-swallowed': fact('bool', 'MAC telnet packets are lost while L3HW is on'),
  'l3.romon-swallowed': fact('bool', 'RoMON packets are lost while L3HW is on'),
  'l3.access-port-bug': fact('bool', 'Access ports with the L3HW flag lose layer 2 traffic'),
  'switch.package': fact('names', 'Packages without which the chip is not driven'),
  'acl.rules': fact('count', 'Switch rules that the table holds', 'rules'),
  'acl.new-vrf': fact('bool', 'Switch rules can move packets to a VRF (new-vrf) in hardware'),
  'acl.fasttrack-entries-per-rule': fact('count', 'FastTrack entries that one switch rule costs at most', 'entries'),
  'acl.vlan-needs-filtering': fact('bool', 'Switch rules match and set VLANs only while the bridge filters VLANs'),
  'acl.many-targets': fact('bool', 'One switch rule can send packets to several ports'),
  'qos.profiles': fact('count', 'QoS profiles, the built-in one included', 'profiles'),
  'qos.wred': fact('bool', 'WRED, ECN and PFC in hardware'),
  'qos.always-on': fact('bool', 'QoS in hardware cannot be switched off'),
} as const satisfies Record<string, FactDescription>;

export const modelFacts = {
  'cpu.cores': fact('count', 'CPU cores', 'cores'),
  'cpu.mhz': fact('count', 'CPU clock', 'MHz'),
  'ram.mb': fact('count', 'Memory', 'MB'),
  'l2mtu.max': fact('count', 'Highest L2MTU of the front ports', 'bytes'),
  'default-bridge.off-chip-port': fact(
    'bool',
    'The factory configuration bridges a port that is not on the routing chip',
  ),
  'version.known-bugs': fact('names', 'Defects of this RouterOS version on this device, one sentence each'),
  'power.max-w': fact('amount', 'Highest power draw, without PoE out', 'W'),
  'price.usd': fact('amount', 'Suggested retail price', 'US$'),
  'ceiling.slow': fact('ceilings', 'What the CPU forwards on the slow path'),
  'ceiling.fasttrack': fact('ceilings', 'What the CPU forwards on FastTrack'),
  'ceiling.fastpath': fact('ceilings', 'What the CPU forwards on FastPath'),
  'ceiling.chip-pps': fact('amount', 'What the switch chip forwards', 'packets/s'),
} as const satisfies Record<string, FactDescription>;

export type ChipFactKey = keyof typeof chipFacts;
export type ModelFactKey = keyof typeof modelFacts;
export type FactKey = ChipFactKey | ModelFactKey;

type Described = typeof chipFacts & typeof modelFacts;
export type FactValue<K extends FactKey> = FactTypes[Described[K]['type']];

/** One statement: a value with the evidence for it, and the RouterOS versions that it holds for. */
export interface FactRecord<V> {
  readonly value: V;
  readonly grade: Grade;
  /** A key of `sources`, possibly followed by `#section`. */
  readonly cite: string;
  /** For sizes: `up-to` is the vendor's word for "depends on what is in it". Absent = exact. */
  readonly bound?: 'exact' | 'up-to';
  /** First RouterOS version that it holds for; absent = from the first that rosc knows. */
  readonly since?: string;
  /** First RouterOS version that it no longer holds for; absent = it still holds. */
  readonly until?: string;
  /** What a reader should know beside the value. */
  readonly note?: string;
  /** Of a measured one: what else is said of it, with grade and source. */
  readonly otherwise?: string;
}

/** A fact has one record per range of RouterOS versions; only measured ones overlap others, and stand before them. */
export type FactRecords<K extends FactKey> = { readonly [Key in K]?: readonly FactRecord<FactValue<Key>>[] };

/** The description of any fact; undefined = no such fact. */
export function describeFact(key: string): FactDescription | undefined {
  return Object.entries<FactDescription>({ ...chipFacts, ...modelFacts }).find(([name]) => name === key)?.[1];
}
