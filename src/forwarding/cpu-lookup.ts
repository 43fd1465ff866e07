// Where a routing table sends a class of packets, as the CPU looks it up.

import type { Item } from '../model/config.ts';
import { makeReason, type Reason } from './causes.ts';
import { partition } from './fib.ts';
import type { Network, NextHop } from './network.ts';
import type { RoutingChoice } from './routing-policy.ts';
import type { PacketSet } from './space.ts';

export type Found =
  | { readonly kind: 'egress'; readonly packets: PacketSet; readonly interface: string }
  /** `open`: some of the routes that share the prefix lead somewhere, others drop. */
  | { readonly kind: 'blackhole' | 'unrouted' | 'open'; readonly packets: PacketSet; readonly at: Item | undefined };

export function lookUp(
  network: Network,
  { packets, table }: Pick<RoutingChoice, 'packets' | 'table'>,
): readonly Found[] {
  const { routed: groups, unrouted } = partition(network, table, packets.family, packets.destination);
  const found = groups.flatMap(({ set, nextHops, routes }): readonly Found[] => {
    const part = { ...packets, destination: set };
    const ways = [...new Set(nextHops.map(interfaceOf).filter((name) => name !== undefined))];
    const drops = nextHops.some((hop) => hop.kind === 'blackhole');
    if (ways.length > 0 && !drops) return ways.map((name) => ({ kind: 'egress', packets: part, interface: name }));
    return [{ kind: ways.length > 0 ? 'open' : 'blackhole', packets: part, at: routes[0]?.item }];
  });
  if (unrouted.length === 0) return found;
  return [...found, { kind: 'unrouted', packets: { ...packets, destination: unrouted }, at: undefined }];
}

/** Routes of one prefix and distance of which some drop. */
export function openRoutes(item: Item | undefined): Reason {
  const text = 'some routes of this prefix drop, others do not';
  return makeReason('unknown', 'route/ecmp-mixed-nexthops', text, item?.origin);
}

function interfaceOf(hop: NextHop): string | undefined {
  return hop.kind === 'blackhole' ? undefined : hop.interface;
}
