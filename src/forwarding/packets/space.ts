// Sets of packets as products of intervals: what a rule matches, what is left of a class after it, without sampling.

import { bitsOf, type Prefix } from '../../model/prefix.ts';
import { concatenated } from '../../source/concatenated.ts';
import { computeIfAbsent, derivedOnce, derivedPer } from '../../source/grouping.ts';

/** IPv4 addresses and ports are numbers, IPv6 addresses bigints: only comparisons are made, and those work across. */
export type Point = number | bigint;

/** Half-open: `[from, to)`. */
export interface Interval {
  readonly from: Point;
  readonly to: Point;
}

/** Sorted, disjoint, never empty. */
export type IntervalSet = readonly Interval[];

export const allPorts: IntervalSet = [{ from: 0, to: 65536 }];
/** Ports that clients use; replies go there. */
export const clientPorts: IntervalSet = [{ from: 49152, to: 65536 }];

export function allAddresses(family: 4 | 6): IntervalSet {
  return family === 4 ? [{ from: 0, to: 2 ** 32 }] : [{ from: 0n, to: 1n << 128n }];
}

export function prefixInterval({ family, base, length }: Prefix): Interval {
  if (family === 6) return { from: base, to: base + (1n << BigInt(bitsOf(family) - length)) };
  const from = Number(base);
  return { from, to: from + 2 ** (32 - length) };
}

/** Any intervals, in any order and overlapping, as a set. */
export function unionOf(intervals: Iterable<Interval>): IntervalSet {
  const sorted = [...intervals].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const merged: Interval[] = [];
  for (const interval of sorted) {
    if (interval.from >= interval.to) continue;
    const last = merged.at(-1);
    if (last && interval.from <= last.to) {
      if (interval.to > last.to) merged[merged.length - 1] = { from: last.from, to: interval.to };
    } else merged.push(interval);
  }
  return merged;
}

/** Of sets; one that the others add nothing to stays the same, so that what is known of it is. */
export function together(sets: readonly IntervalSet[]): IntervalSet {
  const [first = [], ...others] = sets.filter((set) => !isEmpty(set));
  return others.length === 0 ? first : unionOf(concatenated([first, ...others]));
}

/** The first set itself where all of it is in the other one. */
export function intersect(a: IntervalSet, b: IntervalSet): IntervalSet {
  if (a === b) return a;
  const both: Interval[] = [];
  for (let i = 0, j = 0; ; ) {
    const left = a[i];
    const right = b[j];
    if (!left || !right) break;
    const common = commonPart(left, right);
    if (common) both.push(common);
    if (left.to <= right.to) i = firstEndingAfter(a, right.from, i + 1);
    else j = firstEndingAfter(b, left.from, j + 1);
  }
  return both.length === a.length && both.every((each, at) => each === a[at]) ? a : both;
}

function commonPart(a: Interval, b: Interval): Interval | undefined {
  const from = a.from > b.from ? a.from : b.from;
  const to = a.to < b.to ? a.to : b.to;
  if (from === a.from && to === a.to) return a;
  return from < to ? { from, to } : undefined;
}

/** The set itself where nothing is taken from it. */
export function subtract(a: IntervalSet, b: IntervalSet): IntervalSet {
  if (!overlapsSet(a, b)) return a;
  const rest: Interval[] = [];
  let j = 0;
  for (const interval of a) {
    let start = interval.from;
    j = firstEndingAfter(b, start, j);
    for (let k = j, hole = b[k]; hole && hole.from < interval.to; hole = b[++k]) {
      if (hole.from > start) rest.push({ from: start, to: hole.from });
      start = hole.to;
    }
    if (start < interval.to) rest.push(start === interval.from ? interval : { from: start, to: interval.to });
  }
  return rest;
}

export function isEmpty(set: IntervalSet): boolean {
  return set.length === 0;
}

/** Like `intersect`, without making the set. */
export function overlapsSet(a: IntervalSet, b: IntervalSet): boolean {
  if (a === b) return a.length > 0;
  for (let i = 0, j = 0; ; ) {
    const left = a[i];
    const right = b[j];
    if (!left || !right) return false;
    if (left.from < right.to && right.from < left.to) return true;
    if (left.to <= right.to) i = firstEndingAfter(a, right.from, i + 1);
    else j = firstEndingAfter(b, left.from, j + 1);
  }
}

const shortMax = 16;

/** Many rules name the same few long lists, and meet the same few classes: what comes of those is kept. */
function kept(operation: (set: IntervalSet, by: IntervalSet) => IntervalSet): typeof operation {
  const known = derivedPer(operation);
  return (set, by) => (by.length > shortMax ? known(set, by) : operation(set, by));
}

/** The part of a set that is in another one. */
export const commonOf = kept(intersect);
const restOf = kept(subtract);

/** The part of a set that is in another one, and the part that is not; the set itself where it is not cut. */
export function cut(set: IntervalSet, by: IntervalSet) {
  const common = commonOf(set, by);
  if (isEmpty(common)) return { common, rest: set };
  return { common, rest: common === set ? [] : restOf(set, by) };
}

/** Index of the first of disjoint intervals in their order that ends behind a point, looked for `from` there on. */
export function firstEndingAfter(intervals: readonly Interval[], point: Point, from = 0): number {
  let low = from;
  let step = 1;
  // Mostly it is near.
  for (; (intervals[low + step - 1]?.to ?? beyond) <= point; step *= 2) low += step;
  let high = low + step - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.to ?? beyond) <= point) low = middle + 1;
    else high = middle;
  }
  return low;
}

const beyond = Number.POSITIVE_INFINITY;

/** Those of disjoint intervals, in order, that have points of a set; one that several of its intervals meet again. */
export function* meeting<I extends Interval>(intervals: readonly I[], set: IntervalSet): Generator<I, void> {
  let first = 0;
  for (const { from, to } of set) {
    first = firstEndingAfter(intervals, from, first);
    for (let at = first, each = intervals[at]; each && each.from < to; each = intervals[++at]) yield each;
  }
}

/** A class of packets of one family and protocol. */
export interface PacketSet {
  readonly family: 4 | 6;
  /** `tcp`, `udp`, `icmp` …, never a number where a name exists. */
  readonly protocol: string;
  readonly source: IntervalSet;
  readonly destination: IntervalSet;
  readonly sourcePort: IntervalSet;
  readonly destinationPort: IntervalSet;
}

/** All packets of a family and protocol between some addresses, or any. */
export function packetsBetween(
  family: 4 | 6,
  protocol: string,
  { source = allAddresses(family), destination = allAddresses(family) }: Partial<PacketSet> = {},
): PacketSet {
  return { family, protocol, source, destination, sourcePort: allPorts, destinationPort: allPorts };
}

/** What a rule asks of a packet; an absent dimension asks nothing. */
export interface PacketMatch {
  readonly family?: 4 | 6 | undefined;
  readonly protocols?: ReadonlySet<string> | undefined;
  /** The named protocols are the ones that do not match. */
  readonly protocolsNegated?: boolean;
  readonly source?: IntervalSet | undefined;
  readonly destination?: IntervalSet | undefined;
  readonly sourcePort?: IntervalSet | undefined;
  readonly destinationPort?: IntervalSet | undefined;
}

export const dimensions = ['source', 'destination', 'sourcePort', 'destinationPort'] as const;

/** Cuts classes into what matches and what does not. */
export function splitAll(classes: readonly PacketSet[], match: PacketMatch) {
  const inside: PacketSet[] = [];
  const outside: PacketSet[] = [];
  for (const packets of classes) {
    const parts = split(packets, match);
    if (parts.inside) inside.push(parts.inside);
    outside.push(...parts.outside);
  }
  return { inside, outside };
}

/** Cuts a class into what matches and what does not, as disjoint sets. */
export function split(
  packets: PacketSet,
  match: PacketMatch,
): { readonly inside?: PacketSet; readonly outside: readonly PacketSet[] } {
  if (!mayMatch(packets, match)) return { outside: [packets] };
  let inside = packets;
  const outside: PacketSet[] = [];
  for (const dimension of dimensions) {
    const wanted = match[dimension];
    if (!wanted || covers(wanted, packets[dimension])) continue;
    const { common, rest } = cut(packets[dimension], wanted);
    if (isEmpty(common)) return { outside: [packets] };
    if (isEmpty(rest)) continue;
    outside.push({ ...inside, [dimension]: rest });
    inside = { ...inside, [dimension]: common };
  }
  return { inside, outside };
}

/** Whether a class has packets that match, without cutting it. */
export function overlaps(packets: PacketSet, match: PacketMatch): boolean {
  if (!mayMatch(packets, match)) return false;
  return dimensions.every((dimension) => {
    const wanted = match[dimension];
    return !wanted || overlapsSet(packets[dimension], wanted);
  });
}

/** False = certainly disjoint. Cheap, because most rules have nothing to do with a class. */
function mayMatch(packets: PacketSet, match: PacketMatch): boolean {
  if (match.family !== undefined && match.family !== packets.family) return false;
  if (match.protocols && match.protocols.has(packets.protocol) === (match.protocolsNegated ?? false)) return false;
  if (match.source && apart(packets.source, match.source)) return false;
  if (match.destination && apart(packets.destination, match.destination)) return false;
  if (match.sourcePort === undefined && match.destinationPort === undefined) return true;
  if (!hasPorts(packets.protocol)) return false;
  if (match.sourcePort && apart(packets.sourcePort, match.sourcePort)) return false;
  return !(match.destinationPort && apart(packets.destinationPort, match.destinationPort));
}

/** Whether even the hulls of two sets are disjoint. */
function apart(a: IntervalSet, b: IntervalSet): boolean {
  const [first, second] = [a[0], b[0]];
  if (!first || !second) return true;
  return (b.at(-1) ?? second).to <= first.from || (a.at(-1) ?? first).to <= second.from;
}

function covers(outer: IntervalSet, inner: IntervalSet): boolean {
  const [hull, first] = [outer[0], inner[0]];
  if (outer.length !== 1 || !hull || !first) return outer === inner;
  return hull.from <= first.from && (inner.at(-1) ?? first).to <= hull.to;
}

/**
 * Makes a filter that keeps the rules, in order, that some packet of given sources can match, and remembers it for the
 * next class of the same sources.
 */
export function narrower<R extends { readonly match: PacketMatch }>() {
  const known = derivedOnce<IntervalSet, Map<readonly R[], readonly R[]>>(() => new Map());
  return (rules: readonly R[], source: IntervalSet): readonly R[] =>
    computeIfAbsent(known(source), rules, () =>
      rules.filter(({ match }) => !match.source || overlapsSet(source, match.source)),
    );
}

/** Protocols whose headers start with source and destination port. */
const withPorts: ReadonlySet<string> = new Set(['tcp', 'udp', 'udp-lite', 'sctp', 'dccp']);

export function hasPorts(protocol: string): boolean {
  return withPorts.has(protocol);
}

/** All packets of a class, as a match. Protocols without ports are not asked for any. */
export function matchOf({ family, protocol, source, destination, ...ports }: PacketSet): PacketMatch {
  return { family, protocols: new Set([protocol]), source, destination, ...(hasPorts(protocol) && ports) };
}

/** The class of the packets that answer. */
export function mirror({ family, protocol, source, destination, sourcePort, destinationPort }: PacketSet): PacketSet {
  return {
    family,
    protocol,
    source: destination,
    destination: source,
    sourcePort: destinationPort,
    destinationPort: sourcePort,
  };
}

/** `nameOf`: equal for sets of the same points. */
export function packetSetKey(packets: PacketSet, nameOf: (set: IntervalSet) => string | number = setKey): string {
  return `${packets.family} ${packets.protocol} ${dimensions.map((name) => nameOf(packets[name])).join(' ')}`;
}

export function setKey(set: IntervalSet): string {
  return set.map(({ from, to }) => `${from}-${to}`).join();
}
