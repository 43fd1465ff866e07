// What a config makes of a device: ports, bridges, VLAN membership, L3 interfaces, routes. Derived once per config;
// rules and the decision procedure ask it instead of matching strings. `build.ts` makes it.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import type { Config, Item, MenuPath } from '../../model/config.ts';
import type { Prefix } from '../../model/prefix.ts';
import type { Port, Switch, Target } from '../../profile/target.ts';
import type { Location } from '../../source/location.ts';

/** A front port under its current name (`set [ find default-name=ether1 ] name=wan` renames it everywhere). */
export interface PhysicalPort {
  readonly name: string;
  /** The profile's entry; its `name` is the factory name. */
  readonly port: Port;
  readonly switch: Switch | undefined;
  /** `/interface/ethernet` item, when the config has one. */
  readonly item: Item | undefined;
  readonly enabled: boolean;
  /**
   * `/interface/ethernet/switch/port` `l3-hw-offloading`; its default is yes. Undefined: the chip has no such
   * property.
   */
  readonly l3Offload: boolean | undefined;
  /** The item that sets it, when one does. */
  readonly l3OffloadItem: Item | undefined;
  /** Its `/interface/ethernet/switch/port` item, whatever that sets. */
  readonly switchItem: Item | undefined;
}

/** One switch chip with its settings in this config. */
export interface ChipState {
  readonly switch: Switch;
  /** `/interface/ethernet/switch` item, when the config has one. */
  readonly item: Item | undefined;
  /** `l3-hw-offloading=yes`; its default is no. */
  readonly l3Offload: boolean;
  readonly ipv6Offload: boolean;
  readonly fasttrackOffload: boolean;
}

export interface Bond {
  readonly name: string;
  readonly item: Item;
  readonly mode: string;
  /** Interface names as written. */
  readonly slaves: readonly string[];
  /** The chip that switches this bond; undefined = the CPU does, or nobody knows (see `hardware`). */
  readonly switch: Switch | undefined;
  /** As `switch`, with a mode or a slave count that no fact covers told apart. */
  readonly hardware: Switch | 'unknown' | undefined;
}

export interface BridgePort {
  readonly interface: string;
  readonly item: Item;
  readonly bridge: string;
  readonly pvid: number;
  readonly frameTypes: 'admit-all' | 'admit-only-vlan-tagged' | 'admit-only-untagged-and-priority-tagged';
  readonly ingressFiltering: boolean;
  /** `hw=yes`, the default. */
  readonly hwWanted: boolean;
  /**
   * The chip that switches this port of this bridge; undefined = the CPU does. Facts that are unknown give
   * `unknown`.
   */
  readonly hardware: Switch | 'unknown' | undefined;
}

export interface Bridge {
  readonly name: string;
  readonly item: Item;
  readonly vlanFiltering: boolean;
  readonly pvid: number;
  readonly etherType: string;
  readonly ports: readonly BridgePort[];
  /** Chips that this bridge's ports are offloaded on. */
  readonly switches: readonly Switch[];
  /** What it uses that a chip has to know to keep it. */
  readonly uses: readonly FeatureUse[];
}

/** The fact that has to be true of the chip, what switches the feature on, and the code of its loss. */
export interface FeatureUse extends Reference {
  readonly fact: BridgeFeature;
  readonly code: EvidencedCode;
}

/** Every fact that decides whether a chip keeps a bridge. */
export type BridgeFeature =
  | 'l2.bridge'
  | 'l2.stp'
  | 'l2.mstp'
  | 'l2.vlan-filtering'
  | 'l2.tag-stacking'
  | 'l2.igmp-snooping'
  | 'l2.dhcp-snooping'
  | 'l2.arp-inspection';

/** Who is in one VLAN of one bridge. Bridge itself counts under its own name. */
export interface VlanMembers {
  readonly bridge: string;
  readonly vid: number;
  readonly tagged: ReadonlySet<string>;
  readonly untagged: ReadonlySet<string>;
  /** The `/interface/bridge/vlan` items that name this VLAN. */
  readonly items: readonly Item[];
}

export interface VlanInterface {
  readonly name: string;
  readonly item: Item;
  readonly vid: number;
  /** Name of the interface that it sits on. */
  readonly parent: string;
  readonly parentKind: 'bridge' | 'port' | 'bond' | 'vlan' | 'other' | 'missing';
  /** `/interface/vlan` `l3-hw-offloading`; its default is yes. */
  readonly l3Offload: boolean;
}

export type InterfaceKind =
  | 'port'
  | 'bond'
  | 'bridge'
  | 'vlan'
  | 'vxlan'
  | 'vrrp'
  | 'tunnel'
  | 'wireless'
  | 'loopback'
  | 'other';

export interface PortL2mtu {
  readonly port: PhysicalPort;
  /** The value that is set; undefined = the factory's. */
  readonly set: number | undefined;
  /** The value that is set, or what the factory's cannot exceed. */
  readonly most: number;
}

/** An MTU that is written, and that not every port below has room for. */
export interface TightMtu {
  readonly written: number;
  /** False where there is no room for the tag of the VLAN alone: then it is not certain that RouterOS refuses. */
  readonly isRefused: boolean;
  /** The ports that are too small, the smallest first. */
  readonly ports: readonly PortL2mtu[];
}

/** Any interface that can carry an address. */
export interface L3Interface {
  readonly name: string;
  readonly kind: InterfaceKind;
  readonly item: Item | undefined;
  readonly addresses: readonly Address[];
  /** `main` or the VRF that the interface belongs to. */
  readonly vrf: string;
  /** The MTU that it has, which is not the one that is written where RouterOS refuses that. */
  readonly mtu: number;
  readonly tightMtu?: TightMtu;
  /** Front ports by which packets of this interface enter and leave, by current name. */
  readonly ports: readonly string[];
}

export interface Vrf {
  readonly name: string;
  readonly item: Item;
  readonly interfaces: readonly string[];
}

export interface Address {
  readonly item: Item;
  readonly interface: string;
  /** The device's own address, as a host prefix. */
  readonly host: Prefix;
  /** The connected network. */
  readonly network: Prefix;
}

export type NextHop =
  | {
      readonly kind: 'gateway';
      readonly address: Prefix;
      /** Where it was resolved to; undefined = unreachable. */
      readonly interface: string | undefined;
      /** Who it is on the link, where a route of its own leads to it. */
      readonly neighbour?: Prefix;
      /** The VRF, or `main`, that it leaves the route's own for, as by `gateway=x@table`. */
      readonly table?: string;
    }
  | { readonly kind: 'interface'; readonly interface: string; readonly table?: string }
  /** `hidden`: whoever shows an export has blanked it out. */
  | { readonly kind: 'blackhole' | 'hidden'; readonly interface?: undefined; readonly table?: undefined };

export interface Route {
  /** The static route's item, the address item of a connected one, the client's item of a dynamic default route. */
  readonly item: Item;
  /** `derived`: from other devices of the site; `promised`: from outside of it. */
  readonly origin: 'static' | 'connected' | 'dynamic' | 'derived' | 'promised';
  readonly prefix: Prefix;
  /** `main`, a VRF's name or a routing table's. */
  readonly table: string;
  readonly distance: number;
  readonly nextHops: readonly NextHop[];
  readonly suppressed: boolean;
  /** Lost to another usable route of the same prefix and table with a smaller distance. */
  readonly shadowed: boolean;
  /** A blackhole, or at least one next hop that resolves to an interface. */
  readonly usable: boolean;
}

/** Prefixes that a neighbour is expected to send: they are in no configuration, but take room in the chip. */
export interface LearntRoutes {
  /** Who sends them, for people: `BGP peer transit`. */
  readonly by: string;
  readonly family: 4 | 6;
  readonly routes: number;
  /** `main` or a VRF's name. */
  readonly table: string;
  /** Address of the neighbour, where it is one. */
  readonly from?: Prefix;
  /** Where the number is written. */
  readonly at: Location;
}

/** Where a name is written. */
export interface Reference {
  readonly item: Item;
  readonly property: string;
}

export interface Network {
  readonly config: Config;
  readonly target: Target;
  readonly ports: ReadonlyMap<string, PhysicalPort>;
  readonly chips: readonly ChipState[];
  readonly bonds: ReadonlyMap<string, Bond>;
  readonly bridges: ReadonlyMap<string, Bridge>;
  /** By interface name: the membership that takes an interface into a bridge. */
  readonly bridgePorts: ReadonlyMap<string, BridgePort>;
  readonly vlanInterfaces: ReadonlyMap<string, VlanInterface>;
  readonly l3Interfaces: ReadonlyMap<string, L3Interface>;
  /** Enabled routes, connected ones included. */
  readonly routes: readonly Route[];
  /** Empty where nobody has said what neighbours send. */
  readonly learntRoutes: readonly LearntRoutes[];
  /** Neighbours bring what is among `routes`, and nothing else. */
  readonly learnsExpectedOnly: boolean;
  /** By name, in order. `main` is not listed. */
  readonly vrfs: ReadonlyMap<string, Vrf>;
  /** The chip that routes in hardware, with its settings; undefined = the device has none. */
  readonly offload: ChipState | undefined;
  /** By name: interfaces that the config uses but that neither it nor the model has. */
  readonly unknownInterfaces: ReadonlyMap<string, readonly Reference[]>;
  /** Members of an interface list: `include`, `exclude` and the built-in `all` and `none` resolved. */
  interfaceListMembers(list: string): ReadonlySet<string>;
  /** Whether the interface and what it sits on exist and are enabled. */
  isUp(name: string): boolean;
  /** Bridge name or interface → kind, for every interface known. */
  kindOf(name: string): InterfaceKind | undefined;
  /** Front ports below an interface: a port itself, a bond's slaves, a VLAN's members, a bridge's ports. */
  portsBelow(name: string): readonly PhysicalPort[];
  members(bridge: string, vid: number): VlanMembers;
  /** Every VLAN id that a bridge's ports, rows or VLAN interfaces use. */
  vidsOf(bridge: string): readonly number[];
  /** Menus of the config that no table of ours describes. */
  readonly unmodelledMenus: readonly MenuPath[];
}
