// Packets that are sent through the simulated device, and the trace of each.

import { listValues } from '../../../model/config.ts';
import type { CpuPath, Placement } from '../../../model/placement.ts';
import { type Prefix, parsePrefix } from '../../../model/prefix.ts';
import type { StoredRow } from '../store/store.ts';

export interface Tag {
  /** 0 = priority-tagged. */
  readonly vlan: number;
  readonly priority?: number;
  /** `0x8100` when absent. */
  readonly tpid?: string;
}

export interface IpHeader {
  readonly source: string;
  readonly destination: string;
  /** `tcp`, `udp`, `icmp`, `icmpv6`, `ospf`, or a number. */
  readonly protocol: string;
  readonly ttl?: number;
  readonly sourcePort?: number;
  readonly destinationPort?: number;
  readonly dscp?: number;
  /** TCP: the packet opens the connection. */
  readonly syn?: boolean;
  /** TCP: everything but the very first packet has it. */
  readonly ack?: boolean;
  /** ICMP: the packet answers an echo request. */
  readonly isEchoReply?: boolean;
}

export interface Packet {
  /** Current name of the front port that it enters by. */
  readonly port: string;
  readonly sourceMac: string;
  /** Absent = the MAC of whatever the sender's gateway would be: the device's own interface behind the port and tag. */
  readonly destinationMac?: string;
  /** Outermost first; empty = untagged. */
  readonly tags: readonly Tag[];
  /** IP packet in bytes, without Ethernet header and tags. */
  readonly length: number;
  /** Absent = not IP; then `etherType` says what it is. */
  readonly ip?: IpHeader;
  /** `arp`, `lldp`, or a hexadecimal number; read only when there is no IP header. */
  readonly etherType?: string;
}

/** A policy that a packet went past. */
export interface Bypassed {
  /** What it would have done: `filter forward: drop (new)`. */
  readonly text: string;
  /** The row that says so; undefined = none does by itself. */
  readonly row?: StoredRow | undefined;
  /** Of NAT: where its chains begin. */
  readonly natChain?: string;
}

/** Where one copy of the packet left. */
export interface Exit {
  readonly port: string;
  readonly tags: readonly Tag[];
  /** By whom this copy was sent. */
  readonly by: 'chip' | 'cpu';
}

export interface Stage {
  readonly where: 'chip' | 'cpu';
  /** `acl`, `fdb`, `lpm`, `conntrack`, … */
  readonly name: string;
  /** What happened there, for people. */
  readonly text: string;
}

export interface PacketTrace {
  readonly placement: Placement;
  /** How the CPU handled it, when it did. */
  readonly cpuPath?: CpuPath;
  readonly exits: readonly Exit[];
  /** The device itself took it. */
  readonly isDelivered: boolean;
  readonly stages: readonly Stage[];
  /** Firewall chains that judged it, `filter forward`; what the chip forwards meets none. */
  readonly judgedBy: readonly string[];
  /** Policies of the kernel that would have acted on it, had it not gone past them. */
  readonly bypassed: readonly Bypassed[];
  /** The switch rule of the configuration that it met. */
  readonly ruledBy?: StoredRow;
  /** Where it was routed: the MAC address that its copies go to. */
  readonly nextHopMac?: string;
  /** What the simulator met and does not model; then nothing follows from the placement. */
  readonly unmodelled: readonly string[];
}

/** Collects what happens to one packet. */
export class PacketTraceLog {
  readonly stages: Stage[] = [];
  readonly exits: Exit[] = [];
  readonly judgedBy: string[] = [];
  readonly bypassed: Bypassed[] = [];
  readonly unmodelled: string[] = [];
  ruledBy: StoredRow | undefined;
  nextHopMac: string | undefined;

  chip(name: string, text: string): void {
    this.stages.push({ where: 'chip', name, text });
  }

  cpu(name: string, text: string): void {
    this.stages.push({ where: 'cpu', name, text });
  }

  end(placement: Placement, details: { readonly cpuPath?: CpuPath; readonly isDelivered?: boolean } = {}): PacketTrace {
    const { stages, exits, judgedBy, bypassed, ruledBy, nextHopMac, unmodelled } = this;
    const { cpuPath, isDelivered = false } = details;
    const known = { ...(cpuPath && { cpuPath }), ...(ruledBy && { ruledBy }), ...(nextHopMac && { nextHopMac }) };
    return { placement, ...known, exits, isDelivered, stages, judgedBy, bypassed, unmodelled };
  }
}

export function familyOf(ip: IpHeader): 4 | 6 {
  return ip.source.includes(':') ? 6 : 4;
}

const parsed = new Map<string, Prefix>();

/** An address as a host prefix. Throws for what is no address: packets are made by programs. */
export function hostOf(address: string): Prefix {
  const known = parsed.get(address);
  if (known) return known;
  const host = parsePrefix(address);
  if (!host) throw new Error(`no address: ${address}`);
  if (parsed.size > 100_000) parsed.clear();
  parsed.set(address, host);
  return host;
}

export function isMulticastAddress(address: string): boolean {
  const { family, base } = hostOf(address);
  return family === 4 ? base >> 28n === 0xen || address === '255.255.255.255' : base >> 120n === 0xffn;
}

/** Multicast and broadcast MAC addresses have the lowest bit of the first octet set. */
export function isGroupMac(mac: string): boolean {
  return (Number.parseInt(mac.slice(0, 2), 16) & 1) === 1;
}

const protocolNumbers: Readonly<Record<string, number>> = {
  icmp: 1,
  igmp: 2,
  ipencap: 4,
  tcp: 6,
  egp: 8,
  udp: 17,
  ipv6: 41,
  gre: 47,
  'ipsec-esp': 50,
  'ipsec-ah': 51,
  icmpv6: 58,
  ospf: 89,
  pim: 103,
  vrrp: 112,
  l2tp: 115,
  sctp: 132,
  'udp-lite': 136,
};

export function protocolNumber(name: string): number | undefined {
  return /^\d+$/.test(name) ? Number(name) : protocolNumbers[name];
}

/** Of `80,8000-8080`: ports, or lengths. */
export function isInRanges(value: string, number: number | undefined): boolean {
  if (number === undefined) return false;
  return listValues(value).some((member) => {
    const [low = '', high = low] = member.split('-');
    return number >= Number(low) && number <= Number(high);
  });
}
