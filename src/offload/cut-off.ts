// Whether a change takes away a way by which the device itself is reached.

import { entriesInto } from '../forwarding/attachments.ts';
import { reachReason } from '../forwarding/l3-leg.ts';
import type { Network } from '../forwarding/network.ts';
import { derivedOnce } from '../source/grouping.ts';

export interface CutOff {
  readonly port: string;
  /** The interface with the addresses. */
  readonly end: string;
}

/** The first port by which an address was reached and is not any more, or only with another tag. */
export function cutOff(before: Network, after: Network): CutOff | undefined {
  const left = waysIn(after);
  for (const [way, cut] of waysIn(before)) {
    if (!left.has(way)) return cut;
  }
  return undefined;
}

const waysIn = derivedOnce((network: Network): ReadonlyMap<string, CutOff> => {
  const ends = [...network.l3Interfaces.values()].filter(
    ({ addresses, name }) => addresses.length > 0 && reachReason(network, name)?.placement !== 'dropped',
  );
  return new Map(
    ends.flatMap(({ name: end, addresses }) =>
      entriesInto(network, end).flatMap(({ name: port, tagged }) =>
        addresses.map(({ host }) => [`${host.family} ${host.base} ${port} ${tagged}`, { port, end }] as const),
      ),
    ),
  );
});
