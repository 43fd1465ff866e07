// Maintenance windows: what is one, when it opens and closes, over midnight, weekends and changes of the clocks.

import { describe, expect, test } from 'vitest';
import { closesAt, isOpenAt, opensAt, parseWindow, type Window } from '../../src/fleet/window.ts';

function windowOf(text: string): Window {
  const window = parseWindow(text);
  if (typeof window === 'string') throw new Error(window);
  return window;
}

const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16));

describe('a window', () => {
  // 2026-04-21 is a Tuesday; Vienna is two hours ahead of UTC then.
  const evenings = [windowOf('Mon-Fri 20:00-23:00 Europe/Vienna')];

  test.each([
    ['2026-04-21T17:59Z', false],
    ['2026-04-21T18:00Z', true],
    ['2026-04-21T20:59Z', true],
    ['2026-04-21T21:00Z', false],
    ['2026-04-25T19:00Z', false],
  ])('of weekday evenings is, at %s, open: %s', (time, isOpen) => {
    expect(isOpenAt(evenings, at(time))).toBe(isOpen);
  });

  test('says when it opens and closes', () => {
    expect(iso(opensAt(evenings, at('2026-04-21T12:00Z')))).toBe('2026-04-21T18:00');
    expect(iso(opensAt(evenings, at('2026-04-24T22:00Z')))).toBe('2026-04-27T18:00');
    expect(iso(closesAt(evenings, at('2026-04-21T18:30Z')))).toBe('2026-04-21T21:00');
    expect(opensAt(evenings, at('2026-04-21T18:30Z'))).toBe(at('2026-04-21T18:30Z'));
  });

  test('keeps to the local time when the clocks change', () => {
    expect(iso(opensAt(evenings, at('2026-10-23T22:00Z')))).toBe('2026-10-26T19:00');
  });

  test('may close on the next day', () => {
    const night = [windowOf('Sat 22:00-02:00')];
    expect(isOpenAt(night, at('2026-04-25T23:00Z'))).toBe(true);
    expect(isOpenAt(night, at('2026-04-26T01:59Z'))).toBe(true);
    expect(isOpenAt(night, at('2026-04-26T02:00Z'))).toBe(false);
    expect(isOpenAt(night, at('2026-04-26T22:30Z'))).toBe(false);
  });

  test('is one of several, and none is always', () => {
    const both = [windowOf('Sun 01:00-02:00'), windowOf('Sat,Sun 04:00-05:00')];
    expect(iso(opensAt(both, at('2026-04-26T02:00Z')))).toBe('2026-04-26T04:00');
    expect(opensAt([], 7)).toBe(7);
    expect(closesAt([], 7)).toBeUndefined();
  });

  test('may last all day, over the end of the week', () => {
    const weekend = [windowOf('Fri-Mon 00:00-24:00')];
    expect(iso(closesAt(weekend, at('2026-04-25T12:00Z')))).toBe('2026-04-28T00:00');
  });
});

test.each([
  ['at night', 'is no window'],
  ['Mon-Fri 20:00', 'is no window'],
  ['Mun 20:00-21:00', 'names no days'],
  ['20:61-21:00', 'names no time of day'],
  ['25:00-26:00', 'names no time of day'],
  ['20:00-21:00 Europe/Wien', 'is no time zone'],
])('%j is none', (text, reason) => {
  expect(parseWindow(text)).toContain(reason);
});
