// Exact search in the header space: cuts it into the cells in which the same rules match, and looks into each
// different one once. No sampling: when nothing is found, nothing is there.

import { hasPorts, type IntervalSet, type Point } from '../../forwarding/packets/space.ts';
import {
  contains,
  type IngressPacketSet,
  type IntervalDimension,
  intervalDimensions,
  overlap,
  type Packet,
} from './ingress-packet-set.ts';

/** A rule of one of several first-match lists that are looked at together. */
export interface Listed {
  /** Index of its list. Rules of one list come in its order. */
  readonly list: number;
  readonly match: IngressPacketSet;
}

/** Rules as one of the lists of a search. */
export function listed<T extends { readonly match: IngressPacketSet }>(
  rules: readonly T[],
  list: number,
): (T & Listed)[] {
  return rules.map((rule) => ({ ...rule, list }));
}

/** Stands for every protocol that no rule names. */
const otherProtocol = '253';

/** Cells that one search may look into: far above what real policies need, and about a second of work. */
const cellsMax = 2_000_000;

export class SearchTooLarge extends Error {}

/**
 * The first packet of `region` that `accepts`, told the first matching rule of each list (undefined = none). Throws
 * `SearchTooLarge` when the lists are too entangled to decide.
 */
export function findPacket<R extends Listed>(
  region: IngressPacketSet,
  lists: number,
  rules: readonly R[],
  accepts: (first: readonly (R | undefined)[]) => boolean,
): Packet | undefined {
  const search: Search<R> = { region, lists, accepts, cells: 0, known: new Map() };
  const early = atCorner(search, rules);
  if (early) return early;
  const near = rules.filter(({ match }) => match === region || overlap(match, region));
  for (const [ingress, atEntry] of splitByIngress(region, near)) {
    for (const [protocol, ofProtocol] of splitByProtocol(region, atEntry)) {
      const dimensions = hasPorts(protocol) ? intervalDimensions : portless;
      const found = cut(search, ofProtocol, dimensions);
      if (found) return { ingress, family: region.family, protocol, ...found };
    }
  }
  return undefined;
}

const portless: readonly IntervalDimension[] = ['destination', 'source'];

/** Looks at one packet before all are: most searches that find any find this one. */
function atCorner<R extends Listed>(search: Search<R>, rules: readonly R[]): Packet | undefined {
  const { region, lists } = search;
  const ingress = lowestBit(region.ingress);
  if (ingress === undefined) return undefined;
  const way = 1n << BigInt(ingress);
  const protocol = region.protocol ?? otherProtocol;
  const at = corner(region);
  const dimensions = hasPorts(protocol) ? intervalDimensions : portless;
  const first = new Array<R | undefined>(lists).fill(undefined);
  for (const rule of rules) {
    const { list, match } = rule;
    if (first[list] !== undefined || match.family !== region.family) continue;
    if ((match.protocol !== undefined && match.protocol !== protocol) || (match.ingress & way) === 0n) continue;
    if (dimensions.every((dimension) => isIn(match[dimension], at[dimension] ?? 0))) first[list] = rule;
  }
  return search.accepts(first) ? { ingress, family: region.family, protocol, ...at } : undefined;
}

function lowestBit(mask: bigint): number | undefined {
  if (mask === 0n) return undefined;
  let bit = 0;
  for (let left = mask; (left & 1n) === 0n; left >>= 1n) bit++;
  return bit;
}

interface Search<R extends Listed> {
  readonly region: IngressPacketSet;
  readonly lists: number;
  accepts(first: readonly (R | undefined)[]): boolean;
  cells: number;
  /** Answers by the rules that are left and the dimensions that are. */
  readonly known: Map<string, AddressesAndPorts | null>;
}

type AddressesAndPorts = Omit<Packet, 'ingress' | 'family' | 'protocol'>;

interface Candidate<R extends Listed> {
  readonly rule: R;
  readonly index: number;
  /** Dimensions in which it takes all of the region, as bits. */
  readonly free: number;
}

const bits: Readonly<Record<IntervalDimension, number>> = {
  destination: 1,
  source: 2,
  destinationPort: 4,
  sourcePort: 8,
};

/** Ingress atoms that the same rules see are looked at once. */
function splitByIngress<R extends Listed>(region: IngressPacketSet, rules: readonly R[]): [number, Candidate<R>[]][] {
  const candidates = rules.map((rule, index) => candidateOf(region, rule, index));
  const seen = new Map<string, [number, Candidate<R>[]]>();
  for (let atom = 0; region.ingress >> BigInt(atom) !== 0n; atom++) {
    const bit = 1n << BigInt(atom);
    if ((region.ingress & bit) === 0n) continue;
    const matching = candidates.filter(({ rule }) => (rule.match.ingress & bit) !== 0n);
    const key = matching.map(({ index }) => index).join();
    if (!seen.has(key)) seen.set(key, [atom, matching]);
  }
  return [...seen.values()];
}

function candidateOf<R extends Listed>(region: IngressPacketSet, rule: R, index: number): Candidate<R> {
  let free = 0;
  for (const dimension of intervalDimensions) {
    if (contains(rule.match[dimension], region[dimension])) free |= bits[dimension];
  }
  return { rule, index, free };
}

function splitByProtocol<R extends Listed>(
  region: IngressPacketSet,
  candidates: readonly Candidate<R>[],
): [string, readonly Candidate<R>[]][] {
  const named = new Set(candidates.flatMap(({ rule }) => rule.match.protocol ?? []));
  const protocols = region.protocol === undefined ? [...named, otherProtocol] : [region.protocol];
  return protocols.map((protocol) => [
    protocol,
    candidates.filter(({ rule }) => rule.match.protocol === undefined || rule.match.protocol === protocol),
  ]);
}

function cut<R extends Listed>(
  search: Search<R>,
  given: readonly Candidate<R>[],
  dimensions: readonly IntervalDimension[],
): AddressesAndPorts | undefined {
  const asked = dimensions.reduce((sum, dimension) => sum | bits[dimension], 0);
  const candidates = withoutHidden(search, given, asked);
  let key = String(asked);
  for (const { index } of candidates) key += ` ${index}`;
  const known = search.known.get(key);
  if (known !== undefined) return known ?? undefined;
  if (++search.cells > cellsMax) throw new SearchTooLarge();
  const found = cutAnew(search, candidates, dimensions);
  search.known.set(key, found ?? null);
  return found;
}

/** Cuts along the dimension that the most rules ask for first: it leaves the fewest rules in each cell. */
function cutAnew<R extends Listed>(
  search: Search<R>,
  candidates: readonly Candidate<R>[],
  dimensions: readonly IntervalDimension[],
): AddressesAndPorts | undefined {
  let best: IntervalDimension | undefined;
  let most = 0;
  for (const dimension of dimensions) {
    const asking = candidates.filter(({ free }) => (free & bits[dimension]) === 0).length;
    if (asking > most) [best, most] = [dimension, asking];
  }
  if (!best) {
    const first = new Array<R | undefined>(search.lists).fill(undefined);
    for (const { rule } of candidates) first[rule.list] ??= rule;
    return search.accepts(first) ? corner(search.region) : undefined;
  }
  const rest = dimensions.filter((dimension) => dimension !== best);
  for (const { at, inside } of cellsAlong(search.region[best], candidates, best)) {
    const found = cut(search, inside, rest);
    if (found) return { ...found, [best]: at };
  }
  return undefined;
}

/** Drops rules behind one of their own list that takes everything that is left. `asked`: dimensions, as bits. */
function withoutHidden<R extends Listed>(
  search: Search<R>,
  candidates: readonly Candidate<R>[],
  asked: number,
): readonly Candidate<R>[] {
  const closed = new Set<number>();
  const left: Candidate<R>[] = [];
  for (const candidate of candidates) {
    const { list } = candidate.rule;
    if (closed.has(list)) continue;
    left.push(candidate);
    if ((candidate.free & asked) === asked) closed.add(list);
    if (closed.size === search.lists) break;
  }
  return left;
}

interface Cell<R extends Listed> {
  readonly at: Point;
  readonly inside: readonly Candidate<R>[];
}

/** The intervals of a dimension between edges of the rules, each with the rules that match there. */
function* cellsAlong<R extends Listed>(
  whole: IntervalSet,
  candidates: readonly Candidate<R>[],
  dimension: IntervalDimension,
): Iterable<Cell<R>> {
  const edges: { at: Point; position: number; opens: boolean }[] = [];
  for (const [position, { rule }] of candidates.entries()) {
    for (const { from, to } of rule.match[dimension]) {
      edges.push({ at: from, position, opens: true }, { at: to, position, opens: false });
    }
  }
  for (const { from } of whole) edges.push({ at: from, position: -1, opens: true });
  edges.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : Number(a.opens) - Number(b.opens)));
  const open: number[] = [];
  for (let index = 0; index < edges.length; ) {
    const at = edges[index]?.at ?? 0;
    for (let edge = edges[index]; edge && edge.at === at; edge = edges[++index]) {
      if (edge.position >= 0) toggle(open, edge.position, edge.opens);
    }
    if (isIn(whole, at)) yield { at, inside: open.flatMap((position) => candidates[position] ?? []) };
  }
}

/** Keeps `open` sorted. */
function toggle(open: number[], position: number, opens: boolean): void {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((open[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  open.splice(low, opens ? 0 : 1, ...(opens ? [position] : []));
}

function isIn(set: IntervalSet, at: Point): boolean {
  return set.some(({ from, to }) => from <= at && at < to);
}

function corner({ family, source, destination, sourcePort, destinationPort }: IngressPacketSet): AddressesAndPorts {
  const zero = family === 4 ? 0 : 0n;
  return {
    source: source[0]?.from ?? zero,
    destination: destination[0]?.from ?? zero,
    sourcePort: sourcePort[0]?.from ?? 0,
    destinationPort: destinationPort[0]?.from ?? 0,
  };
}
