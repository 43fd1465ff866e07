// A fleet under a rosc that is killed again and again, as a process, wherever it happens to be: each device ends as it
// was or as its site says, and a run that nobody kills finds nothing left over.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Clock } from '../../src/device/device.ts';
import type { Simulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { ownCache } from './built-program.ts';
import { fleetRig } from './fleet-rig.ts';
import { randomFrom } from './mutate-text.ts';
import { pause } from './until.ts';

export interface KillOptions {
  /** `rosc.js` of a build. */
  readonly program: string;
  readonly devices: number;
  readonly kills: number;
  readonly seed: number;
  readonly parallel: number;
}

export interface KillReport {
  /** Runs that were killed before they ended. */
  readonly killed: number;
  /** Commits that runs found open and undid. */
  readonly undone: number;
  /** Rollouts that a last run ended with status 0. */
  readonly rollouts: number;
  /** What is wrong; empty = nothing is. */
  readonly problems: readonly string[];
}

/** Runs rosc on a fleet until it was killed so often; each time that it gets to its end the sites change. */
export async function killFleetRuns({ program, devices, kills, seed, parallel }: KillOptions): Promise<KillReport> {
  const sites = Array.from({ length: devices }, (_, index) => `s${index + 1}`);
  // Beside processes, whose clock is the one on the wall.
  let passedMs = 0;
  const clock: Clock = { now: () => realClock.now() + passedMs, sleep: realClock.sleep };
  const lines = `waves: [{ name: canary, size: 1 }, { name: tenth, size: 10% }, { name: rest }]\nparallel: ${parallel}`;
  const rig = await fleetRig({ sites, lines, clock });
  const draw = randomFrom(seed);
  const problems: string[] = [];
  let killed = 0;
  let rollouts = 0;
  let undone = 0;
  const onLine = (line: string) => {
    if (line.includes(': undid commit ')) undone += 1;
  };
  let mtu = 1500;
  const judge = (when: string, allowed: readonly number[]) => {
    for (const [site, simulator] of rig.simulators) {
      problems.push(...mixed(simulator, allowed).map((problem) => `${when}: ${site}: ${problem}`));
    }
  };
  try {
    let before = 0;
    while (killed < kills) {
      for (const site of sites) writeSite(rig.folder, site, mtu);
      const lineToKillAt = 1 + Math.floor(draw() * devices * 3);
      const status = await runAndKill(program, rig.folder, { lineToKillAt, waitMs: Math.floor(draw() * 60), onLine });
      if (status === 'killed') {
        killed += 1;
        // Every other time the devices are left to themselves until they have undone what nobody confirmed.
        if (killed % 2 === 1) continue;
        passedMs += 600_000;
        advance(rig.simulators.values());
        judge(`after kill ${killed}`, [before, mtu]);
        continue;
      }
      if (status !== 0) problems.push(`a run that nobody killed ended with ${status}`);
      judge(`after rollout ${rollouts}`, [mtu]);
      rollouts += 1;
      before = mtu;
      mtu = mtu === 1500 ? 1400 : 1500;
    }
    const status = await runAndKill(program, rig.folder, { lineToKillAt: Number.POSITIVE_INFINITY, waitMs: 0, onLine });
    if (status !== 0) problems.push(`the last run ended with ${status}`);
    judge('at the end', [mtu]);
    problems.push(...openRecords(rig.folder));
    return { killed, undone, rollouts: rollouts + 1, problems };
  } finally {
    await rig.close();
  }
}

function advance(simulators: Iterable<Simulator>): void {
  for (const simulator of simulators) simulator.advance();
}

/** The size of packets of its VLAN tells which rollout a site is of. */
function writeSite(folder: string, site: string, mtu: number): void {
  const path = join(folder, `${site}.yaml`);
  const text = readFileSync(path, 'utf8').replace(/ipv4: ([\d./]+)(?:, mtu: \d+)?/, `ipv4: $1, mtu: ${mtu}`);
  writeFileSync(path, text);
}

/** 0 = a device that nobody has changed yet. */
export function mixed(simulator: Simulator, allowed: readonly number[]): readonly string[] {
  const left = (['/system/script', '/system/scheduler'] as const).flatMap((menu) =>
    simulator.print(menu).map(({ name }) => `${menu} ${name}`),
  );
  const vlans = simulator.print('/interface/vlan');
  const addresses = simulator.print('/ip/address').filter(({ address = '' }) => address.startsWith('10.'));
  const filtering = simulator.print('/interface/bridge').filter((bridge) => bridge['vlan-filtering'] === 'true').length;
  const parts = [vlans.length, addresses.length - 1, filtering];
  const isWhole = parts.every((count) => count === 1);
  const isPrior = vlans.length === 0 && addresses.length === 0 && filtering === 0;
  const mtu = isPrior ? 0 : Number(vlans[0]?.mtu);
  return [
    ...left,
    ...(isWhole || isPrior ? [] : [`half-way: ${JSON.stringify({ vlans, addresses, filtering })}`]),
    ...(allowed.includes(mtu) ? [] : [`packets of ${mtu} bytes, where ${allowed.join(' or ')} may be`]),
  ];
}

/** Commits whose end nobody wrote down, and files that were never renamed. */
function openRecords(folder: string): readonly string[] {
  const commits = join(folder, '.rosc/commits');
  return readdirSync(commits).flatMap((name) => {
    if (!name.endsWith('.state.json')) return [];
    const { state }: { state: string } = JSON.parse(readFileSync(join(commits, name), 'utf8'));
    return ['confirmed', 'undone', 'gone'].includes(state) ? [] : [`${name} is ${state}`];
  });
}

interface Kill {
  readonly lineToKillAt: number;
  /** From that line on. */
  readonly waitMs: number;
  onLine(line: string): void;
  /** Further words of the command. */
  readonly words?: readonly string[];
}

export function runAndKill(
  program: string,
  cwd: string,
  { lineToKillAt, waitMs, onLine, words = [] }: Kill,
): Promise<number | 'killed'> {
  const env = { PATH: process.env.PATH, HOME: cwd, ROSC_PASSWORD: '', ...ownCache };
  const argv = [program, 'apply', 'fleet.yaml', '--yes', '--verbose', '--continue', ...words];
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let lines = 0;
  const reader = createInterface({ input: child.stderr });
  reader.on('line', (line) => {
    onLine(line);
    lines += 1;
    if (lines === lineToKillAt) void pause(waitMs).then(() => child.kill('SIGKILL'));
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve(code ?? 'killed'));
  });
}
