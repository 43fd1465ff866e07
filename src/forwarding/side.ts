// One side of a routed path as a whole: what becomes of packets that enter or leave at an interface, whatever the
// other end.

import type { Placement } from '../model/placement.ts';
import { derivedPer } from '../source/grouping.ts';
import { attachmentsOf } from './attachments.ts';
import { makeReason, placeOf, portlessReason, type Reason } from './causes.ts';
import { chipReason, deviceReasons, forwardingReason, vrfReason } from './device-reasons.ts';
import { reachReason } from './l3-leg.ts';
import { type Leg, legOf } from './leg.ts';
import { silentReason } from './neighbour.ts';
import type { ChipState, Network } from './network.ts';
import { worstOf } from './outcome.ts';
import { flagReason, ingressReason } from './port-leg.ts';
import { isolationReason } from './route-leg.ts';
import { unmodelledAt } from './unmodelled.ts';
import { vrfAt } from './vrfs.ts';

/** A placement, with what makes it worse than `hardware`. */
export interface Placed {
  readonly placement: Placement;
  readonly reasons: readonly Reason[];
}

export const sideOf = derivedPer((network: Network, name: string, family: 4 | 6): Placed => {
  const chip = network.offload;
  const ofDevice = chipReason(network, family);
  const unreached = reachReason(network, name);
  if (!chip || ofDevice?.placement === 'cpu') return placedBy(ofDevice, unreached);
  const leg = legOf(network, name, family);
  const ofPath = leg.reason ?? portsReason(network, chip, name, leg);
  return placedBy(
    ofPath,
    forwardingReason(network, family),
    ...deviceReasons(network),
    unmodelledAt(network, name),
    silentReason(network, name),
    // What the CPU routes anyway it routes in its own table.
    ofPath?.placement === 'cpu' ? undefined : vrfReason(network, chip, vrfAt(network, name)),
  );
});

export function placedBy(...found: readonly (Reason | undefined)[]): Placed {
  const reasons = found.filter((reason) => reason !== undefined);
  return { placement: worstOf(reasons), reasons };
}

/** What stands against some of the ports behind it, or against all. */
function portsReason(network: Network, chip: ChipState, name: string, { on, off }: Leg): Reason | undefined {
  const ways = attachmentsOf(network, name);
  const mixed = ways.find(({ l3Offload }) => l3Offload === 'mixed');
  if (mixed) return flagReason(mixed, mixed);
  if (on.length + off.length === 0) return portlessReason(name);
  const [flag] = off;
  const text = `hardware routing is off at \`${flag?.name}\``;
  const at = placeOf(flag?.l3OffloadItem, 'l3-hw-offloading');
  if (flag) return makeReason(on.length === 0 ? 'cpu' : 'partial', 'l3hw/l3hw-port-off', text, at);
  const [reason] = ways.flatMap((each) => ingressReason(network, chip, each) ?? isolationReason(network, each) ?? []);
  return reason?.placement === 'cpu' ? { ...reason, placement: 'partial' } : reason;
}
