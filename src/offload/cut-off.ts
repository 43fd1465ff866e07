// Whether a change takes away a way by which the device itself is reached.

import { reachReason } from '../forwarding/legs/l3-leg.ts';
import { entriesInto } from '../forwarding/network/attachments.ts';
import type { Network } from '../forwarding/network/network.ts';
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
