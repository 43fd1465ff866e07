// What a configuration of another maker says, in words that both makers share, each with the line that says it.

import type { InterfaceAddress } from '../../intent/schema-values.ts';
import type { Prefix } from '../../model/prefix.ts';
import type { Maker } from './clean.ts';
import type { ForeignAcl, PolicyNode, Wildcard } from './policy-facts.ts';
import type { Said } from './said.ts';

export type VlanEdit =
  | { readonly kind: 'set' | 'add' | 'remove' | 'except'; readonly ids: readonly number[] }
  | { readonly kind: 'all' | 'none' };

export interface HybridEdit {
  readonly kind: 'tagged' | 'untagged' | 'remove';
  readonly ids: readonly number[];
}

export type InterfaceKind = 'port' | 'aggregate' | 'vlan' | 'management' | 'loopback' | 'stack' | 'other';

export interface ForeignAddress {
  readonly own: InterfaceAddress;
  readonly isSecondary: boolean;
}

export interface ForeignInterface {
  /** As the file writes it. */
  readonly name: string;
  readonly kind: InterfaceKind;
  /** Of ports. */
  readonly mbps: number;
  /** Unit, slot and port, for the order. */
  readonly place: readonly number[];
  /** VLAN id or number of an aggregate. */
  readonly number: number;
  /** Where its blocks begin. */
  readonly heads: number[];
  readonly said: InterfaceSettings;
}

/** Settings of which the last statement counts. */
export interface InterfaceValues {
  readonly description: string;
  readonly shutdown: true;
  readonly layer: 2 | 3;
  /** `other`: tunnels, private VLANs. */
  readonly mode: 'access' | 'trunk' | 'hybrid' | 'negotiated' | 'other';
  readonly tunnel: true;
  readonly access: number;
  readonly native: number;
  readonly voice: number;
  readonly vrf: string;
  readonly mtu: number;
  readonly l2mtu: number;
  readonly member: { readonly aggregate: number; readonly mode: 'static' | 'lacp' | 'negotiated' };
  readonly aggregateMode: 'static' | 'lacp';
  readonly fastLacp: true;
  readonly minLinks: number;
  readonly edge: boolean;
  readonly bpduGuard: boolean;
  readonly rootGuard: true;
  readonly stpCost: number;
  readonly stpPriority: number;
  readonly isolation: number;
  readonly trust: 'dscp' | 'pcp';
  readonly rateIn: number;
  readonly rateOut: number;
  readonly speed: number;
  readonly fullDuplex: true;
  readonly flowControl: 'on';
  readonly policy: string;
  readonly relaySelect: true;
  readonly snoopingTrusted: true;
  readonly natSide: 'inside' | 'outside';
  readonly ospf: { readonly process: string; readonly area: string };
  readonly ospf3: { readonly process: string; readonly area: string };
  readonly ospfCost: number;
  readonly ospfPointToPoint: true;
  readonly ospfBfd: true;
  readonly relaySelect6: true;
  readonly advertises: boolean;
  readonly managedFlag: true;
  readonly otherFlag: true;
  readonly routerLifetime: number;
}

/** Settings of which several statements add up: one of them. */
export interface InterfaceItems {
  readonly trunk: VlanEdit;
  readonly hybrid: HybridEdit;
  readonly addresses: ForeignAddress;
  readonly storm: { readonly kind: 'broadcast' | 'unknown-multicast' | 'unknown-unicast'; readonly percent: number };
  /** `acl`: as `aclKey` has it. */
  readonly filters: { readonly acl: string; readonly direction: 'in' | 'out' };
  readonly relays: Prefix;
  readonly relays6: Prefix;
  readonly relayGroups: string;
  /** Of VRRP, HSRP and their like. */
  readonly virtual: Prefix;
}

export type InterfaceSettings = { -readonly [Key in keyof InterfaceValues]?: Said<InterfaceValues[Key]> } & {
  -readonly [Key in keyof InterfaceItems]?: Said<InterfaceItems[Key]>[];
};

export interface ForeignVlan {
  readonly id: number;
  readonly heads: number[];
  name?: Said<string>;
  description?: Said<string>;
}

export interface ForeignRoute {
  readonly line: number;
  readonly to: Prefix;
  readonly via?: Prefix;
  readonly isBlackhole: boolean;
  readonly preference?: number;
  readonly description?: string;
  readonly vrf?: string;
}

export interface ForeignPool {
  readonly name: string;
  readonly lines: number[];
  vrf?: Said<string>;
  network?: Said<Prefix>;
  gateways: Said<Prefix>[];
  dns: Said<Prefix>[];
  domain?: Said<string>;
  lease?: Said<string>;
  ranges: Said<{ readonly from: Prefix; readonly to: Prefix }>[];
  /** Addresses of single hosts. */
  bindings: Said<FixedLease>[];
  /** A pool for one host alone says its address and its hardware in lines of their own. */
  host?: Said<Prefix>;
  hardware?: Said<string>;
}

export interface FixedLease {
  readonly address: Prefix;
  /** `00:11:22:33:44:55` */
  readonly mac: string;
}

export interface PrefixListEntry {
  readonly line: number;
  readonly sequence: number;
  readonly action: 'permit' | 'deny';
  readonly prefix: Prefix;
  readonly ge?: number;
  readonly le?: number;
}

export interface ForeignArea {
  readonly lines: number[];
  type?: Said<'stub' | 'nssa'>;
  noSummaries?: Said<true>;
  readonly ranges: Said<Prefix>[];
}

export interface ForeignOspf {
  readonly process: string;
  readonly line: number;
  readonly version: 2 | 3;
  readonly vrf?: string;
  routerId?: Said<string>;
  networks: Said<{ readonly wildcard: Wildcard; readonly area: string }>[];
  areas: Map<number, ForeignArea>;
  passive: Said<string>[];
  active: Said<string>[];
  allPassive?: Said<true>;
  redistribute: Said<'connected' | 'static' | 'bgp'>[];
  default?: Said<'always' | 'if-installed'>;
  /** Comware's, of what comes from within the process. */
  preference?: number;
}

export interface ForeignPeer {
  readonly key: string;
  readonly address?: Prefix;
  readonly lines: Set<number>;
  asn?: Said<number>;
  group?: Said<string>;
  active?: Said<boolean>;
  /** Exchanges IPv6 routes. */
  active6?: Said<boolean>;
  description?: Said<string>;
  multihop?: Said<true>;
  /** The interface whose address its session starts at. */
  source?: Said<string>;
  isShut?: Said<true>;
  hasPassword?: Said<true>;
  holdTime?: Said<string>;
  nextHopSelf?: Said<true>;
  routeReflect?: Said<true>;
  bfd?: Said<true>;
  lists: Said<{ readonly name: string; readonly direction: 'in' | 'out'; readonly kind: 'prefix-list' | 'map' }>[];
}

export interface ForeignBgp {
  readonly asn: number;
  readonly line: number;
  routerId?: Said<string>;
  networks: Said<Prefix>[];
  peers: Map<string, ForeignPeer>;
  multipath?: Said<number>;
  /** IPv4 unicast is on for every peer unless it says otherwise. */
  isActiveByDefault: boolean;
  familyLines: number[];
  vrf?: string;
}

/** `interface`: the way out or in; undefined = the one that is marked. */
export type ForeignNat = { readonly line: number; readonly interface: string | undefined } & (
  | { readonly kind: 'source'; readonly acl: string | undefined }
  | {
      readonly kind: 'forward';
      readonly protocol: 'tcp' | 'udp';
      /** Undefined = the address of the interface. */
      readonly outside: Prefix | undefined;
      readonly port: number;
      readonly inside: Prefix;
      readonly insidePort: number;
    }
);

export interface ForeignConfig {
  readonly maker: Maker;
  version?: Said<string>;
  hostname?: Said<string>;
  routerId?: Said<string>;
  readonly vlans: Map<number, ForeignVlan>;
  readonly interfaces: Map<string, ForeignInterface>;
  readonly routes: ForeignRoute[];
  /** By `aclKey`. */
  readonly acls: Map<string, ForeignAcl>;
  readonly policies: Map<string, PolicyNode[]>;
  /** By `aclKey`, as access lists are. */
  readonly prefixLists: Map<string, PrefixListEntry[]>;
  readonly vrfs: Map<string, number[]>;
  readonly pools: Map<string, ForeignPool>;
  readonly excluded: Said<{ readonly from: Prefix; readonly to: Prefix }>[];
  readonly relayGroups: Map<string, Said<Prefix>[]>;
  readonly ospf: ForeignOspf[];
  bgp?: ForeignBgp;
  readonly nat: ForeignNat[];
  readonly nameServers: Said<Prefix>[];
  /** Whether the device asks them at all. */
  lookup?: Said<boolean>;
  readonly ntp: Said<string>[];
  ntpEnabled?: Said<true>;
  readonly syslog: Said<Prefix>[];
  dhcpEnabled?: Said<true>;
  /** IOS: neither serves nor relays. */
  isDhcpOff?: boolean;
  /** IOS: without it VLAN interfaces are for management alone. */
  routing?: Said<boolean>;
  /** IOS: without it the switch is a host in IPv6. */
  ipv6Routing?: boolean;
  defaultGateway?: Said<Prefix>;
  stp?: Said<'rstp' | 'stp' | 'mstp' | 'pvst'>;
  stpEnabled?: Said<boolean>;
  readonly stpPriorities: Said<{ readonly vlans: readonly number[] | undefined; readonly priority: number }>[];
  edgeDefault?: Said<true>;
  bpduGuardDefault?: Said<true>;
  snooping?: Said<boolean>;
  readonly snoopingVlans: Said<readonly number[]>[];
  igmpSnooping?: Said<boolean>;
  igmpQuerier?: Said<true>;
  readonly igmpVlans: Said<number>[];
  packetFilterDeny?: Said<true>;
  l2mtu?: Said<number>;
  l3mtu?: Said<number>;
  vlansAreElsewhere?: Said<true>;
  /** The file breaks off: what it does not say may have stood behind that. */
  readonly isTruncated: boolean;
}
