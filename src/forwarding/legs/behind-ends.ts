// Addresses of packets that leave by an interface, or come from there.

import { derivedPer } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { type IntervalSet, intersect, isEmpty, prefixInterval, subtract, unionOf } from '../packets/space.ts';
import { notUnicast, ownAddressesIn } from '../routing/endpoints.ts';
import { destinationsIn, leadingBy } from '../routing/fib.ts';
import type { RoutedEnd } from './ends.ts';

/** Addresses that packets to or from this end may carry: what a table, mostly its own, sends there. */
export function addressesBehind(
  network: Network,
  { name, interface: { vrf } }: RoutedEnd,
  family: 4 | 6,
  table = vrf,
): IntervalSet {
  return reachedBy(network, table, family, name);
}

/** Who may send from there: whoever is sent to, and neighbours whose answers are thrown away. */
export function sendersBehind(network: Network, end: RoutedEnd, family: 4 | 6): IntervalSet {
  const { vrf, addresses } = end.interface;
  const reached = addressesBehind(network, end, family);
  const lost = blackholes(network, vrf, family);
  if (isEmpty(lost)) return reached;
  const near = addresses.flatMap((each) => (each.host.family === family ? prefixInterval(each.network) : []));
  return unionOf([...reached, ...toOthers(network, vrf, intersect(unionOf(near), lost), family)]);
}

const blackholes = derivedPer((network: Network, table: string, family: 4 | 6) =>
  unionOf(
    destinationsIn(network, table, family).flatMap(({ nextHops, set }) =>
      nextHops.every(({ kind }) => kind === 'blackhole') ? set : [],
    ),
  ),
);

const reachedBy = derivedPer((network: Network, table: string, family: 4 | 6, name: string): IntervalSet => {
  const leading = leadingBy(network, table, family).get(name) ?? [];
  return toOthers(network, table, unionOf(leading.flatMap(({ set }) => set)), family);
});

/** Without what is no unicast packet, or for the device itself. */
export function toOthers(network: Network, vrf: string, set: IntervalSet, family: 4 | 6): IntervalSet {
  return subtract(subtract(set, notUnicast[family]), ownAddressesIn(network, vrf, family));
}
