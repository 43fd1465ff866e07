// Policies that routed traffic would meet on the CPU: walks a firewall chain in order and says which rules still apply
// on given paths. A rule applies when no earlier rule has certainly accepted the same traffic.

import type { RoutedEnd } from '../forwarding/ends.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, type MenuPath, propertyValue } from '../model/config.ts';
import { type Match, type Matching, matchingOf, type PacketState } from './firewall-match.ts';
import { firstIn, type PathMasks } from './paths.ts';

export interface AffectedRule {
  readonly rule: Item;
  /** One path on which it applies, for the message. */
  readonly from: RoutedEnd;
  readonly to: RoutedEnd;
}

export interface ChainQuestion {
  readonly network: Network;
  readonly menu: MenuPath;
  readonly chain: string;
  readonly family: 4 | 6;
  readonly paths: PathMasks;
  /** Which packets of a connection are asked about; the first one by default. */
  readonly state?: PacketState;
  /** Only rules behind this one are walked. */
  readonly after?: Item;
  /** Whether a rule is a policy that matters, by itself. */
  isPolicy(item: Item): boolean;
}

const dropping: ReadonlySet<string> = new Set(['drop', 'reject', 'tarpit']);
const jumpDepthMax = 16;

export function actionOf(item: Item): string {
  return propertyValue(item, 'action') ?? 'accept';
}

export function isDropping(item: Item): boolean {
  return dropping.has(actionOf(item));
}

/** Rules that apply on at least one of the paths, in order, each once. */
export function findAffectedRules(question: ChainQuestion): readonly AffectedRule[] {
  const { network, menu, chain, family, paths } = question;
  if (paths.masks.every((mask) => mask === 0n)) return [];
  const walker: Walker = {
    ends: paths.ends,
    chains: chainsOf(network, menu),
    matching: matchingOf(network, paths.ends, family, question.state),
    isPolicy: question.isPolicy,
    affectedRules: new Map(),
    after: question.after,
    indexesOf: indexReader(),
  };
  walk(walker, chain, [...paths.masks], 0);
  return [...walker.affectedRules.values()];
}

interface Walker {
  readonly ends: readonly RoutedEnd[];
  readonly chains: ReadonlyMap<string, readonly Item[]>;
  readonly matching: Matching;
  isPolicy(item: Item): boolean;
  readonly affectedRules: Map<Item, AffectedRule>;
  readonly after: Item | undefined;
  /** Positions of the ends in a mask. */
  indexesOf(mask: bigint): readonly number[];
}

/** Walks one chain with the paths that reach it; `reach` keeps what comes out at its end. */
function walk(walker: Walker, chain: string, reach: bigint[], depth: number): void {
  const returned = reach.map(() => 0n);
  for (const item of rulesOf(walker, chain, depth)) {
    const match = walker.matching.matchOf(item);
    if (match.ins === 0n || match.outs === 0n) continue;
    if (walker.isPolicy(item)) recordAffected(walker, item, match, reach);
    const action = actionOf(item);
    if (action === 'jump') jump(walker, item, match, reach, depth);
    else if (action === 'return') settle(walker, match, reach, returned);
    else if (action === 'accept' || isDropping(item)) settle(walker, match, reach, undefined);
  }
  for (const [index, mask] of returned.entries()) reach[index] = (reach[index] ?? 0n) | mask;
}

function rulesOf({ chains, after }: Walker, chain: string, depth: number): readonly Item[] {
  const items = chains.get(chain) ?? [];
  return after && depth === 0 ? items.slice(items.indexOf(after) + 1) : items;
}

function recordAffected(walker: Walker, item: Item, match: Match, reach: readonly bigint[]): void {
  if (walker.affectedRules.has(item)) return;
  for (const index of walker.indexesOf(match.ins)) {
    const from = walker.ends[index];
    const to = firstIn(walker.ends, (reach[index] ?? 0n) & match.outs);
    if (from && to) {
      walker.affectedRules.set(item, { rule: item, from, to });
      return;
    }
  }
}

/** Reads masks bit by bit; rules share few masks, so each is read once. */
function indexReader(): Walker['indexesOf'] {
  const known = new Map<bigint, readonly number[]>();
  return (mask) => {
    const indexes = known.get(mask) ?? indexesIn(mask);
    known.set(mask, indexes);
    return indexes;
  };
}

/** Bits are read from the binary text: shifting a mask of thousands of bits once per bit takes far longer. */
function indexesIn(mask: bigint): readonly number[] {
  const bits = mask.toString(2);
  const indexes: number[] = [];
  for (let at = bits.length - 1; at >= 0; at--) if (bits[at] === '1') indexes.push(bits.length - 1 - at);
  return indexes;
}

/** Takes out of `reach` what the rule certainly decides, into `into` where the chain returns. */
function settle(walker: Walker, match: Match, reach: bigint[], into: bigint[] | undefined): void {
  if (!match.certain) return;
  for (const index of walker.indexesOf(match.allIns)) {
    const mask = reach[index] ?? 0n;
    const settled = mask & match.allOuts;
    reach[index] = mask & ~settled;
    if (into) into[index] = (into[index] ?? 0n) | settled;
  }
}

function jump(walker: Walker, item: Item, match: Match, reach: bigint[], depth: number): void {
  const target = propertyValue(item, 'jump-target');
  if (target === undefined || depth >= jumpDepthMax) return;
  const inside = reach.map(() => 0n);
  for (const index of walker.indexesOf(match.ins)) inside[index] = (reach[index] ?? 0n) & match.outs;
  const before = [...inside];
  walk(walker, target, inside, depth + 1);
  if (!match.certain) return;
  for (const index of walker.indexesOf(match.allIns)) {
    const mask = reach[index] ?? 0n;
    const settled = (before[index] ?? 0n) & ~(inside[index] ?? 0n) & match.allOuts;
    reach[index] = mask & ~settled;
  }
}

const chainIndexes = new WeakMap<Network, Map<MenuPath, ReadonlyMap<string, readonly Item[]>>>();

function chainsOf(network: Network, menu: MenuPath): ReadonlyMap<string, readonly Item[]> {
  const cache = chainIndexes.get(network) ?? new Map<MenuPath, ReadonlyMap<string, readonly Item[]>>();
  chainIndexes.set(network, cache);
  const cached = cache.get(menu);
  if (cached) return cached;
  const chains = new Map<string, Item[]>();
  for (const item of enabledItemsOf(network.config, menu)) {
    const chain = propertyValue(item, 'chain') ?? '';
    const list = chains.get(chain);
    if (list) list.push(item);
    else chains.set(chain, [item]);
  }
  cache.set(menu, chains);
  return chains;
}
