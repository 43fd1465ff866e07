// Answers that nobody needs the device for where policy has sent what they answer, or that reach it by another link.

import { asOpen, type Outcome } from '../firewall/outcome.ts';
import type { Network } from '../network/network.ts';
import { vrfAt } from '../network/vrfs.ts';
import { cause } from '../packets/causes.ts';
import { type IntervalSet, type PacketSet, unionOf } from '../packets/space.ts';
import { type Destinations, partition } from '../routing/fib.ts';

/**
 * Of answers to what a client opened, which left by `name`: hosts on other links of the device, which may answer there;
 * and those behind a router that policy alone leads to, on the link of the client itself: the router reaches it without
 * the device.
 */
export function answeringElsewhere(
  network: Network,
  client: string,
  name: string,
  { family, source }: Pick<PacketSet, 'family' | 'source'>,
): IntervalSet {
  const { routed, unrouted } = partition(network, vrfAt(network, name), family, source);
  const isBack = client === name;
  const isElsewhere = ({ routes, nextHops }: Destinations) =>
    (isBack || routes[0]?.origin === 'connected') && !nextHops.some((hop) => hop.interface === name);
  return unionOf([...routed.filter(isElsewhere).flatMap(({ set }) => set), ...(isBack ? unrouted : [])]);
}

/** What is wrong with answers that come this way is not certain of them. */
export function orElsewhere(outcome: Outcome): Outcome {
  if (outcome.placement !== 'unpredictable') return outcome;
  return asOpen(outcome, [cause('flow/undecided', 'whether the answers come this way is open')]);
}
