// `pnpm judge:linux --bridges`: random bridges from a seed, judged by the kernel's bridge, with what was hit and what
// disagrees.

import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type BridgeCase, bridgeCases } from './bridge-cases.ts';
import { judgeBridges } from './bridge-judge.ts';
import { bridgeRunner, type Run } from './run-bridge.ts';

const batch = 50;

/** Fewer lines on which they still disagree. */
function shrink(run: Run, one: BridgeCase): BridgeCase {
  let smallest = one;
  for (const text of one.lines) {
    const lines = smallest.lines.filter((each) => each !== text);
    const [judged] = judgeBridges(run, [{ ...one, lines }]);
    if (judged && judged.disagreements.length > 0 && !judged.answer?.errors) smallest = { ...one, lines };
  }
  return smallest;
}

const { values } = parseArgs({
  options: {
    bridges: { type: 'boolean' },
    runs: { type: 'string', default: '60' },
    seed: { type: 'string' },
    show: { type: 'string', default: '3' },
  },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const runs = Number(values.runs);
const runner = bridgeRunner();
if ('unable' in runner) {
  console.log(`skipped: no Linux bridge can judge here: ${runner.unable}`);
} else {
  const constructs = new Map<string, number>();
  let frames = 0;
  let wrong = 0;
  const cases = fc.sample(bridgeCases, { seed, numRuns: runs });
  for (let at = 0; at < cases.length; at += batch) {
    for (const judged of judgeBridges(runner.run, cases.slice(at, at + batch))) {
      const { answer, rendered, disagreements } = judged;
      const problem = answer?.errors ?? answer?.unable;
      if (problem) throw new Error(`${problem}\n${judged.case.lines.join('\n')}`);
      for (const name of rendered.constructs) constructs.set(name, (constructs.get(name) ?? 0) + 1);
      frames += judged.frames;
      if (disagreements.length === 0) continue;
      wrong++;
      if (wrong > Number(values.show)) continue;
      const small = shrink(runner.run, judged.case);
      const [again] = judgeBridges(runner.run, [small]);
      const setup = Object.values(again?.rendered.setup ?? {}).filter((text) => typeof text === 'string');
      console.log(`\n${small.routeros}\n${[...small.base, ...small.lines].join('\n')}`);
      console.log((again ?? judged).disagreements.join('\n'));
      console.log(setup.join(''));
    }
  }
  console.table([...constructs].sort());
  console.log(`seed ${seed}, ${runs} bridges, ${frames} frames: ${wrong} bridges disagree`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
