// Whether the chip routes from one interface to another, as far as that does not hang on the route.

import { classesOf, entriesInto, exitsFrom } from '../network/attachments.ts';
import type { ChipState, Network } from '../network/network.ts';
import { unmodelledAt } from '../network/unmodelled.ts';
import type { Reason } from '../packets/causes.ts';
import { deviceReasons, forwardingReason, vrfReason } from './device-reasons.ts';
import type { RoutedEnd } from './ends.ts';
import { macsReason } from './mac-range.ts';
import { flagReason, ingressReason } from './port-leg.ts';

/** Of all pairs of ports the one that is most certain to be routed in hardware; undefined = none is. */
export function pathUncertainties(
  network: Network,
  chip: ChipState,
  from: RoutedEnd,
  to: RoutedEnd,
  family: 4 | 6,
): readonly Reason[] | undefined {
  const common = [
    forwardingReason(network, family),
    ...deviceReasons(network),
    vrfReason(network, chip, from.interface.vrf),
    ...reasonsAt(network, from),
    ...reasonsAt(network, to),
  ].filter((reason) => reason !== undefined);
  // Where it is not even defined who routes, a prefix that does not fit proves nothing.
  const isDefined = [from, to].every(({ leg }) => leg.reason?.placement !== 'unpredictable');
  if (common.some(isAgainst) || (isDefined && macsReason(network, from.name, to.name))) return undefined;
  const ways = classesOf(exitsFrom(network, to.name, family)).flatMap(({ representative: egress }) =>
    classesOf(entriesInto(network, from.name)).flatMap(({ representative: ingress }) => {
      const found = [
        ingressReason(network, chip, ingress),
        ingressReason(network, chip, egress),
        flagReason(ingress, egress),
      ].filter((reason) => reason !== undefined);
      return found.some(isAgainst) ? [] : [found];
    }),
  );
  const [best] = ways.sort((a, b) => a.length - b.length);
  return best && [...common, ...best];
}

/** No chip routes anything that enters or leaves there, whatever the other end. */
export function isOffChip(network: Network, end: RoutedEnd): boolean {
  return reasonsAt(network, end).some((reason) => reason !== undefined && isAgainst(reason));
}

function reasonsAt(network: Network, { name, leg }: RoutedEnd): readonly (Reason | undefined)[] {
  return [leg.reason, unmodelledAt(network, name)];
}

function isAgainst({ placement }: Reason): boolean {
  return placement === 'cpu' || placement === 'dropped';
}
