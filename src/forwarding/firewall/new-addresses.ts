// What NAT puts in the place of an address.

import { hostsAmong } from '../network/addresses.ts';
import { natTarget } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { type Interval, type IntervalSet, type PacketSet, split, unionOf } from '../packets/space.ts';
import type { FirewallRule } from './firewall.ts';

/** `at`: the interface whose address `masquerade` and `redirect` take. Undefined where the address stays. */
export function newAddresses(
  network: Network,
  { action, item }: FirewallRule,
  old: IntervalSet,
  at: { readonly family: 4 | 6; readonly interface: string },
): IntervalSet | undefined {
  if (action === 'masquerade' || action === 'redirect') return addressesOn(network, at.interface, at.family);
  const target = natTarget(item, at.family);
  return target && action === 'netmap' ? oneToOne(old, target) : target;
}

/**
 * Cuts off those that have the one new address already, which NAT does not translate. What `netmap` leaves as it is
 * counts as translated. Source: Linux, `nf_nat_setup_info`, and what its netmap was seen to do.
 */
export function withoutThoseThere<P extends { packets: PacketSet; rule: FirewallRule | undefined }>(
  part: P,
  side: 'source' | 'destination',
  target: IntervalSet | undefined,
): readonly P[] {
  const [only, ...more] = target ?? [];
  const isOne = only && more.length === 0 && BigInt(only.to) - BigInt(only.from) === 1n;
  const { inside, outside = [] } = isOne ? split(part.packets, { [side]: target }) : {};
  if (!inside) return [part];
  return [{ ...part, packets: inside, rule: undefined }, ...outside.map((packets) => ({ ...part, packets }))];
}

export function addressesOn(network: Network, name: string, family: 4 | 6): IntervalSet {
  return hostsAmong(network.l3Interfaces.get(name)?.addresses ?? [], family);
}

/** Each address has its own in the new network; anything but a network is taken as a whole. */
function oneToOne(old: IntervalSet, target: IntervalSet): IntervalSet {
  const [network] = target;
  if (!network || target.length > 1) return target;
  const [base, size] = [BigInt(network.from), BigInt(network.to) - BigInt(network.from)];
  const isNetwork = (size & (size - 1n)) === 0n && base % size === 0n;
  return isNetwork ? unionOf(old.flatMap((each) => shifted(each, network))) : target;
}

/** The host part stays. */
function shifted({ from, to }: Interval, network: Interval): readonly Interval[] {
  const base = BigInt(network.from);
  const size = BigInt(network.to) - base;
  const count = BigInt(to) - BigInt(from);
  if (count >= size) return [network];
  const point = (value: bigint) => (typeof network.from === 'number' ? Number(value) : value);
  const first = BigInt(from) % size;
  const behind = first + count - size;
  if (behind <= 0n) return [{ from: point(base + first), to: point(base + first + count) }];
  return [
    { from: point(base + first), to: network.to },
    { from: network.from, to: point(base + behind) },
  ];
}
