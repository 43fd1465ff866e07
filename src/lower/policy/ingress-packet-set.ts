// Sets of packets as policies see them: where they enter, family, addresses, protocol and ports, each dimension a set.

import {
  allAddresses,
  allPorts,
  type IntervalSet,
  intersect,
  isEmpty,
  overlapsSet,
  type PacketSet,
  type Point,
} from '../../forwarding/packets/space.ts';

export type Family = 4 | 6;

/** A product of sets. Ports other than all of them come with a protocol that has ports. */
export interface IngressPacketSet extends Omit<PacketSet, 'protocol'> {
  /** Bit mask over the atoms of an `IngressSpace`. */
  readonly ingress: bigint;
  /** Undefined = every protocol. */
  readonly protocol: string | undefined;
}

export const intervalDimensions = ['destination', 'source', 'destinationPort', 'sourcePort'] as const;
export type IntervalDimension = (typeof intervalDimensions)[number];

const everyAddress = { 4: allAddresses(4), 6: allAddresses(6) } as const;

/** All packets of a family that enter at the given atoms. */
export function everything(ingress: bigint, family: Family): IngressPacketSet {
  return {
    ingress,
    family,
    protocol: undefined,
    source: everyAddress[family],
    destination: everyAddress[family],
    sourcePort: allPorts,
    destinationPort: allPorts,
  };
}

/** All values of a dimension. */
export function allValuesOf(dimension: IntervalDimension, family: Family): IntervalSet {
  return dimension === 'source' || dimension === 'destination' ? everyAddress[family] : allPorts;
}

/** True when the set is all values of its dimension. */
export function isUnrestricted(set: IntervalSet, dimension: IntervalDimension, family: Family): boolean {
  return contains(set, allValuesOf(dimension, family));
}

/** Undefined when nothing is in both. */
export function meet(a: IngressPacketSet, b: IngressPacketSet): IngressPacketSet | undefined {
  const ingress = a.ingress & b.ingress;
  if (ingress === 0n || a.family !== b.family) return undefined;
  if (a.protocol !== undefined && b.protocol !== undefined && a.protocol !== b.protocol) return undefined;
  const protocol = a.protocol ?? b.protocol;
  const destination = intersect(a.destination, b.destination);
  if (isEmpty(destination)) return undefined;
  const source = intersect(a.source, b.source);
  if (isEmpty(source)) return undefined;
  const destinationPort = intersect(a.destinationPort, b.destinationPort);
  const sourcePort = intersect(a.sourcePort, b.sourcePort);
  if (isEmpty(destinationPort) || isEmpty(sourcePort)) return undefined;
  return { ingress, family: a.family, protocol, source, destination, sourcePort, destinationPort };
}

/** Asks first what tells most sets apart, and last what is dear to compute. */
export function overlap(a: IngressPacketSet, b: IngressPacketSet): boolean {
  return (
    a.family === b.family &&
    (a.protocol === undefined || b.protocol === undefined || a.protocol === b.protocol) &&
    overlapsSet(a.destination, b.destination) &&
    overlapsSet(a.destinationPort, b.destinationPort) &&
    overlapsSet(a.source, b.source) &&
    overlapsSet(a.sourcePort, b.sourcePort) &&
    (a.ingress & b.ingress) !== 0n
  );
}

export function contains(outer: IntervalSet, inner: IntervalSet): boolean {
  if (outer === inner) return true;
  let i = 0;
  for (const { from, to } of inner) {
    for (let end = outer[i]; end && end.to <= from; end = outer[i]) i++;
    const around = outer[i];
    if (!around || around.from > from || around.to < to) return false;
  }
  return true;
}

/** Every packet of `inner` is in `outer`. */
export function includes(outer: IngressPacketSet, inner: IngressPacketSet): boolean {
  return (
    (inner.ingress & ~outer.ingress) === 0n &&
    outer.family === inner.family &&
    (outer.protocol === undefined || outer.protocol === inner.protocol) &&
    intervalDimensions.every((dimension) => contains(outer[dimension], inner[dimension]))
  );
}

/** One packet. Ports are undefined for protocols without them. */
export interface Packet {
  /** Index of the ingress atom. */
  readonly ingress: number;
  readonly family: Family;
  readonly protocol: string;
  readonly source: Point;
  readonly destination: Point;
  readonly sourcePort: Point | undefined;
  readonly destinationPort: Point | undefined;
}
