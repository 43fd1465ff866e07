// Where a routing table sends a class of packets, as the CPU looks it up.

import type { Item } from '../../model/config.ts';
import type { Network } from '../network/network.ts';
import type { Reason } from '../packets/causes.ts';
import type { PacketSet } from '../packets/space.ts';
import { openReason, partition } from './fib.ts';
import type { RoutingChoice } from './routing-policy.ts';

export type Found =
  | { readonly kind: 'egress'; readonly packets: PacketSet; readonly interface: string }
  | { readonly kind: 'open'; readonly packets: PacketSet; readonly reason: Reason }
  | { readonly kind: 'blackhole' | 'unrouted'; readonly packets: PacketSet; readonly at: Item | undefined };

export function lookUp(
  network: Network,
  { packets, table }: Pick<RoutingChoice, 'packets' | 'table'>,
): readonly Found[] {
  const { routed: groups, unrouted } = partition(network, table, packets.family, packets.destination);
  const found = groups.flatMap((group): readonly Found[] => {
    const part = { ...packets, destination: group.set };
    const reason = openReason(network, group);
    if (reason) return [{ kind: 'open', packets: part, reason }];
    const ways = [...new Set(group.nextHops.flatMap((hop) => hop.interface ?? []))];
    if (ways.length > 0) return ways.map((name) => ({ kind: 'egress', packets: part, interface: name }));
    return [{ kind: 'blackhole', packets: part, at: group.routes[0]?.item }];
  });
  if (unrouted.length === 0) return found;
  return [...found, { kind: 'unrouted', packets: { ...packets, destination: unrouted }, at: undefined }];
}
