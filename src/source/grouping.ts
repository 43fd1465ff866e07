// Maps that grow while they are filled.

import { append } from './append.ts';

/** A Map, or a WeakMap. */
interface Growing<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value of a key, made and kept when it is not there yet. */
export function computeIfAbsent<K, V>(map: Growing<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** At least one. */
export type Some<T> = readonly [T, ...T[]];

/** Members by key, in order. */
export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): ReadonlyMap<K, Some<V>> {
  const groups = new Map<K, [V, ...V[]]>();
  for (const value of values) append(groups, keyOf(value), value);
  return groups;
}

/** The first of each key, in order. */
export function firstOfEach<V>(values: Iterable<V>, keyOf: (value: V) => unknown): readonly V[] {
  return [...groupBy(values, keyOf).values()].map(([first]) => first);
}

/** Derives something from an object once, and forgets it with the object. */
export function derivedOnce<K extends object, V>(derive: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const cached = known.get(key);
    if (cached) return cached.value;
    const value = derive(key);
    known.set(key, { value });
    return value;
  };
}

/** The same for all that it is derived with, such as a name and an address family. */
export function derivedPer<K extends object, P extends readonly Part[], V>(
  derive: (key: K, ...parts: P) => V,
): (key: K, ...parts: P) => V {
  const known = derivedOnce((_: K): Branch<V> => ({}));
  return (key, ...parts) => {
    let branch = known(key);
    for (const part of parts) {
      const below = typeof part === 'object' ? branch.objects?.get(part) : branch.values?.get(part);
      branch = below ?? branchAt(branch, part);
    }
    branch.found ??= { value: derive(key, ...parts) };
    return branch.found.value;
  };
}

type Part = string | number | object | undefined;

interface Branch<V> {
  found?: { readonly value: V };
  /** Forgotten with the objects. */
  objects?: WeakMap<object, Branch<V>>;
  values?: Map<Part, Branch<V>>;
}

function branchAt<V>(branch: Branch<V>, part: Part): Branch<V> {
  if (typeof part !== 'object') {
    branch.values ??= new Map();
    return computeIfAbsent(branch.values, part, () => ({}));
  }
  branch.objects ??= new WeakMap();
  return computeIfAbsent(branch.objects, part, () => ({}));
}

/** The first that suits, of values that are made one by one. */
export function firstOf<T>(values: Iterable<T>, suits: (value: T) => boolean): T | undefined {
  for (const value of values) if (suits(value)) return value;
  return undefined;
}
