// Takes out of a site what its schema refuses, so that the rest can still be checked and all mistakes are told at once.

import type { z } from 'zod';
import { fieldOf, isRecord } from '../source/plain-data.ts';

type Issue = z.core.$ZodIssue;

/** Rounds of pruning: each removes at least one value, and the last can only remove the whole site. */
const roundsMax = 30;

/** The parsed part of the data that fits, or undefined when nothing does. */
export function parseWhatFits<S extends z.ZodType>(schema: S, data: unknown): z.output<S> | undefined {
  let rest = structuredCopy(data);
  for (let round = 0; round < roundsMax; round++) {
    const result = schema.safeParse(rest);
    if (result.success) return result.data;
    const doomed = result.error.issues.flatMap(pathsOf).sort((a, b) => b.length - a.length);
    if (doomed.some((path) => path.length === 0)) return undefined;
    for (const path of doomed) rest = without(rest, path);
  }
  return undefined;
}

/** What has to go: the unknown keys, the wrong value, or, where the value is missing already, its owner. */
function pathsOf(issue: Issue): readonly PropertyKey[][] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
  return [issue.path];
}

function without(data: unknown, path: readonly PropertyKey[]): unknown {
  const owners: unknown[] = [data];
  for (const step of path.slice(0, -1)) owners.push(fieldOf(owners.at(-1), step));
  // A value that is not there cannot go, so its owner does.
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const owner = owners[depth];
    const step = path[depth];
    if (step === undefined || fieldOf(owner, step) === undefined) continue;
    if (Array.isArray(owner)) owner.splice(Number(step), 1);
    else if (isRecord(owner)) Reflect.deleteProperty(owner, step);
    return data;
  }
  return data;
}

/** Copies maps and lists; scalars and secrets are shared. */
function structuredCopy(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(structuredCopy);
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== null) return data;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(data)) copy[key] = structuredCopy(value);
  return copy;
}
