// Arbitraries of console commands.

import fc from 'fast-check';

/** Words of a console command, without those that are absent. */
export function line(...words: readonly fc.Arbitrary<string | null>[]): fc.Arbitrary<string> {
  return fc.tuple(...words).map((all) => all.filter((word) => word !== null && word !== '').join(' '));
}

export function oneOf(...texts: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...texts);
}

/** Absent half of the time. */
export function perhaps(...texts: readonly string[]): fc.Arbitrary<string | null> {
  return fc.option(oneOf(...texts));
}

/** Absent nine times of ten. */
export function rarely(...texts: readonly string[]): fc.Arbitrary<string> {
  return weighted([9, fc.constant('')], [1, oneOf(...texts)]);
}

export function weighted(
  ...parts: readonly (readonly [weight: number, one: fc.Arbitrary<string>])[]
): fc.Arbitrary<string> {
  return fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
