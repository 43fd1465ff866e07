// What an interface sits on: the front ports below it, whether it is up, its MTU, and the L2MTU of ports.

import { propertyValue } from '../../model/config.ts';
import { derivedPer, groupBy } from '../../source/grouping.ts';
import { bottomBy } from './column.ts';
import type { NamedInterface, Naming } from './interfaces.ts';
import type { Address, InterfaceKind, L3Interface, Network, PhysicalPort, PortL2mtu, TightMtu } from './network.ts';
import { isMember } from './vlans.ts';

/** What the answers below are looked up in. */
export type Stack = Pick<Network, 'ports' | 'bonds' | 'bridges' | 'vlanInterfaces' | 'members'> & Pick<Naming, 'named'>;

/** Interfaces of which each sits on one other have the same ports, however many they are. */
const bottomOf = bottomBy((stack: Stack, name) => {
  const [lower, ...others] = stack.ports.has(name) ? [] : lowerInterfaces(name, stack);
  return others.length > 0 ? undefined : lower;
});

/** Enabled front ports below an interface; none below what sits on itself. */
export function portsBelow(name: string, stack: Stack): readonly PhysicalPort[] {
  const base = bottomOf(stack, name);
  return base === undefined ? [] : portsOf(stack, base);
}

const portsOf = derivedPer((stack: Stack, name: string): readonly PhysicalPort[] => {
  const seen = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (!stack.ports.has(next)) for (const lower of [...lowerInterfaces(next, stack)].reverse()) waiting.push(lower);
  }
  return [...seen].flatMap((each) => stack.ports.get(each) ?? []).filter(({ enabled }) => enabled);
});

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
  const members = stack.members(bridge, vid);
  const ports = stack.bridges.get(bridge)?.ports ?? [];
  return ports.map((port) => port.interface).filter((name) => isMember(members, name));
}

/** VRRP, MACVLAN, MACsec and PPPoE interfaces sit on one other interface. */
function parentOf({ item, kind }: Partial<NamedInterface> = {}): string | undefined {
  const isAbove = kind === 'vrrp' || kind === 'other' || item?.menu === '/interface/pppoe-client';
  return item && isAbove ? propertyValue(item, 'interface') : undefined;
}

/** Whether an interface and everything that it sits on exist and are enabled. */
export function upOf(stack: Stack): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const parent = (name: string) => stack.vlanInterfaces.get(name)?.parent ?? parentOf(stack.named.get(name));
  return (name) => {
    const column: string[] = [];
    let base: string | undefined = name;
    for (; base !== undefined && !known.has(base); base = parent(base)) {
      column.push(base);
      known.set(base, false); // An interface that sits on itself never comes up.
    }
    let up = base === undefined || known.get(base) === true;
    for (const each of column.reverse()) {
      up &&= stack.named.get(each)?.enabled === true;
      known.set(each, up);
    }
    return known.get(name) === true;
  };
}

/** Every enabled interface, with its addresses and the front ports that it uses. */
export function l3InterfacesOf(
  stack: Stack,
  addresses: readonly Address[],
  vrfOf: (name: string) => string,
): Network['l3Interfaces'] {
  const own = groupBy(addresses, (address) => address.interface);
  const interfaces = new Map<string, L3Interface>();
  for (const { name, kind, item, enabled } of stack.named.values()) {
    if (!enabled) continue;
    const tight = tightMtu(name, stack);
    const bridge = stack.bridges.get(name);
    // Untagged traffic of a filtering bridge itself belongs to the bridge's own VLAN.
    const lower = bridge?.vlanFiltering ? vlanPorts(name, bridge.pvid, stack) : [name];
    interfaces.set(name, {
      name,
      kind,
      item,
      addresses: own.get(name) ?? [],
      vrf: vrfOf(name),
      mtu: mtuOf(name, stack),
      ...(tight && { tightMtu: tight }),
      ports: [...new Set(lower.flatMap((each) => portsBelow(each, stack)))].map((port) => port.name),
    });
  }
  return interfaces;
}

const defaultMtu = 1500;

/** What does not fit below is refused: a bridge acts as with `auto`, which follows its smallest port. */
function mtuOf(name: string, stack: Stack): number {
  const item = stack.named.get(name)?.item;
  const own = Number((item && propertyValue(item, 'mtu')) ?? Number.NaN);
  const tight = tightMtu(name, stack);
  if (Number.isFinite(own) && !tight?.isRefused) return own;
  const ports = stack.bridges.get(name)?.ports ?? [];
  // A bridge is no port of a bridge, whatever is written.
  const mtus = ports.map(({ interface: port }) => (stack.bridges.has(port) ? defaultMtu : mtuOf(port, stack)));
  const most = Math.min(defaultMtu, ...(tight?.ports ?? []).map((port) => port.most));
  return mtus.length === 0 ? most : mtus.reduce((least, mtu) => Math.min(least, mtu));
}

/** A VLAN interface inherits the limit of its bridge, and with it that of ports outside of the VLAN. */
function tightMtu(name: string, stack: Stack): TightMtu | undefined {
  const { item, kind } = stack.named.get(name) ?? {};
  if (!item?.properties.has('mtu') || !sizedKinds.has(kind)) return undefined;
  const vlan = stack.vlanInterfaces.get(name);
  const below = portsBelow(vlan?.parentKind === 'bridge' ? vlan.parent : name, stack);
  const written = Number(propertyValue(item, 'mtu'));
  const needed = written + (kind === 'vlan' ? tagBytes : 0);
  const ports = below.flatMap((port) => l2mtuOf(port) ?? []).filter(({ most }) => most < needed);
  const [narrowest] = ports.sort((a, b) => a.most - b.most);
  return narrowest && { written, isRefused: written > narrowest.most, ports };
}

/** No device leaves the factory with more, nor with as much; the manual speaks of about 1580. */
export const factoryL2mtuMax = 1600;

const tagBytes = 4;

/** Undefined for virtual ports, which have no such limit, and for the factory's of a model that nobody knows. */
export function l2mtuOf(port: PhysicalPort): PortL2mtu | undefined {
  if (port.port.medium === 'virtual') return undefined;
  const value = Number((port.item && propertyValue(port.item, 'l2mtu')) ?? Number.NaN);
  const set = Number.isInteger(value) ? value : undefined;
  if (set === undefined && port.port.switch?.family === 'unknown') return undefined;
  return { port, set, most: set ?? factoryL2mtuMax };
}

const sizedKinds: ReadonlySet<InterfaceKind | undefined> = new Set(['port', 'bond', 'bridge', 'vlan']);
