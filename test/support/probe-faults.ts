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
import { createProbeRig, sayingsOf } from './probe-rig.ts';

/** A chip that takes no rule, and another administrator, change what is measured or compared: they are apart. */
const faults: readonly (readonly [FaultName, number])[] = [
  ['replyLost', 0.02],
  ['connectionCut', 0.02],
  ['commandRefused', 0.04],
  ['rebootMidway', 0.01],
  ['diskFull', 0.05],
  ['clockJump', 0.03],
  ['slow', 0.01],
];

/** What follows where nothing goes wrong, by question. */
export async function calmSayings(): Promise<ReadonlyMap<string, string>> {
  const rig = createProbeRig({ answerMs: 50 });
  const read = await rig.read();
  const { run } = await rig.probe();
  return sayingsOf([...read.file.answers, ...run.file.answers]);
}

export interface Ordeal {
  readonly what: string;
  /** What is not as it has to be, one sentence each. */
  readonly problems: readonly string[];
  readonly ended: Ended['kind'] | 'died' | 'not begun';
  readonly struck: number;
}

/** Longer than the undo of a probe waits, also on a clock that was set back. */
const drainMs = 3 * 3_600_000;

export async function ordealOf(seed: number, calm: ReadonlyMap<string, string>): Promise<Ordeal> {
  const random = createRandom(seed);
  const isKilled = random.chance(0.4);
  const [fault, odds] = random.pick(faults) ?? ['replyLost', 0.02];
  const cut = cutter({ at: random.between(1, 2500), isSent: random.chance(0.5) });
  const rig = createProbeRig({
    seed,
    answerMs: 50,
    faults: isKilled ? {} : { [fault]: odds },
    ...(isKilled && { through: (device) => cut.through(device) }),
  });
  const before = JSON.stringify(essenceOf(rig.simulator));
  cut.begin();
  const problems: string[] = [];
  let ended: Ordeal['ended'] = 'died';
  try {
    const read = await rig.read();
    const probed = await rig.probe();
    ended = probed.ended?.kind ?? 'not begun';
    const sayings = [...sayingsOf([...read.file.answers, ...probed.run.file.answers])];
    const wrong = sayings.filter(([id, says]) => !says.startsWith('open: ') && says !== calm.get(id));
    problems.push(...wrong.map(([id, says]) => `${id} says: ${says}`));
    if (ended === 'as-before' && JSON.stringify(essenceOf(rig.simulator)) !== before) {
      problems.push('it was said to be as before, and is not');
    }
  } catch (error) {
    if (!isKilled) throw error;
  }
  rig.simulator.setFaults({});
  rig.simulator.giveRightsBack();
  letTimePass(rig, drainMs);
  if (JSON.stringify(essenceOf(rig.simulator)) !== before) problems.push('in the end it is not as before');
  const left = await commitObjects(await connectToSimulator(rig.simulator, { url: 'sim:after' }));
  if (left.length > 0) problems.push(`in the end there is ${left.map(({ name }) => name).join(', ')}`);
  return {
    what: isKilled ? 'killed' : fault,
    problems,
    ended,
    struck: isKilled ? Number(ended === 'died') : rig.simulator.struck.length,
  };
}
