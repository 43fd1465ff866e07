// How secrets stand in plan files: enough to tell whether a value is the same one, at a price that makes guessing
// passwords slow. Each plan has a salt of its own, so that no guess serves two plans.

import { randomBytes, scryptSync } from 'node:crypto';
import { computeIfAbsent } from '../source/grouping.ts';

/** About 10 ms and 4 MB for a value: little for the few of a plan, much for a list of passwords. */
const cost = { N: 4096, r: 8, p: 1 } as const;

const pattern = /^scrypt:([\da-f]{32}):[\da-f]{64}$/;

export function isSecretDigest(text: string): boolean {
  return pattern.test(text);
}

/** Makes `scrypt:SALT:DIGEST`, both hex; each value is worked on once. */
export function secretDigester(salt = randomBytes(16).toString('hex')): (value: string) => string {
  const known = new Map<string, string>();
  const digest = (value: string) => `scrypt:${salt}:${scryptSync(value, salt, 32, cost).toString('hex')}`;
  return (value) => computeIfAbsent(known, value, () => digest(value));
}

/** The salt that a digest was made with. */
export function saltOf(digest: string): string | undefined {
  return pattern.exec(digest)?.[1];
}
