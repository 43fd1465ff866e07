import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { it } from 'vitest';
import { compare } from '../support/differential/compare.ts';
import { configurations, scriptOf } from '../support/differential/configurations.ts';
import { runPairs } from '../support/differential/run-pairs.ts';

const seed = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? 300);
it('survey', () => {
  const counts: Record<string, number> = {};
  const codes: Record<string, number> = {};
  const sigs = new Map<string, { n: number; text: string; len: number }>();
  const unknowns: Record<string, number> = {};
  const traps: Record<string, number> = {};
  for (const c of fc.sample(configurations, { seed, numRuns: runs })) {
    let pairs;
    try {
      pairs = runPairs(c);
    } catch (e) {
      const k = String((e as Error).message).slice(0, 200);
      traps[k] = (traps[k] ?? 0) + 1;
      if (traps[k] === 1) traps[k + '\n' + scriptOf(c)] = 0;
      continue;
    }
    for (const p of pairs) {
      const r = compare(p);
      counts[r.kind] = (counts[r.kind] ?? 0) + 1;
      for (const code of new Set(p.verdict.because.map((x) => x.code))) codes[code] = (codes[code] ?? 0) + 1;
      if (r.kind === 'unknown') {
        const k = [...new Set(p.verdict.because.map((x) => x.code))].join(',');
        unknowns[k] = (unknowns[k] ?? 0) + 1;
      }
      if (r.kind === 'disagree') {
        const [first = '', second = ''] = r.text.split('\n');
        const guess = r.text.split('\n').at(-1);
        const sig = first + ' | ' + [...new Set(p.verdict.because.map((x) => x.code))].join(',') + ' | ' + guess;
        const e = sigs.get(sig);
        if (!e) sigs.set(sig, { n: 1, text: r.text, len: c.changes.length });
        else {
          e.n++;
          if (c.changes.length < e.len) {
            e.text = r.text;
            e.len = c.changes.length;
          }
        }
      }
    }
  }
  const out = [
    JSON.stringify(counts),
    JSON.stringify(traps, null, 1).replaceAll('\\n', '\n'),
    ...Object.entries(unknowns)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 25)
      .map(([k, n]) => `unknown ${n} ${k}`),
    ...Object.entries(codes)
      .sort((a, b) => b[1] - a[1])
      .map(([k, n]) => `fired ${n} ${k}`),
    '',
    ...[...sigs].sort((a, b) => b[1].n - a[1].n).map(([k, v]) => `#### ${v.n} × ${k}\n${v.text}\n`),
  ];
  writeFileSync(process.env.OUT ?? '/tmp/judge/survey.txt', out.join('\n'));
});
