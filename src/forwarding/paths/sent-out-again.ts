// What NAT translates for a host here, and policy routing then takes: it leaves, and not to that host.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import { isOfDestinationNat, type Outcome } from '../firewall/outcome.ts';
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
  const { packets, egress } = outcome;
  if (egress[0]?.interface === client || isProvider(network, client, packets.family)) return outcome;
  const lost = ledAway(network, outcome, client, 'firewall/pbr-takes-answers', 'these answers');
  return lost ? { ...lost, isSeen: true } : outcome;
}

/** The same of openers that a port forward leads to a host here, and policy routing to a provider. */
export function openersSentOut(network: Network, outcome: Outcome): Outcome {
  const { traffic, translated, egress, packets } = outcome;
  const [way] = isOfDestinationNat(translated) ? egress : [];
  if (!way || !isProvider(network, way.interface, packets.family)) return outcome;
  return ledAway(network, outcome, traffic.inInterface, 'firewall/pbr-takes-own', 'these packets') ?? outcome;
}

/** Undefined where the table of an interface knows no other way, or nobody knows which. */
function ledAway(
  network: Network,
  { cpuPath: _, ...outcome }: Outcome,
  home: string,
  code: EvidencedCode,
  what: string,
): Outcome | undefined {
  const { packets, egress, chosenBy } = outcome;
  const [way] = egress;
  if (outcome.placement !== 'cpu' || !way) return undefined;
  const { routed, unrouted } = partition(network, vrfAt(network, home), packets.family, packets.destination);
  const isKnown = routed.every(
    ({ length, nextHops }) => length > 0 && !nextHops.some((hop) => hop.interface === way.interface),
  );
  if (!isKnown || !isEmpty(unrouted)) return undefined;
  const sender = chosenBy ? 'policy routing' : '`main`';
  // Without a rule it is the VRF whose networks `main` does not know.
  const at = chosenBy?.origin ?? network.vrfs.get(vrfAt(network, home))?.item.origin;
  const stop = makeReason('dropped', code, `${sender} sends ${what} out again by \`${way.interface}\``, at);
  return { ...outcome, placement: stop.placement, because: [stop.cause, ...outcome.because] };
}

/** A default route leads there, of whatever table, and NAT translates what leaves. */
function isProvider(network: Network, name: string, family: 4 | 6): boolean {
  const leadsOut = ({ prefix, nextHops }: Route) =>
    prefix.length === 0 && nextHops.some((hop) => hop.interface === name);
  return translatingEnds(network, family).has(name) && network.routes.some(leadsOut);
}
