// `pnpm judge:linux --mutants`: each function of `src/forwarding` that says something of the packets of random cases, or
// of the frames of random bridges, is changed in turn, and has to bring what is said into disagreement with what the
// kernel did. The kernel is asked once.

import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { bridgeCases } from './bridge-cases.ts';
import { foundByBridge } from './bridge-found.ts';
import { compareBridge, judgeBridges } from './bridge-judge.ts';
import { kernelCases } from './cases.ts';
import { deviceOf } from './engine.ts';
import { foundByKernel } from './found.ts';
import { type Judged, judgeCases, resultsOf } from './judge.ts';
import { reasonFor } from './not-judged.ts';
import { bridgeRunner } from './run-bridge.ts';
import { whyUnable } from './run-kernel.ts';

/** A case on which the judge is green, and what calls each function gave. */
interface Green {
  readonly isNowRed: () => boolean;
  readonly asked: ReadonlySet<string>;
}

type Outcome = 'disagrees' | 'fails' | 'survives';

/** How an answer is changed: to its opposite, to the first one given about the device, to one element less. */
const changes: readonly ((value: unknown, first: unknown) => unknown)[] = [opposite, (_, first) => first, shortened];

function opposite(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'bigint') return value + 1n;
  if (Array.isArray(value)) return [];
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  return typeof value === 'function' ? () => undefined : undefined;
}

function shortened(value: unknown): unknown {
  return Array.isArray(value) ? value.slice(1) : value;
}

const found = Object.values(foundByKernel);

function setMutate(mutate: ((key: string, run: () => unknown) => unknown) | undefined): void {
  Reflect.set(globalThis, 'mutate', mutate);
}

/** Of cases that were found nothing may become unknown either: the gate says so. */
function isRed({ case: one, rendered, answer }: Judged): boolean {
  const results = resultsOf(one, deviceOf(one), rendered, answer);
  return results.some(({ kind }) => kind === 'disagree' || (kind === 'unknown' && found.includes(one)));
}

function greenOnes(seed: number, runs: number): readonly Green[] {
  const cases = [...found, ...fc.sample(kernelCases, { seed, numRuns: runs })];
  return judgeCases(cases).flatMap((judged): readonly Green[] => {
    if (judged.results.length === 0 || judged.results.some(({ kind }) => kind === 'disagree')) return [];
    return [green(() => isRed(judged))];
  });
}

/** None where no bridge can judge. */
function greenBridges(seed: number, runs: number): readonly Green[] {
  const runner = bridgeRunner();
  if ('unable' in runner) {
    console.log(`no bridge judges: ${runner.unable}`);
    return [];
  }
  const cases = [...Object.values(foundByBridge), ...fc.sample(bridgeCases, { seed, numRuns: runs })];
  return judgeBridges(runner.run, cases).flatMap(({ case: one, answer, disagreements }): readonly Green[] => {
    const { entering, leaving } = answer ?? {};
    if (!entering || !leaving || disagreements.length > 0) return [];
    return [green(() => compareBridge(deviceOf(one).network, { entering, leaving }).length > 0)];
  });
}

function green(isNowRed: () => boolean): Green {
  const asked = new Set<string>();
  setMutate((key, run) => {
    asked.add(key);
    return run();
  });
  isNowRed();
  setMutate(undefined);
  return { isNowRed, asked };
}

/** Of one function, changed one way, on one case. */
function outcomeOn({ isNowRed }: Green, name: string, change: (typeof changes)[number]): Outcome {
  const seen: unknown[] = [];
  setMutate((key, run) => {
    const value = run();
    if (key !== name) return value;
    seen.push(value);
    return change(value, seen[0]);
  });
  try {
    return isNowRed() ? 'disagrees' : 'survives';
  } catch {
    return 'fails';
  } finally {
    setMutate(undefined);
  }
}

function outcomeOf(greens: readonly Green[], name: string): Outcome {
  const asking = greens.filter(({ asked }) => asked.has(name));
  let outcome: Outcome = 'survives';
  for (const green of asking) {
    for (const change of changes) {
      const one = outcomeOn(green, name, change);
      if (one === 'disagrees') return one;
      if (one === 'fails') outcome = one;
    }
  }
  return outcome;
}

const { values } = parseArgs({
  options: {
    mutants: { type: 'boolean' },
    runs: { type: 'string', default: '60' },
    seed: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    only: { type: 'string' },
  },
});
const unable = whyUnable();
if (unable !== undefined) {
  console.log(`skipped: the Linux kernel cannot judge here: ${unable}`);
} else {
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  const runs = Number(values.runs);
  const greens = [...greenOnes(seed, runs), ...greenBridges(seed, Math.ceil(runs / 3))];
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const all = [...new Set(greens.flatMap(({ asked }) => [...asked]))].sort();
  const only = values.only?.split(',');
  const names = all.filter((name, index) => (only ? only.includes(name) : index % parts === part - 1));
  const unasked = only?.filter((name) => !all.includes(name)) ?? [];
  if (unasked.length > 0) console.log(`no case asks ${unasked.join(', ')}`);
  const outcomes = names.map((name) => ({ name, outcome: outcomeOf(greens, name) }));
  for (const wanted of ['survives', 'fails'] as const) {
    const those = outcomes
      .filter(({ outcome }) => outcome === wanted)
      .map(({ name }) => [name, reasonFor(name) ?? 'no reason'].join(': '));
    console.log(`\n${those.length} functions, changed: ${wanted}\n${those.join('\n')}`);
  }
  const red = outcomes.filter(({ outcome }) => outcome !== 'survives').length;
  const open = outcomes.filter(({ name, outcome }) => outcome === 'survives' && !reasonFor(name));
  console.log(`\nsurvive without a reason: ${open.map(({ name }) => name).join(', ') || 'none'}`);
  console.log(`\nseed ${seed}, ${greens.length} green cases: ${red} of ${names.length} functions make the judge red`);
}
