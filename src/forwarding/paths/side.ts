// One side of a routed path as a whole: what becomes of packets that enter or leave at an interface, whatever the
// other end. `withoutPath` is about routes that lead to no interface.

import type { Placement } from '../../model/placement.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { mayEnterTables } from '../acl/entering-tables.ts';
import { silentReason } from '../cpu/neighbour.ts';
import { worstOf } from '../firewall/outcome.ts';
import { chipReason, deviceReasons, forwardingReason, vrfReason } from '../legs/device-reasons.ts';
import { reachReason } from '../legs/l3-leg.ts';
import { isInHardware, type Leg, legOf } from '../legs/leg.ts';
import { flagReason, ingressReason } from '../legs/port-leg.ts';
import { attachmentsOf } from '../network/attachments.ts';
import type { ChipState, Network, Route, Vrf } from '../network/network.ts';
import { unmodelledAt } from '../network/unmodelled.ts';
import { vrfAt } from '../network/vrfs.ts';
import { makeReason, placeOf, portlessReason, type Reason } from '../packets/causes.ts';
import { isInNetwork, mayBringNetworks } from '../routing/later-gateways.ts';
import { isolationReason } from './route-leg.ts';

/** A placement, with what makes it worse than `hardware`. */
export interface Placed {
  readonly placement: Placement;
  readonly reasons: readonly Reason[];
}

export const sideOf = derivedPer((network: Network, name: string, family: 4 | 6): Placed => {
  const chip = network.offload;
  const ofDevice = chipReason(network, family);
  const unreached = reachReason(network, name);
  if (!chip || ofDevice?.placement === 'cpu')
    return placedBy(ofDevice, unreached, forwardingReason(network, family, 'cpu'));
  const leg = legOf(network, name, family);
  const ofPath = leg.reason ?? portsReason(network, chip, name, leg);
  return placedBy(
    ofPath,
    forwardingReason(network, family, ofPath?.placement === 'cpu' ? 'cpu' : 'chip'),
    ...deviceReasons(network),
    unmodelledAt(network, name),
    silentReason(network, name, family),
    // What the CPU routes anyway it routes in its own table.
    ofPath?.placement === 'cpu' ? undefined : ofTable(network, chip, vrfAt(network, name)),
  );
});

/**
 * What becomes of packets in a table: those of one that marks and rules alone lead to are the CPU's, and those of a VRF
 * that none of them enters in the chip.
 */
export function ofTable(network: Network, chip: ChipState, table: string): Reason | undefined {
  if (table !== 'main' && !network.vrfs.has(table)) {
    return makeReason('cpu', 'route/main-table-only', `the chip does not look into \`${table}\``);
  }
  const reason = vrfReason(network, chip, table);
  const isEntered = vrfsOnChip(network).some(({ name }) => name === table);
  if (reason?.placement !== 'unpredictable' || isEntered) return reason;
  const text = `the chip does not route in \`${table}\`, and none of its packets gets into the chip's tables`;
  return { placement: 'cpu', cause: { ...reason.cause, text } };
}

/** VRFs that packets can enter in hardware: the chip routes at an interface, and no switch rule takes all of it. */
export const vrfsOnChip = derivedOnce((network: Network): readonly Vrf[] => {
  const isEntered = (name: string) => {
    const addresses = network.l3Interfaces.get(name)?.addresses ?? [];
    const families = addresses.length > 0 ? new Set(addresses.map(({ host }) => host.family)) : ([4] as const);
    return [...families].some(
      (family) => isInHardware(legOf(network, name, family)) && mayEnterTables(network, name, family),
    );
  };
  return [...network.vrfs.values()].filter(({ interfaces }) => interfaces.some(isEntered));
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

/** A blackhole, or gateways in no network of the device: such a route is inactive, and packets go by another. */
export function withoutPath(network: Network, table: string, nextHops: Route['nextHops'], family: 4 | 6): Placed {
  const ofDevice = chipReason(network, family);
  if (nextHops.some(({ kind }) => kind === 'blackhole')) return placedBy(ofDevice);
  const isDown = nextHops.some((hop) => isInNetwork(network, hop, table));
  if (isDown) return placedBy(ofDevice, makeReason('dropped', 'flow/no-port', 'the way to the gateway is down'));
  const isOpen = mayBringNetworks(network) || nextHops.some(({ kind }) => kind === 'hidden');
  const text = 'the gateway is in no network of the device';
  return placedBy(makeReason(isOpen ? 'unknown' : 'unavailable', 'flow/gateway-unreachable', text));
}
