// What must come before what among changes: a name before its users, users gone before the name, a claim given up
// before it is taken.

import type { Config, Item, MenuPath } from '../model/config.ts';
import { menus, propertySpec } from '../model/menus.ts';
import { append } from '../source/append.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import { type Claim, claimsOf } from './claims.ts';
import { type Change, type Phase, phases } from './plan.ts';
import { namesIn } from './referrers.ts';
import { finderIn } from './select.ts';

export interface Dependencies {
  /** For each change, the changes that come before it. */
  readonly before: readonly (readonly number[])[];
  /** Phases of the changes; what has to come before a change of an earlier phase has joined that phase. */
  readonly phase: readonly Phase[];
}

/** `prior`: what tells rows that look alike; without it nothing is said of them. */
export function dependencies(changes: readonly Change[], prior: Config = { items: [] }): Dependencies {
  const before: number[][] = changes.map(() => []);
  const pulled: (readonly [number, number])[] = [];
  const link = (first: number | undefined, second: number | undefined) => {
    if (first === undefined || second === undefined || first === second) return false;
    before[second]?.push(first);
    return true;
  };
  const pull = (first: number | undefined, second: number | undefined) => {
    if (link(first, second) && first !== undefined && second !== undefined) pulled.push([first, second]);
  };
  linkReferences(changes, pull, link);
  linkClaims(changes, pull);
  for (const [first, second] of [...sequences(changes), ...counted(changes, prior)]) pull(first, second);
  return { before, phase: pullPhases(changes, before, pulled) };
}

type Link = (first: number | undefined, second: number | undefined) => void;

function linkReferences(changes: readonly Change[], pull: Link, link: Link): void {
  const { made, gone } = namesOf(changes);
  for (const [index, { menu, properties, before: place }] of changes.entries()) {
    // The row that it comes in front of is found by the name that goes.
    const found = Object.entries(place?.match ?? {}).map(([name, before]) => ({ name, before, after: undefined }));
    for (const { name, before, after } of [...properties, ...found]) {
      const targets = propertySpec(menu, name)?.refersTo;
      if (!targets) continue;
      for (const maker of named(made, after, targets)) pull(maker, index);
      for (const remover of named(gone, before, targets)) link(index, remover);
    }
  }
}

interface Taker {
  readonly index: number;
  readonly use: Claim['use'];
}

/** By resource. */
function takersOf(changes: readonly Change[]): ReadonlyMap<string, readonly Taker[]> {
  const takers = new Map<string, Taker[]>();
  for (const [index, change] of changes.entries()) {
    for (const { resource, use } of claimsOnly('after', change)) append(takers, resource, { index, use });
  }
  return takers;
}

function linkClaims(changes: readonly Change[], pull: Link): void {
  const takers = takersOf(changes);
  for (const [index, change] of changes.entries()) {
    for (const { resource, use } of claimsOnly('before', change)) {
      for (const taker of takers.get(resource) ?? []) {
        if (use === 'alone' || taker.use === 'alone') pull(index, taker.index);
      }
    }
  }
}

/** Lowers the phase of whatever a change of an earlier phase waits for, and of what that waits for in turn. */
function pullPhases(
  changes: readonly Change[],
  before: readonly (readonly number[])[],
  pulled: readonly (readonly [number, number])[],
): readonly Phase[] {
  const phase = changes.map((change) => phases.indexOf(change.phase));
  const lowered: number[] = [];
  const lower = (index: number, to: number) => {
    if ((phase[index] ?? 0) <= to) return;
    phase[index] = to;
    lowered.push(index);
  };
  for (const [first, second] of pulled) lower(first, phase[second] ?? 0);
  for (let index = lowered.pop(); index !== undefined; index = lowered.pop()) {
    for (const earlier of before[index] ?? []) lower(earlier, phase[index] ?? 0);
  }
  return phase.map((index) => phases[index] ?? 'add');
}

/** Changes by the name that they make or take away, and by the menu of the name. */
type Names = ReadonlyMap<string, ReadonlyMap<MenuPath, number>>;

/** Names that changes make (added or renamed items) and take away. */
function namesOf(changes: readonly Change[]): { readonly made: Names; readonly gone: Names } {
  const made = new Map<string, Map<MenuPath, number>>();
  const gone = new Map<string, Map<MenuPath, number>>();
  for (const [index, { action, menu, properties }] of changes.entries()) {
    const name = properties.find((property) => property.name === 'name');
    const [names, value] = action === 'remove' ? [gone, name?.before] : [made, name?.after];
    if (value === undefined) continue;
    computeIfAbsent(names, value, () => new Map<MenuPath, number>()).set(menu, index);
  }
  return { made, gone };
}

/** The changes behind the names in a value. */
function named(names: Names, value: string | undefined, targets: readonly MenuPath[]): readonly number[] {
  if (names.size === 0) return [];
  return namesIn(value).flatMap((name) => {
    const menus = names.get(name);
    return menus ? targets.flatMap((target) => menus.get(target) ?? []) : [];
  });
}

/** Those that it has on one side of the change alone: `after` those that it gains, `before` those that it loses. */
function claimsOnly(side: 'before' | 'after', change: Change): readonly Claim[] {
  const absent = { before: 'add', after: 'remove' } as const;
  const claimsOn = (at: 'before' | 'after') => (change.action === absent[at] ? [] : claimsAs(change, at));
  const others = new Set(claimsOn(side === 'after' ? 'before' : 'after').map(({ resource }) => resource));
  return claimsOn(side).filter(({ resource }) => !others.has(resource));
}

function claimsAs({ menu, properties, selector }: Change, side: 'before' | 'after'): readonly Claim[] {
  const changed = new Map(properties.map((property) => [property.name, property[side]]));
  return claimsOf(menu, (name) => (changed.has(name) ? changed.get(name) : selector?.match[name]));
}

/** Changes of one item keep their order, and so do additions and moves within an ordered menu. */
function* sequences(changes: readonly Change[]): Iterable<readonly [number, number]> {
  const lastPlaced = new Map<MenuPath, number>();
  const lastOfItem = new Map<string, number>();
  for (const [index, { action, menu, key }] of changes.entries()) {
    if (menus.get(menu)?.kind === 'ordered' && (action === 'add' || action === 'move')) {
      const previous = lastPlaced.get(menu);
      if (previous !== undefined) yield [previous, index];
      lastPlaced.set(menu, index);
    }
    if (action !== 'set') {
      lastOfItem.set(`${menu} ${key}`, index);
      continue;
    }
    const previous = lastOfItem.get(`${menu} ${key}`);
    if (previous !== undefined) yield [previous, index];
  }
}

/** What means one of several rows that look alike counts them: those before it change later. */
function counted(changes: readonly Change[], prior: Config): readonly (readonly [number, number])[] {
  const rowOf = finderIn(prior);
  const counting = changes.flatMap(({ menu, action, selector }, index) =>
    selector?.nth && action !== 'move' ? [{ menu, selector, nth: selector.nth, index }] : [],
  );
  if (counting.length === 0) return [];
  const changesOf = new Map<Item | undefined, number[]>();
  for (const [index, { menu, action, selector }] of changes.entries()) {
    if (!selector || action === 'move') continue;
    const row = rowOf(menu, selector);
    append(changesOf, row, index);
  }
  return counting.flatMap(({ menu, selector, nth, index }) => {
    const earlier = Array.from({ length: nth }, (_, place) => rowOf(menu, { ...selector, nth: place }));
    return earlier.flatMap((row) => (row ? (changesOf.get(row) ?? []) : [])).map((later) => [index, later] as const);
  });
}
