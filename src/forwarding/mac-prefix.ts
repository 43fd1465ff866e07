// On some chips all hardware-routed interfaces have to share the first five octets of their MAC addresses.

import { type Item, isYes, propertyValue } from '../model/config.ts';
import { parseDeferred } from '../model/deferred.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { derivedOnce } from './grouping.ts';
import type { ChipState, Network } from './network.ts';

/**
 * First five octets of an interface's MAC; `factory` where the port or bridge keeps what the factory gave it; `either`
 * where a bridge takes the MAC of one of ports that differ.
 */
type MacPrefix = string;

const factory: MacPrefix = 'factory';
const either: MacPrefix = 'either';

interface MacPrefixes {
  readonly of: ReadonlyMap<string, MacPrefix>;
  /** Prefixes that the config makes certain to differ. */
  readonly distinct: ReadonlySet<MacPrefix>;
}

const prefixes: (network: Network) => MacPrefixes = derivedOnce((network) => {
  const of = new Map<string, MacPrefix>();
  for (const { name, addresses } of network.l3Interfaces.values()) {
    if (addresses.length === 0) continue;
    const prefix = macPrefix(network, name);
    if (prefix !== undefined) of.set(name, prefix);
  }
  return { of, distinct: distinctOf(new Set(of.values())) };
});

/** A factory MAC is taken to fit a globally unique one, because nobody can tell; a local one it cannot fit. */
function distinctOf(all: ReadonlySet<MacPrefix>): ReadonlySet<MacPrefix> {
  if (all.has(either)) return all;
  const written = [...all].filter((prefix) => prefix !== factory);
  return new Set(all.has(factory) && written.every(isLocal) ? all : written);
}

/** Somebody made it up: the bit of locally administered addresses is set. */
function isLocal(prefix: MacPrefix): boolean {
  return (Number.parseInt(prefix.slice(0, 2), 16) & 2) !== 0;
}

/** Equal for interfaces whose MAC addresses start alike. */
export function macClass(network: Network, name: string): string | undefined {
  return prefixes(network).of.get(name) ?? macPrefix(network, name);
}

/** Undefined where the interface shares the prefix of all others, or the chip does not mind. */
export function macReason(network: Network, chip: ChipState, name: string): Reason | undefined {
  const own = macClass(network, name);
  if (own === undefined) return undefined;
  const { of, distinct } = prefixes(network);
  // Nobody routes from an interface without an address, but a route may name it as its gateway.
  if ((of.has(name) ? distinct : distinctOf(new Set([...of.values(), own]))).size < 2) return undefined;
  const restricted = chip.switch.fact('l3.mac-prefix');
  if (restricted?.value === false) return undefined;
  const says = restricted && [restricted.says(`${chip.switch.chip} routes interfaces of one MAC prefix`)];
  return makeReason(
    'unknown',
    'l3hw/mac-range-dx2000-dx3000',
    `the MAC addresses of routed interfaces start differently, and which of them the chip serves is not described`,
    placeOf(macItem(network, name), 'admin-mac'),
    ...(says ?? []),
  );
}

/** Whether one packet would need both of two prefixes, of which the chip has one. */
export function macsDiffer(network: Network, ingress: string, egress: string): boolean {
  const [left, right] = [macClass(network, ingress), macClass(network, egress)];
  if (left === undefined || right === undefined || left === right || left === either || right === either) return false;
  return (left !== factory || isLocal(right)) && (right !== factory || isLocal(left));
}

/** Prefixes of routed interfaces that are certain to differ; factory MACs count as one. */
export function macPrefixCount(network: Network): number {
  const { of, distinct } = prefixes(network);
  return Math.max(distinct.size, Math.min(of.size, 1));
}

function macPrefix(network: Network, name: string): MacPrefix | undefined {
  const vlan = network.vlanInterfaces.get(name);
  if (vlan) return macPrefix(network, vlan.parent);
  const item = macItem(network, name);
  const kind = network.kindOf(name);
  if (kind !== 'port' && kind !== 'bridge' && kind !== 'bond') return undefined;
  const own = ownMac(item, kind);
  if (own !== undefined) return own;
  const lower = kind === 'bridge' ? portsOf(network, name) : (network.bonds.get(name)?.slaves.slice(0, 1) ?? []);
  const prefixes = new Set(lower.flatMap((each) => macPrefix(network, each) ?? []));
  const [first] = prefixes;
  return prefixes.size > 1 ? either : (first ?? factory);
}

/** A bridge takes the MAC of an Ethernet port before that of any other. */
function portsOf(network: Network, bridge: string): readonly string[] {
  const ports = (network.bridges.get(bridge)?.ports ?? []).map((port) => port.interface);
  const ethernet = ports.filter((name) => network.kindOf(name) === 'port');
  return ethernet.length > 0 ? ethernet : ports;
}

/** Undefined where nobody has written one. */
function ownMac(item: Item | undefined, kind: 'port' | 'bridge' | 'bond'): MacPrefix | undefined {
  const names = { port: 'mac-address', bridge: 'admin-mac', bond: 'forced-mac-address' };
  const text = item && propertyValue(item, names[kind]);
  const isAutomatic = kind === 'bridge' && isYes((item && propertyValue(item, 'auto-mac')) ?? 'yes');
  if (text === undefined || text === '' || isAutomatic || parseDeferred(text)) return undefined;
  return text.toUpperCase().split(':').slice(0, 5).join(':');
}

function macItem(network: Network, name: string) {
  const vlan = network.vlanInterfaces.get(name);
  return network.l3Interfaces.get(vlan?.parent ?? name)?.item;
}
