// On some chips all hardware-routed interfaces have to share the first five octets of their MAC addresses.

import { derivedOnce } from '../../source/grouping.ts';
import { areDistinct, distinctOf, type MacPrefix, macCarrier, macPlace, macPrefix } from '../network/mac-prefix.ts';
import type { ChipState, Network } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import { interfaceReason } from './l3-leg.ts';

/** An interface whose MAC address the chip would have to know, as its VLANs or itself are routed. */
export interface MacCarrier {
  readonly name: string;
  readonly prefix: MacPrefix;
}

const code = 'l3hw/mac-range-dx2000-dx3000';

/** Those with an address that the chip would route, in the order of the configuration. */
const carriers: (network: Network) => readonly MacCarrier[] = derivedOnce((network) => {
  const found = new Map<string, MacPrefix>();
  for (const { name, addresses } of network.l3Interfaces.values()) {
    const prefix = macPrefix(network, name);
    if (addresses.length > 0 && prefix !== undefined && needsMac(network, name)) {
      found.set(macCarrier(network, name), prefix);
    }
  }
  return [...found].map(([name, prefix]) => ({ name, prefix }));
});

const distinct: (network: Network) => ReadonlySet<MacPrefix> = derivedOnce((network) =>
  distinctOf(new Set(carriers(network).map(({ prefix }) => prefix))),
);

/** Those of which one or more start with other octets than the rest; none where all may be alike. */
export function differingCarriers(network: Network): readonly MacCarrier[] {
  const differing = distinct(network);
  return differing.size < 2 ? [] : carriers(network).filter(({ prefix }) => differing.has(prefix));
}

/** Undefined where the interface shares the prefix of all others, or the chip does not mind. */
export function macReason(network: Network, chip: ChipState, name: string): Reason | undefined {
  const own = macPrefix(network, name);
  const restricted = chip.switch.fact('l3.mac-prefix');
  if (own === undefined || restricted?.value === false || !needsMac(network, name)) return undefined;
  const all = carriers(network).map(({ prefix }) => prefix);
  // Nobody routes from an interface without an address, but a route may name it as its gateway.
  const differing = all.includes(own) ? distinct(network) : distinctOf(new Set([...all, own]));
  if (differing.size < 2) return undefined;
  const says = restricted ? [restricted.says(`${chip.switch.chip} routes interfaces of one MAC prefix`)] : [];
  const { item, property } = macPlace(network, name);
  const text =
    'the MAC addresses of routed interfaces start differently, and which of them the chip serves is not described';
  return makeReason('unknown', code, text, placeOf(item, property), ...says);
}

/** Why the chip does not route between two interfaces: one packet would need both of two prefixes. */
export function macsReason(network: Network, ingress: string, egress: string): Reason | undefined {
  const [left, right] = [macPrefix(network, ingress), macPrefix(network, egress)];
  if (left === undefined || right === undefined || !areDistinct(left, right)) return undefined;
  if (network.offload?.switch.fact('l3.mac-prefix')?.value !== true) return undefined;
  const text = `\`${ingress}\` and \`${egress}\` have MAC addresses that start differently`;
  const { item, property } = macPlace(network, egress);
  return makeReason('cpu', code, text, placeOf(item, property));
}

/** Prefixes that the chip would have to know: those that are certain to differ, factory MACs as one. */
export function macPrefixCount(network: Network): number {
  return Math.max(distinct(network).size, Math.min(carriers(network).length, 1));
}

/** Ports whose flag is off, or of another chip, and bridges of the CPU are routed without the chip's MAC prefix. */
function needsMac(network: Network, name: string): boolean {
  const chip = network.offload;
  if (!chip || interfaceReason(network, chip, name)?.placement === 'cpu') return false;
  const ports = network.portsBelow(macCarrier(network, name));
  const isStandalone = network.kindOf(macCarrier(network, name)) !== 'bridge';
  return !isStandalone || ports.some((port) => port.switch === chip.switch && port.l3Offload !== false);
}
