// What a rule costs in a switch chip's table: one entry for each combination of port match, prefixes and port numbers.

import { coverOf } from '../../forwarding/packets/cover.ts';
import { type IntervalSet, prefixInterval } from '../../forwarding/packets/space.ts';
import type { Prefix } from '../../model/prefix.ts';
import type { IngressGroup } from '../ingress.ts';
import { type Family, type IngressPacketSet, isUnrestricted } from './ingress-packet-set.ts';
import type { IngressSpace } from './ingress-space.ts';

/** One entry of the table, as a switch rule writes it. Undefined = not asked. */
export interface Entry {
  readonly group: IngressGroup;
  readonly match: IngressPacketSet;
  readonly source: Prefix | undefined;
  readonly destination: Prefix | undefined;
  readonly sourcePort: number | undefined;
  readonly destinationPort: number | undefined;
}

/** How many entries `entriesOf` makes. */
export function entryCount(space: IngressSpace, match: IngressPacketSet): number {
  return (
    space.groupsOf(match.ingress).length *
    addressCost(match.source, match.family) *
    addressCost(match.destination, match.family) *
    portCost(match.sourcePort) *
    portCost(match.destinationPort)
  );
}

export function entriesOf(space: IngressSpace, match: IngressPacketSet): readonly Entry[] {
  const { family } = match;
  const sources = prefixesOf(match.source, family);
  const destinations = prefixesOf(match.destination, family);
  const sourcePorts = numbersOf(match.sourcePort);
  const destinationPorts = numbersOf(match.destinationPort);
  return space.groupsOf(match.ingress).flatMap((group) =>
    destinations.flatMap((destination) =>
      sources.flatMap((source) =>
        destinationPorts.flatMap((destinationPort) =>
          sourcePorts.map((sourcePort): Entry => {
            const values = { source, destination, sourcePort, destinationPort };
            return { group, match: narrowed({ ...match, ingress: group.ingress }, values), ...values };
          }),
        ),
      ),
    ),
  );
}

type Values = Pick<Entry, 'source' | 'destination' | 'sourcePort' | 'destinationPort'>;

function narrowed(
  match: IngressPacketSet,
  { source, destination, sourcePort, destinationPort }: Values,
): IngressPacketSet {
  return {
    ...match,
    ...(source && { source: [prefixInterval(source)] }),
    ...(destination && { destination: [prefixInterval(destination)] }),
    ...(sourcePort !== undefined && { sourcePort: [{ from: sourcePort, to: sourcePort + 1 }] }),
    ...(destinationPort !== undefined && { destinationPort: [{ from: destinationPort, to: destinationPort + 1 }] }),
  };
}

export function addressCost(set: IntervalSet, family: Family): number {
  return set.reduce((sum, interval) => sum + coverOf(interval, family).length, 0);
}

/** A switch rule takes one port number: ranges are written out. */
export function portCost(set: IntervalSet): number {
  if (isUnrestricted(set, 'destinationPort', 4)) return 1;
  return set.reduce((sum, { from, to }) => sum + Number(to) - Number(from), 0);
}

/** The fewest prefixes that are exactly the set; undefined alone = all addresses. */
export function prefixesOf(set: IntervalSet, family: Family): readonly (Prefix | undefined)[] {
  if (isUnrestricted(set, 'destination', family)) return [undefined];
  return set.flatMap((interval) => coverOf(interval, family));
}

function numbersOf(set: IntervalSet): readonly (number | undefined)[] {
  if (isUnrestricted(set, 'destinationPort', 4)) return [undefined];
  return set.flatMap(({ from, to }) =>
    Array.from({ length: Number(to) - Number(from) }, (_, index) => Number(from) + index),
  );
}
