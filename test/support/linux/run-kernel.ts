// Runs jobs in the kernel: one Python process for a batch, in a user namespace of its own where it is not root.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import type { Answer, Job } from './job.ts';

const helper = join(projectRoot, 'test/support/linux/kernel.py');

export function runJobs(jobs: readonly Job[]): readonly Answer[] {
  const input = jobs.map((job) => `${JSON.stringify(job)}\n`).join('');
  const done = spawnSync('unshare', [...asRoot(), '-n', 'python3', helper], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (done.status !== 0) throw new Error(`the helper ended with ${done.status}: ${done.stderr}${done.error ?? ''}`);
  return done.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answer);
}

function asRoot(): readonly string[] {
  return process.getuid?.() === 0 ? [] : ['-U', '-r'];
}

/** Why this machine cannot judge; undefined = it can. */
export function whyUnable(): string | undefined {
  if (process.platform !== 'linux') return `this is ${process.platform}, not Linux`;
  for (const [tool, argument] of [
    ['python3', '--version'],
    ['ip', '-V'],
    ['nft', '--version'],
    ['unshare', '--version'],
  ] as const) {
    if (spawnSync(tool, [argument]).status !== 0) return `\`${tool}\` is not installed`;
  }
  const probe: Job = {
    id: 0,
    ports: [{ name: 'probe', mac: '02:10:00:00:00:01' }],
    sysctl: { ipv4: { forwarding: '1' }, ipv6: { forwarding: '1' }, other: {} },
    links: '',
    ip4: '',
    ip6: '',
    nft: [
      'table ip probe {',
      'chain before { type filter hook prerouting priority -150;',
      'log prefix "probe" group 1 fib daddr type local ct mark set 1',
      '}',
      'chain after { type nat hook postrouting priority 100;',
      'masquerade',
      '}',
      '}',
      '',
    ].join('\n'),
    talks: [],
  };
  try {
    const [answer] = runJobs([probe]);
    const reason = answer?.unable ?? answer?.errors;
    return reason === undefined || reason === '' ? undefined : reason.trim();
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}
