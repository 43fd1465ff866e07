// A class of packets in words: only what tells it apart from the flow that it is a part of.

import { bitsOf, printAddress, printPrefix } from '../../model/prefix.ts';
import { type dimensions, type Interval, type IntervalSet, type PacketSet, type Point, setKey } from './space.ts';

/** `tcp to port 873, to 10.0.2.0/24`; empty when the part is the whole. */
export function describePart(part: PacketSet, total: PacketSet | undefined): string {
  const words: string[] = [];
  const differs = (name: (typeof dimensions)[number]) => !total || setKey(part[name]) !== setKey(total[name]);
  if (!total || part.protocol !== total.protocol) words.push(part.protocol);
  if (total && part.family !== total.family) words.push(`IPv${part.family}`);
  if (differs('destinationPort')) words.push(`to port ${printPorts(part.destinationPort)}`);
  if (differs('sourcePort')) words.push(`from port ${printPorts(part.sourcePort)}`);
  if (differs('destination')) words.push(`to ${printAddresses(part.destination, part.family)}`);
  if (differs('source')) words.push(`from ${printAddresses(part.source, part.family)}`);
  return words.join(' ');
}

const shownMax = 3;

export function printPorts(ports: IntervalSet): string {
  return shorten(
    ports.map(({ from, to }) => (Number(to) - Number(from) === 1 ? `${from}` : `${from}-${Number(to) - 1}`)),
  );
}

export function printAddresses(set: IntervalSet, family: 4 | 6): string {
  return shorten(
    set.slice(0, shownMax + 1).map((interval) => printInterval(interval, family)),
    set.length,
  );
}

/** A prefix where the interval is one, otherwise first and last address. */
function printInterval({ from, to }: Interval, family: 4 | 6): string {
  const base = BigInt(from);
  const size = BigInt(to) - base;
  const bits = size.toString(2).length - 1;
  if (size === 1n << BigInt(bits) && base % size === 0n) {
    return printPrefix({ family, base, length: bitsOf(family) - bits });
  }
  return `${printPoint(from, family)}-${printPoint(BigInt(to) - 1n, family)}`;
}

export function printPoint(point: Point, family: 4 | 6): string {
  return printAddress({ family, base: BigInt(point), length: bitsOf(family) });
}

function shorten(words: readonly string[], count = words.length): string {
  const shown = words.slice(0, shownMax).join(', ');
  return count > shownMax ? `${shown} and ${count - shownMax} more` : shown;
}
