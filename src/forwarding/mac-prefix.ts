// On some chips all hardware-routed interfaces have to share the first five octets of their MAC addresses.

import { isYes, propertyValue } from '../model/config.ts';
import { parseDeferred } from '../model/deferred.ts';
import { type Objection, objection, placeOf } from './causes.ts';
import { derivedOnce } from './grouping.ts';
import type { ChipState, Network } from './network.ts';

/** First five octets of an interface's MAC; `factory` where the port or bridge keeps what the factory gave it. */
type MacPrefix = string;

const factory: MacPrefix = 'factory';

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
  const written = [...all].filter((prefix) => prefix !== factory);
  const isLocal = (prefix: MacPrefix) => (Number.parseInt(prefix.slice(0, 2), 16) & 2) !== 0;
  return new Set(all.has(factory) && written.every(isLocal) ? all : written);
}

/** Undefined where the interface shares the prefix of all others, or the chip does not mind. */
export function macObjection(network: Network, chip: ChipState, name: string): Objection | undefined {
  const { of, distinct } = prefixes(network);
  const own = of.get(name);
  if (own === undefined || distinct.size < 2) return undefined;
  const restricted = chip.switch.fact('l3.mac-prefix');
  if (restricted?.value === false) return undefined;
  const says = restricted && [restricted.says(`${chip.switch.chip} routes interfaces of one MAC prefix`)];
  return objection(
    'unknown',
    'l3hw/mac-range-dx2000-dx3000',
    `the MAC addresses of routed interfaces start differently, and which of them the chip serves is not described`,
    placeOf(macItem(network, name), 'admin-mac'),
    ...(says ?? []),
  );
}

/** Whether one packet would need both of two prefixes, of which the chip has one. */
export function macsDiffer(network: Network, ingress: string, egress: string): boolean {
  const { of, distinct } = prefixes(network);
  const [left, right] = [of.get(ingress), of.get(egress)];
  return left !== undefined && right !== undefined && left !== right && distinct.has(left) && distinct.has(right);
}

function macPrefix(network: Network, name: string): MacPrefix | undefined {
  const vlan = network.vlanInterfaces.get(name);
  if (vlan) return macPrefix(network, vlan.parent);
  const item = macItem(network, name);
  const kind = network.kindOf(name);
  if (kind !== 'port' && kind !== 'bridge' && kind !== 'bond') return undefined;
  const ownMac =
    item &&
    propertyValue(item, kind === 'port' ? 'mac-address' : kind === 'bridge' ? 'admin-mac' : 'forced-mac-address');
  const automatic = kind === 'bridge' && isYes((item && propertyValue(item, 'auto-mac')) ?? 'yes');
  if (ownMac === undefined || ownMac === '' || automatic || parseDeferred(ownMac)) return factory;
  return ownMac.toUpperCase().split(':').slice(0, 5).join(':');
}

function macItem(network: Network, name: string) {
  const vlan = network.vlanInterfaces.get(name);
  return network.l3Interfaces.get(vlan?.parent ?? name)?.item;
}
