// What an interface sits on: the front ports below it, whether it is up, its MTU.

import { propertyValue } from '../model/config.ts';
import { groupBy } from './grouping.ts';
import type { NamedInterface } from './interfaces.ts';
import type { Address, Bond, Bridge, L3Interface, PhysicalPort, VlanInterface, VlanMembers } from './network.ts';

/** What the answers below are looked up in. */
export interface Stack {
  readonly named: ReadonlyMap<string, NamedInterface>;
  readonly ports: ReadonlyMap<string, PhysicalPort>;
  readonly bonds: ReadonlyMap<string, Bond>;
  readonly bridges: ReadonlyMap<string, Bridge>;
  readonly vlanInterfaces: ReadonlyMap<string, VlanInterface>;
  members(bridge: string, vid: number): VlanMembers;
}

/** Enabled front ports below an interface. */
export function portsBelow(name: string, stack: Stack, seen: ReadonlySet<string> = new Set()): readonly PhysicalPort[] {
  if (seen.has(name)) return [];
  const port = stack.ports.get(name);
  if (port) return port.enabled ? [port] : [];
  const below = new Set([...seen, name]);
  const found = new Set<PhysicalPort>();
  for (const lower of lowerInterfaces(name, stack)) {
    for (const physical of portsBelow(lower, stack, below)) found.add(physical);
  }
  return [...found];
}

function lowerInterfaces(name: string, stack: Stack): readonly string[] {
  const bond = stack.bonds.get(name);
  if (bond) return bond.slaves;
  const bridge = stack.bridges.get(name);
  if (bridge) return bridge.ports.map((port) => port.interface);
  const vlan = stack.vlanInterfaces.get(name);
  if (vlan) return vlan.parentKind === 'bridge' ? vlanPorts(vlan.parent, vlan.vid, stack) : [vlan.parent];
  const parent = parentOf(stack.named.get(name));
  return parent === undefined ? [] : [parent];
}

/** The members of a VLAN that are ports of its bridge. */
function vlanPorts(bridge: string, vid: number, stack: Stack): readonly string[] {
  const { tagged, untagged } = stack.members(bridge, vid);
  const ports = stack.bridges.get(bridge)?.ports ?? [];
  return ports.map((port) => port.interface).filter((name) => tagged.has(name) || untagged.has(name));
}

/** VRRP, MACVLAN, MACsec and PPPoE interfaces sit on one other interface. */
function parentOf(above: NamedInterface | undefined): string | undefined {
  if (!above?.item || above.kind === 'tunnel') {
    return above?.item?.menu === '/interface/pppoe-client' ? propertyValue(above.item, 'interface') : undefined;
  }
  return above.kind === 'vrrp' || above.kind === 'other' ? propertyValue(above.item, 'interface') : undefined;
}

/** Whether an interface and everything that it sits on exist and are enabled. */
export function upOf(stack: Stack): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const isUp = (name: string): boolean => {
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    known.set(name, false); // An interface that sits on itself never comes up.
    const parent = stack.vlanInterfaces.get(name)?.parent ?? parentOf(stack.named.get(name));
    const up = stack.named.get(name)?.enabled === true && (parent === undefined || isUp(parent));
    known.set(name, up);
    return up;
  };
  return isUp;
}

/** Every enabled interface, with its addresses and the front ports that it uses. */
export function l3InterfacesOf(
  stack: Stack,
  addresses: readonly Address[],
  vrfOf: (name: string) => string,
): ReadonlyMap<string, L3Interface> {
  const own = groupBy(addresses, (address) => address.interface);
  const interfaces = new Map<string, L3Interface>();
  for (const { name, kind, item, enabled } of stack.named.values()) {
    if (!enabled) continue;
    interfaces.set(name, {
      name,
      kind,
      item,
      addresses: own.get(name) ?? [],
      vrf: vrfOf(name),
      mtu: mtuOf(name, stack),
      ports: l3Ports(name, stack).map((port) => port.name),
    });
  }
  return interfaces;
}

/** Untagged traffic of a filtering bridge itself belongs to the bridge's own VLAN. */
function l3Ports(name: string, stack: Stack): readonly PhysicalPort[] {
  const bridge = stack.bridges.get(name);
  if (!bridge?.vlanFiltering) return portsBelow(name, stack);
  const found = vlanPorts(name, bridge.pvid, stack).flatMap((port) => portsBelow(port, stack));
  return [...new Set(found)];
}

const defaultMtu = 1500;

/** A bridge's `auto` follows its smallest port. */
function mtuOf(name: string, stack: Stack): number {
  const item = stack.named.get(name)?.item;
  const own = Number((item && propertyValue(item, 'mtu')) ?? Number.NaN);
  if (Number.isFinite(own)) return own;
  const bridge = stack.bridges.get(name);
  if (!bridge || bridge.ports.length === 0) return defaultMtu;
  return Math.min(...bridge.ports.map((port) => (port.interface === name ? defaultMtu : mtuOf(port.interface, stack))));
}
