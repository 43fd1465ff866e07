// The first five octets of an interface's MAC address, of which some chips know one for all that they route.

import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { parseDeferred } from '../../model/deferred.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { bottomBy } from './column.ts';
import type { InterfaceKind, Network } from './network.ts';

/**
 * First five octets of an interface's MAC; `factory` where the port or bridge keeps what the factory gave it; `either`
 * where a bridge takes the MAC of one of ports that differ.
 */
export type MacPrefix = string;

const [factory, either] = ['factory', 'either'] as const;

const properties: Partial<Readonly<Record<InterfaceKind, string>>> = {
  port: 'mac-address',
  bridge: 'admin-mac',
  bond: 'forced-mac-address',
};

const prefixes = derivedOnce<Network, Map<string, readonly (MacPrefix | undefined)[]>>(() => new Map());

/** Undefined for interfaces that no chip routes. */
export function macPrefix(network: Network, name: string): MacPrefix | undefined {
  const carrier = macCarrier(network, name);
  const known = prefixes(network);
  const found = known.get(carrier);
  if (found) return found[0];
  // Until it is known: a bridge may have a VLAN of its own for a port.
  known.set(carrier, [undefined]);
  const prefix = prefixOf(network, carrier);
  known.set(carrier, [prefix]);
  return prefix;
}

function prefixOf(network: Network, name: string): MacPrefix | undefined {
  const kind = network.kindOf(name);
  if (kind !== 'port' && kind !== 'bridge' && kind !== 'bond') return undefined;
  const own = writtenMac(network, name);
  if (own !== undefined) return own.split(':').slice(0, 5).join(':');
  const lower = kind === 'bridge' ? portsOf(network, name) : (network.bonds.get(name)?.slaves.slice(0, 1) ?? []);
  const [first = factory, ...others] = new Set(lower.flatMap((each) => macPrefix(network, each) ?? []));
  return others.length > 0 ? either : first;
}

/** Where the MAC address of an interface, or of what its VLAN sits on, is written or could be. */
export function macPlace(network: Network, name: string): { readonly item?: Item; readonly property: string } {
  const carrier = macCarrier(network, name);
  const item = itemOf(network, carrier);
  return { ...(item && { item }), property: properties[network.kindOf(carrier) ?? 'port'] ?? 'mac-address' };
}

const carrierOf = bottomBy(({ vlanInterfaces }: Network, name) => vlanInterfaces.get(name)?.parent);

/** The interface whose MAC address it is: a VLAN has that of its parent, unless it stands on itself. */
export function macCarrier(network: Network, name: string): string {
  return carrierOf(network, name) ?? name;
}

/** Prefixes that are certain to differ, or may. */
export function distinctOf(all: ReadonlySet<MacPrefix>): ReadonlySet<MacPrefix> {
  if (all.has(either)) return all;
  // A factory MAC is taken to fit a globally unique one, because nobody can tell; a local one it cannot fit.
  const written = [...all].filter((prefix) => prefix !== factory);
  return new Set(all.has(factory) && written.every(isLocal) ? all : written);
}

/** Whether it is certain that no MAC address of the one starts as one of the other does. */
export function areDistinct(left: MacPrefix, right: MacPrefix): boolean {
  if (left === right || left === either || right === either) return false;
  return (left !== factory || isLocal(right)) && (right !== factory || isLocal(left));
}

/** As a reader is told. */
export function describePrefix(prefix: MacPrefix): string {
  if (prefix === either) return 'the address of one of its ports, which start differently';
  return prefix === factory ? 'a factory address' : `${prefix}:…`;
}

/** Somebody made it up: the bit of locally administered addresses is set. */
export function isLocal(prefix: MacPrefix): boolean {
  return prefix !== factory && prefix !== either && (Number.parseInt(prefix.slice(0, 2), 16) & 2) !== 0;
}

/** A bridge takes the MAC of an Ethernet port before that of any other. */
function portsOf(network: Network, bridge: string): readonly string[] {
  const ports = (network.bridges.get(bridge)?.ports ?? []).map((port) => port.interface);
  const ethernet = ports.filter((name) => network.kindOf(name) === 'port');
  return ethernet.length > 0 ? ethernet : ports;
}

/** The whole MAC address of a port, bond or bridge; undefined where nobody has written one. */
export function writtenMac(network: Network, name: string): string | undefined {
  const kind = network.kindOf(name) ?? 'port';
  const item = itemOf(network, name);
  const text = item && propertyValue(item, properties[kind] ?? '');
  const isAutomatic = kind === 'bridge' && isYes((item && propertyValue(item, 'auto-mac')) ?? 'yes');
  if (text === undefined || text === '' || isAutomatic || parseDeferred(text)) return undefined;
  return text.toUpperCase();
}

function itemOf(network: Network, name: string): Item | undefined {
  return network.ports.get(name)?.item ?? network.l3Interfaces.get(name)?.item;
}
