// Routed paths: what the switch chip does with packets that enter at one L3 interface and leave at another.

import type { RoutedEnd } from '../forwarding/ends.ts';
import { routedEnds } from '../forwarding/ends.ts';
import { isInHardware, type Leg } from '../forwarding/leg.ts';
import type { Network } from '../forwarding/network.ts';
import type { Prefix } from '../model/prefix.ts';
import { endsIndex } from './ends-index.ts';

/**
 * `hardware`: at least some pairs of ports are routed by the chip. `unguarded`: some ingress port has its flag off
 * and some egress port on, so the chip may route around the CPU. `flagged-off`: flags bring all of the path to the
 * CPU.
 */
export type PathKind = 'hardware' | 'unguarded' | 'flagged-off';

export interface RoutedPath {
  readonly from: RoutedEnd;
  readonly to: RoutedEnd;
}

/**
 * The port matrix of the manual: both on = chip, egress off = CPU, ingress alone off = not certain to reach the CPU.
 */
export function isOfKind(kind: PathKind, { from, to }: RoutedPath): boolean {
  if (from.interface.vrf !== to.interface.vrf) return false;
  return matches(kind, from.leg, to.leg);
}

function matches(kind: PathKind, ingress: Leg, egress: Leg): boolean {
  if (kind === 'flagged-off') return isFlaggedOff(ingress) || isFlaggedOff(egress);
  if (ingress.reason || !isInHardware(egress)) return false;
  return kind === 'hardware' ? ingress.on.length > 0 : ingress.off.length > 0;
}

const flags: ReadonlySet<string> = new Set([
  'l3hw/l3hw-vlan-off',
  'l3hw/l3hw-port-off-poisons-vlan',
  'l3hw/l3hw-port-off',
]);

/** On the CPU because somebody took it off the chip, not because the chip could not. */
function isFlaggedOff({ reason, on, off }: Leg): boolean {
  return reason ? flags.has(reason.cause.code) : on.length === 0 && off.length > 0;
}

/** Ordered pairs of different ends as one bit mask of egress ends per ingress end. */
export interface PathMasks {
  readonly ends: readonly RoutedEnd[];
  /** By ingress end: the egress ends that a path of the wanted kind leads to. */
  readonly masks: readonly bigint[];
}

const known = new WeakMap<Network, Map<string, PathMasks>>();

/** All paths of one kind. Paths from an end to itself are left out: hairpins are not routed in the usual sense. */
export function pathsOfKind(network: Network, family: 4 | 6, kind: PathKind): PathMasks {
  const cache = known.get(network) ?? new Map<string, PathMasks>();
  known.set(network, cache);
  const key = `${family} ${kind}`;
  const cached = cache.get(key) ?? derive(network, family, kind);
  cache.set(key, cached);
  return cached;
}

function derive(network: Network, family: 4 | 6, kind: PathKind): PathMasks {
  const ends = routedEnds(network, family);
  const groups = new Map<string, bigint>();
  const masks = ends.map((from, index) => {
    // Ends whose legs look alike to the matrix share a mask, so that many VLANs stay cheap.
    const group = `${from.interface.vrf}\n${shapeOf(from.leg)}`;
    const mask = groups.get(group) ?? maskOf(ends, (to) => isOfKind(kind, { from, to }));
    groups.set(group, mask);
    return mask & ~(1n << BigInt(index));
  });
  return { ends, masks };
}

function shapeOf({ reason, on, off }: Leg): string {
  return `${reason?.cause.code} ${on.length > 0} ${off.length > 0}`;
}

/** Every ordered pair of different ends, whoever forwards it. */
export function allPaths(network: Network, family: 4 | 6): PathMasks {
  const ends = routedEnds(network, family);
  const all = maskOf(ends, () => true);
  return { ends, masks: ends.map((_, index) => all & ~(1n << BigInt(index))) };
}

/** Paths of the first that are not among the second. Both are over the same ends. */
export function pathsWithout(paths: PathMasks, other: PathMasks): PathMasks {
  return { ends: paths.ends, masks: paths.masks.map((mask, index) => mask & ~(other.masks[index] ?? 0n)) };
}

/** A bit for each end that the predicate accepts. */
export function maskOf(ends: readonly RoutedEnd[], accepts: (end: RoutedEnd) => boolean): bigint {
  let mask = 0n;
  for (const [index, end] of ends.entries()) if (accepts(end)) mask |= 1n << BigInt(index);
  return mask;
}

/** A bit for each end that packets from or to one of the prefixes can pass. */
export function maskOfPrefixes(ends: readonly RoutedEnd[], prefixes: readonly Prefix[]): bigint {
  const index = endsIndex(ends);
  return prefixes.reduce((mask, prefix) => mask | index.passing(prefix), 0n);
}

export function firstIn(ends: readonly RoutedEnd[], mask: bigint): RoutedEnd | undefined {
  return mask === 0n ? undefined : ends.find((_, index) => (mask >> BigInt(index)) & 1n);
}

export function hasPath(paths: PathMasks): boolean {
  return paths.masks.some((mask) => mask !== 0n);
}
