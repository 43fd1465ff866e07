// Runs bridge jobs in a kernel whose bridge filters VLANs: the machine's own, or User-Mode Linux where that has none.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import type { BridgeSetup } from './render-bridge.ts';

export interface BridgeJob extends BridgeSetup {
  readonly id: number;
  /** The tags of a frame, outermost first, that are tried at each port. */
  readonly tags: readonly (readonly number[])[];
}

/** Where a broadcast went. */
export interface Spread {
  /** The port that it entered by, or the L3 interface that sent it. */
  readonly from: string;
  readonly tags?: readonly number[];
  readonly out: readonly (readonly [port: string, tags: readonly number[]])[];
  /** L3 interfaces that took it. */
  readonly taken: readonly string[];
}

export interface BridgeAnswer {
  readonly id: number;
  readonly unable?: string;
  readonly errors?: string;
  readonly entering?: readonly Spread[];
  readonly leaving?: readonly Spread[];
}

const helper = join(projectRoot, 'test/support/linux/bridge.py');
const userModeLinux = { program: 'linux.uml', modules: '/usr/lib/uml/modules' };
/** Seconds that a virtual machine may take for its jobs. */
const machineMax = 120;

export type Run = (jobs: readonly BridgeJob[]) => readonly BridgeAnswer[];

/** How this machine runs them, or why it does not. */
export function bridgeRunner(): { readonly run: Run } | { readonly unable: string } {
  const own = firstProblem(inNamespace);
  if (own === undefined) return { run: inNamespace };
  if (process.arch !== 'x64' || !existsSync(userModeLinux.modules))
    return { unable: `${own}; User-Mode Linux is not installed` };
  const other = firstProblem(inUserModeLinux);
  return other === undefined ? { run: inUserModeLinux } : { unable: `${own}; User-Mode Linux: ${other}` };
}

function firstProblem(run: Run): string | undefined {
  const probe: BridgeJob = {
    id: 0,
    ports: ['probe'],
    interfaces: ['probe0'],
    tags: [[2]],
    ip: 'link add probe0 type bridge vlan_filtering 1\nlink set dev probe master probe0\nlink set dev probe up\nlink set dev probe0 up\n',
    bridge: 'vlan add dev probe vid 2\n',
    tc: 'qdisc add dev probe clsact\nfilter add dev probe egress protocol 802.1Q flower vlan_id 2 action drop\n',
  };
  try {
    const [answer] = run([probe]);
    return answer?.unable ?? (answer?.errors || undefined)?.trim();
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

function linesOf(jobs: readonly BridgeJob[]): string {
  return jobs.map((job) => `${JSON.stringify(job)}\n`).join('');
}

function answersIn(text: string): readonly BridgeAnswer[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BridgeAnswer);
}

function inNamespace(jobs: readonly BridgeJob[]): readonly BridgeAnswer[] {
  const asRoot = process.getuid?.() === 0 ? [] : ['-U', '-r'];
  const done = spawnSync('unshare', [...asRoot, '-n', 'python3', helper], {
    input: linesOf(jobs),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (done.status !== 0) throw new Error(`the helper ended with ${done.status}: ${done.stderr}${done.error ?? ''}`);
  return answersIn(done.stdout);
}

/** The machine's files are the guest's; its init is the helper. */
function inUserModeLinux(jobs: readonly BridgeJob[]): readonly BridgeAnswer[] {
  const folder = mkdtempSync(join(tmpdir(), 'rosc-bridge-'));
  try {
    const [asked, answered] = [join(folder, 'jobs'), join(folder, 'answers')];
    writeFileSync(asked, linesOf(jobs));
    writeFileSync(answered, '');
    const python = spawnSync('python3', ['-c', 'import os, sys; print(os.path.realpath(sys.executable))']);
    const { program, modules } = userModeLinux;
    const kernel = ['root=/dev/root', 'rootfstype=hostfs', 'rw', 'mem=192M', 'con=null', 'con0=null', 'quiet'];
    const init = [`init=${String(python.stdout).trim()}`, '--', helper, modules, asked, answered];
    const done = spawnSync(program, [...kernel, ...init], { timeout: machineMax * 1000, stdio: 'ignore' });
    const answers = answersIn(readFileSync(answered, 'utf8'));
    if (answers.length === 0) throw new Error(`it ended with ${done.status}${done.error ?? ''}`);
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
