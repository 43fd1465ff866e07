// A fleet under a rosc that is killed again and again while it upgrades: each device runs the old version or the new
// one, and the run that nobody kills brings all of them there.

import type { Clock } from '../../src/device/device.ts';
import type { Simulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { branchModel } from './fleet-files.ts';
import { mixed, runAndKill } from './fleet-kills.ts';
import { fleetRig } from './fleet-rig.ts';
import { targetOf } from './sim-target.ts';

export interface UpgradeKills {
  /** `rosc.js` of a build. */
  readonly program: string;
  readonly devices: number;
  readonly parallel: number;
  /** Lines of each run at which it is killed, one run after the other. */
  readonly linesToKillAt: readonly number[];
}

const from = '7.20.8';
const to = '7.22.3';
const words = ['--upgrade', to, '--packages', 'http://mirror.example.net/{package}-{version}-{architecture}.npk'];

/** How many runs were killed, and what is wrong; empty = nothing is. */
export async function killUpgrades({ program, devices, parallel, linesToKillAt }: UpgradeKills) {
  const sites = Array.from({ length: devices }, (_, index) => `s${index + 1}`);
  // Beside processes, whose clock is the one on the wall.
  const clock: Clock = realClock;
  const releases = { channels: {}, target: (routeros: string) => targetOf(branchModel, routeros) };
  // A start takes a second.
  const rig = await fleetRig({ sites, lines: `parallel: ${parallel}`, clock, device: { releases, pace: 0.02 } });
  const problems: string[] = [];
  let killed = 0;
  const onLine = () => undefined;
  try {
    for (const lineToKillAt of linesToKillAt) {
      const ended = await runAndKill(program, rig.folder, { lineToKillAt, waitMs: 0, onLine, words });
      if (ended === 'killed') killed += 1;
      for (const [site, simulator] of rig.simulators) {
        const running = versionOf(simulator);
        if (running !== from && running !== to) problems.push(`after kill ${killed}: ${site} runs ${running}`);
      }
    }
    const status = await runAndKill(program, rig.folder, {
      lineToKillAt: Number.POSITIVE_INFINITY,
      waitMs: 0,
      onLine,
      words,
    });
    if (status !== 0) problems.push(`the last run ended with ${status}`);
    for (const [site, simulator] of rig.simulators) {
      problems.push(...[...unfinished(simulator), ...mixed(simulator, [1500])].map((problem) => `${site}: ${problem}`));
    }
    return { killed, problems };
  } finally {
    await rig.close();
  }
}

function versionOf(simulator: Simulator): string {
  return simulator.print('/system/resource')[0]?.version?.split(' ')[0] ?? '';
}

function unfinished(simulator: Simulator): readonly string[] {
  const [board = {}] = simulator.print('/system/routerboard');
  const packages = simulator.print('/file').filter(({ name = '' }) => name.endsWith('.npk'));
  return [
    ...(versionOf(simulator) === to ? [] : [`runs ${versionOf(simulator)}`]),
    ...(board['current-firmware'] === to ? [] : [`has RouterBOOT ${board['current-firmware']}`]),
    ...packages.map(({ name }) => `holds ${name}`),
  ];
}
