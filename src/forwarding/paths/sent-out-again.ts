// Answers that NAT translates back, and that policy routing then takes: they leave, and not to who asked.

import type { Outcome } from '../firewall/outcome.ts';
import type { Network, Route } from '../network/network.ts';
import { vrfAt } from '../network/vrfs.ts';
import { makeReason } from '../packets/causes.ts';
import { isEmpty } from '../packets/space.ts';
import { partition } from '../routing/fib.ts';
import { translatingEnds } from './translating-ends.ts';

/**
 * `client`: the interface that the openers came by. A table leads away from a network that the device has a route of
 * its own to; providers may pass on what is for each other's hosts. Source: manual, per-connection-classifier, "Policy
 * routing": packets go round, and communication is impossible.
 */
export function sentOutAgain(network: Network, outcome: Outcome, client: string): Outcome {
  const { packets, placement, egress } = outcome;
  const [way] = egress;
  const isAway = placement === 'cpu' && way !== undefined && way.interface !== client;
  if (!isAway || isProvider(network, client, packets.family)) return outcome;
  const { routed, unrouted } = partition(network, vrfAt(network, client), packets.family, packets.destination);
  const isKnown = routed.every(
    ({ length, nextHops }) => length > 0 && !nextHops.some((hop) => hop.interface === way.interface),
  );
  if (!isKnown || !isEmpty(unrouted)) return outcome;
  const routing = outcome.steps.findLast((step) => step.text.startsWith('routed by table'));
  const sender = routing?.at ? 'policy routing' : '`main`';
  const text = `${sender} sends these answers out again by \`${way.interface}\``;
  // Without a rule it is the VRF whose networks `main` does not know.
  const at = routing?.at ?? network.vrfs.get(vrfAt(network, client))?.item.origin;
  const stop = makeReason('dropped', 'firewall/pbr-takes-answers', text, at);
  const { cpuPath: _, ...rest } = outcome;
  return { ...rest, placement: stop.placement, because: [stop.cause, ...outcome.because], isSeen: true };
}

/** A default route leads there, of whatever table, and NAT translates what leaves. */
function isProvider(network: Network, name: string, family: 4 | 6): boolean {
  const leadsOut = ({ prefix, nextHops }: Route) =>
    prefix.length === 0 && nextHops.some((hop) => hop.interface === name);
  return translatingEnds(network, family).has(name) && network.routes.some(leadsOut);
}
