// `rosc compile` of a site with one very long ACL, as a process: reading, lowering, the proofs, the analysis and the
// script, from a cold start.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aclSite, shapes } from './compile-acl.ts';
import type { Figure } from './figure.ts';
import { median } from './measure.ts';

export interface ColdCompileInput {
  /** The built rosc.js. */
  readonly program: string;
  readonly rules: number;
  readonly runs: number;
}

export function benchColdCompile({ program, rules, runs }: ColdCompileInput): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'rosc-bench-'));
  try {
    return Object.entries(shapes).map(([shape, rule]) => {
      const site = join(folder, 'site.yaml');
      writeFileSync(site, aclSite(rules, rule));
      const args = [program, 'compile', site, '-o', folder];
      // The first run warms the file cache up.
      const times = Array.from({ length: runs + 1 }, () => secondsOf(args, folder)).slice(1);
      return {
        what: `rosc compile of ${rules.toLocaleString('en-US')} ACL rules, cold: ${shape}`,
        value: median(times),
        unit: 's',
        reach: { atMost: 1 },
        detail: `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} s in ${runs} runs of the program`,
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function secondsOf(args: readonly string[], cache: string): number {
  const start = performance.now();
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}\n${stderr}`);
  return (performance.now() - start) / 1000;
}
