// `pnpm judge:linux`: random cases from a seed, or the ones of an export, judged by the kernel, with what was hit and
// what disagrees.

import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { kernelCases } from './cases.ts';
import { countConstructs, newCounts, printConstructs } from './constructs.ts';
import { exportCases } from './export-cases.ts';
import { byHand, judgeCases, shrink } from './judge.ts';
import { whyUnable } from './run-kernel.ts';

const batch = 50;
const shownMax = 12;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '60' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string' },
    show: { type: 'string', default: '1' },
    hand: { type: 'boolean', default: false },
    export: { type: 'string' },
    model: { type: 'string' },
    counts: { type: 'string' },
  },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const runs = Number(values.runs);
const from = Number(values.from);

const reason = whyUnable();
if (reason !== undefined) {
  console.log(`skipped: the Linux kernel cannot judge here: ${reason}`);
} else {
  const counts = new Map<string, number>();
  const constructs = newCounts();
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  const kinds = new Map<string, number>();
  const cases =
    values.export === undefined
      ? fc.sample(kernelCases, { seed, numRuns: from + runs }).slice(from)
      : exportCases(readFileSync(values.export, 'utf8'), values.model);
  if (!cases) throw new Error('the export names no model that has a profile: say one with --model');
  for (let at = 0; at < cases.length; at += batch) {
    for (const judged of judgeCases(cases.slice(at, at + batch))) {
      const { rendered, answer, results } = judged;
      for (const name of rendered.missing) count(counts, `not rendered: ${name}`);
      if (answer.unable) throw new Error(answer.unable);
      if (answer.errors) {
        count(counts, 'refused by ip or nft');
        if ((counts.get('refused by ip or nft') ?? 0) <= 3)
          console.log(answer.errors, [...judged.case.base, ...judged.case.lines].join('\n'));
      }
      countConstructs(constructs, judged);
      results.forEach((result, index) => {
        count(counts, result.kind);
        if (result.kind !== 'disagree') return;
        count(kinds, result.about);
        if ((kinds.get(result.about) ?? 0) > Number(values.show) || kinds.size > shownMax) return;
        const small = shrink(judged.case, index, result.about);
        const [again] = judgeCases([small]);
        const [shown] = again?.results ?? [];
        console.log(
          `\n${result.about}\n${small.model} ${small.routeros}\n${[...small.base, ...small.lines].join('\n')}`,
        );
        console.log(shown?.kind === 'disagree' ? shown.text : result.text);
        if (values.hand && again) console.log(byHand(again.rendered));
      });
    }
  }
  printConstructs(constructs, values.counts);
  const what = values.export ?? `seed ${seed}, ${runs} configurations${from > 0 ? ` from ${from} on` : ''}`;
  console.log(`${what}:`, Object.fromEntries(counts), Object.fromEntries(kinds));
  process.exitCode = kinds.size > 0 ? 1 : 0;
}
