// Probes of a simulated switch on which something goes wrong, from a seed: a fault, or the death of rosc at some
// sentence; and what the device is like once every timer has run out.

import { commitObjects } from '../../src/apply/objects.ts';
import type { FaultName } from '../../src/device/sim/faults.ts';
import { createRandom } from '../../src/device/sim/random.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import type { Ended } from '../../src/probe/scratch-end.ts';
import { letTimePass } from './apply-rig.ts';
import { cutter } from './cut-device.ts';
import { essenceOf } from './device-essence.ts';
import {
  bareSwitch,
  createProbeRig,
  type ProbeRig,
  probedTarget,
  questionsFor,
  sayingsOf,
  usedSwitch,
} from './probe-rig.ts';

/** A chip that takes no rule, and another administrator, change what is measured or compared: they are apart. */
const faults: readonly (readonly [FaultName, number])[] = [
  ['replyLost', 0.0005],
  ['connectionCut', 0.0005],
  ['commandRefused', 0.002],
  ['rebootMidway', 0.0003],
  ['diskFull', 0.05],
  ['clockJump', 0.03],
  ['slow', 0.01],
];

/** What follows where nothing goes wrong, by question, for each device. */
export type Calm = ReadonlyMap<string, ReadonlyMap<string, string>>;

const devices = [bareSwitch, bareSwitch, usedSwitch];

const changing = questionsFor(probedTarget(), 'rows', 'ports', 'cable', 'restart');
const short = changing.filter(({ steps }) =>
  Object.values(steps).every((step) => !('fill' in step && step.counts !== undefined)),
);

/** `isWhole`: also of tables of thousands of rows, which take more time than all else together. */
export async function calmSayings({ isWhole = false } = {}): Promise<Calm> {
  const calm = new Map<string, ReadonlyMap<string, string>>();
  for (const script of new Set(devices)) {
    const rig = createProbeRig({ answerMs: 50, script });
    const read = await rig.read();
    const { run } = await rig.probe(isWhole ? changing : short);
    calm.set(script, sayingsOf([...read.file.answers, ...run.file.answers]));
  }
  return calm;
}

const longOdds = 0.1;

/** Sentences of a probe without the long ones; each may be its last. */
const sentencesMost = 16_000;

export interface Ordeal {
  readonly what: string;
  /** What is not as it has to be, one sentence each. */
  readonly problems: readonly string[];
  readonly ended: Ended['kind'] | 'died' | 'not begun';
  readonly struck: number;
  /** Questions that something followed from. */
  readonly settled: number;
}

/** Longer than the undo of a probe waits, also on a clock that was set back. */
const drainMs = 3 * 3_600_000;

export async function ordealOf(seed: number, calmOnes: Calm): Promise<Ordeal> {
  const random = createRandom(seed);
  const isKilled = random.chance(0.4);
  const [fault, odds] = random.pick(faults) ?? ['replyLost', 0.02];
  const cut = cutter({ at: random.between(1, sentencesMost), isSent: random.chance(0.5) });
  const script = random.pick(devices) ?? usedSwitch;
  const calm = calmOnes.get(script) ?? new Map<string, string>();
  const isLong = random.chance(longOdds) && changing.every(({ id }) => calm.has(id));
  const rig = createProbeRig({
    seed,
    script,
    answerMs: 50,
    faults: isKilled ? {} : { [fault]: odds },
    ...(isKilled && { through: (device) => cut.through(device) }),
  });
  const before = JSON.stringify(essenceOf(rig.simulator));
  const isAsBefore = () => JSON.stringify(essenceOf(rig.simulator)) === before;
  cut.begin();
  const problems: string[] = [];
  let ended: Ordeal['ended'] = 'died';
  let settled = 0;
  try {
    const read = await rig.read();
    const probed = await rig.probe(isLong ? changing : short);
    ended = probed.ended?.kind ?? 'not begun';
    const sayings = [...sayingsOf([...read.file.answers, ...probed.run.file.answers])];
    settled = sayings.filter(([, says]) => !isOpen(says)).length;
    problems.push(...wrongOnes(sayings, calm, isKilled));
    if (ended === 'as-before' && !isAsBefore()) problems.push('it was said to be as before, and is not');
  } catch (error) {
    if (!isKilled) throw error;
  }
  rig.simulator.setFaults({});
  rig.simulator.giveRightsBack();
  letTimePass(rig, drainMs);
  problems.push(...(await whatIsLeft(rig, isAsBefore())));
  const struck = isKilled ? Number(ended === 'died') : rig.simulator.struck.length;
  return { what: isKilled ? 'killed' : fault, problems, ended, struck, settled };
}

async function whatIsLeft({ simulator }: ProbeRig, isAsBefore: boolean): Promise<readonly string[]> {
  const left = await commitObjects(await connectToSimulator(simulator, { url: 'sim:after' }));
  const names = left.map(({ name }) => `in the end there is ${name}`);
  return isAsBefore ? names : [...names, 'in the end it is not as before'];
}

function isOpen(says: string): boolean {
  return says.startsWith('open: ');
}

/** What follows otherwise than where nothing goes wrong. */
function wrongOnes(
  sayings: readonly (readonly [id: string, says: string])[],
  calm: ReadonlyMap<string, string>,
  isKilled: boolean,
): readonly string[] {
  // The cutter lets sentences pass one by one, so that rows stand in the order in which they were sent.
  const isTold = (id: string) => isKilled && id === 'order-of-adds';
  const wrong = sayings.filter(([id, says]) => !isOpen(says) && says !== calm.get(id) && !isTold(id));
  return wrong.map(([id, says]) => `${id} says: ${says}`);
}
