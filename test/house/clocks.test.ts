// No test depends on speed: none looks at a clock, waits for real time or has a time-out of its own, and none slows
// others down.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

/** They run at length by name, where a hang has to be told from a long run. */
const timed = 'long/';
/** Waits for processes, watched files and sockets. */
const waiting = 'support/until.ts';

const rules: Readonly<Record<string, { readonly pattern: RegExp; readonly instead: string }>> = {
  clock: {
    pattern: /\bperformance\.(?:now|timeOrigin)\b|\bDate\.now\(|\bnew Date\(\)|\bhrtime\b|\bcpuUsage\(|\bconsole\.time/,
    instead: 'count work (support/work-of.ts), turn a clock (support/turned-clock.ts), or measure in bench/',
  },
  wait: {
    pattern: /\bset(?:Timeout|Interval)\(|setTimeout\b.*from 'node:timers|\brealClock\.sleep\(|\bwaitForTimeout\(/,
    instead: 'wait for what happens: support/until.ts',
  },
  'time-out of its own': {
    pattern: /^\s*\}, \d[\d_]{3,}\);$|setDefaultTimeout\([1-9]|(?:\{ |^\s*)timeout: \d|testTimeout|hookTimeout/m,
    instead: 'the guard of vitest.config.ts ends what hangs',
  },
  'wait with a time-out': {
    pattern: /\bvi\.waitFor\(|\bexpect\.poll\(/,
    instead: 'wait without one: support/until.ts',
  },
};

function problemsOf(text: string): readonly string[] {
  return Object.entries(rules).flatMap(([name, { pattern, instead }]) =>
    pattern.test(text) ? [`${name}: ${pattern.exec(text)?.[0].trim()} (${instead})`] : [],
  );
}

const files = readdirSync(join(projectRoot, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith(timed) && path !== waiting)
  .filter((path) => path !== 'house/clocks.test.ts')
  .sort();

test.each(files)('%s', (path) => {
  expect(problemsOf(readFileSync(join(projectRoot, 'test', path), 'utf8'))).toEqual([]);
});

/** Counting keeps V8 from optimising, for all files of a process: those that count have one of their own. */
test('only files about growth count work', () => {
  const counting = files.filter((path) =>
    readFileSync(join(projectRoot, 'test', path), 'utf8').includes("/support/work-of.ts'"),
  );
  expect(counting.filter((path) => !/^house\/growth[a-z-]*\.test\.ts$/.test(path))).toEqual([]);
  expect(counting.length).toBeGreaterThan(2);
});

describe('the rules see', () => {
  test.each([
    'const start = performance.now();',
    'const seed = Date.now() % 2 ** 31;',
    'process.cpuUsage(before)',
    'await new Promise((done) => setTimeout(done, 300));',
    'await realClock.sleep(5)',
    "test('slow', () => {\n  work();\n}, 120_000);\n",
    "test('slow', { timeout: 120_000 }, work);",
    'await vi.waitFor(look)',
    'await expect.poll(look).toBe(1)',
  ])('%s', (text) => expect(problemsOf(text)).toHaveLength(1));

  test('and let pass what turns a clock of its own', () => {
    expect(problemsOf('await clock.sleep(1000);\nclock.advance(30);\nprint({ timeoutMs: 30 });')).toEqual([]);
  });
});
