// The whole program as a process: how long it takes beside Node.js alone, and how much memory.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { madeUpExport } from './made-up-export.ts';
import { median } from './measure.ts';
import { askingForPeak, peakMegabytes } from './peak-memory.ts';

export interface ColdStartInput {
  /** The built rosc.js. */
  readonly program: string;
  readonly site: string;
  readonly runs: number;
  /** Lines of the export whose memory is measured. */
  readonly lines: number;
}

export function benchProcesses({ program, site, runs, lines }: ColdStartInput): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'rosc-bench-'));
  try {
    const check = [program, 'check', site];
    const long = join(folder, 'export.rsc');
    writeFileSync(long, madeUpExport(lines));
    return [
      {
        ...besideNode('check rig.yaml, cold start : node -e 0', { args: check, runs, env: { XDG_CACHE_HOME: folder } }),
        reach: { atMost: 3 },
      },
      besideNode('the same without kept code : node -e 0', {
        args: check,
        runs,
        env: { NODE_DISABLE_COMPILE_CACHE: '1' },
      }),
      memory('check rig.yaml, memory', check, 120),
      memory(`audit of ${lines.toLocaleString('en-US')} lines, memory`, [program, 'audit', long], 500),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Start {
  readonly args: readonly string[];
  readonly runs: number;
  readonly env: Readonly<Record<string, string>>;
}

/** In turn, so that both meet the machine in the same moods. The first pair warms the file cache up. */
function besideNode(what: string, { args, runs, env }: Start): Figure {
  const node: number[] = [];
  const rosc: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const pair = [elapsed(['-e', '0'], {}), elapsed(args, env)] as const;
    if (run === 0) continue;
    node.push(pair[0]);
    rosc.push(pair[1]);
  }
  const detail = `${Math.round(median(rosc))} ms : ${Math.round(median(node))} ms, medians of ${runs}`;
  return { what, value: median(rosc) / median(node), unit: '', detail };
}

function elapsed(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const { NODE_DISABLE_COMPILE_CACHE, ...inherited } = process.env;
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...inherited, ...env } });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}\n${stderr}`);
  return performance.now() - start;
}

function memory(what: string, args: readonly string[], atMost: number): Figure {
  const { stderr, status } = spawnSync(process.execPath, [...askingForPeak, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    maxBuffer: 256 * 1024 * 1024,
  });
  const megabytes = peakMegabytes(stderr);
  if (!(megabytes > 0)) throw new Error(`node ${args.join(' ')} ended with ${status}\n${stderr}`);
  return {
    what,
    value: megabytes,
    unit: 'MB',
    reach: { atMost },
    detail: 'largest resident size of the process',
  };
}
