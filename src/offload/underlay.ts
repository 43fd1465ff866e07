// The way that outer packets of a tunnel take.

import type { L3Interface, Network } from '../forwarding/network.ts';
import { parsePrefix } from '../model/prefix.ts';

/** Interfaces by which an address is reached, without duplicates; several = ECMP. Empty = no route or no address. */
export function underlayOf(network: Network, remote: string, table = 'main'): readonly L3Interface[] {
  const address = parsePrefix(remote);
  if (!address) return [];
  const hops = network.routesTo(table, address).flatMap(({ nextHops }) => nextHops);
  const names = new Set(hops.flatMap((hop) => hop.interface ?? []));
  return [...names].flatMap((name) => network.l3Interfaces.get(name) ?? []);
}
