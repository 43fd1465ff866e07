// The law of the undo: whatever part of a plan was applied, the device is as before at its time; where somebody took
// away what a line needs, the undo stays, tries again, and the log says which line.

import { expect, test } from 'vitest';
import { applyPlan } from '../../src/apply/commit.ts';
import { observe } from '../../src/apply/observe.ts';
import { failedMark } from '../../src/apply/scripts.ts';
import { sendChanges } from '../../src/apply/send.ts';
import { createRandom, type Random } from '../../src/device/sim/random.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { scriptSyntax } from '../../src/model/quote.ts';
import { parseVersion } from '../../src/model/version.ts';
import { planFromNothing } from '../../src/plan/make-plan.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { renderScript } from '../../src/report/script.ts';
import { killedAt, letTimePass, lowerText, planOn } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';
import { examples } from '../support/examples.ts';
import { drawReadings } from '../support/simulation/draw-readings.ts';
import { portManagement, siteText, strangersScript } from '../support/simulation/site-text.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

/** A device with a past, and the plan of another site for it. */
async function planned(random: Random) {
  const version = random.pick(['7.14.3', '7.18.2', '7.20.8', '7.24.6']) ?? '7.20.8';
  const { config, target } = lowerText(siteText(random, version, portManagement), 'core');
  const script = `${renderScript(planFromNothing(config), { title: [] })}\n${strangersScript(random)}`;
  const clock = createVirtualClock();
  const simulator = createSimulator({ target, clock, script, readings: drawReadings(random) });
  const connect = () => connectToSimulator(simulator, { url: 'sim:core' });
  const plan = await planOn(lowerText(siteText(random, version, portManagement), 'core'), await connect());
  return { clock, simulator, connect, plan };
}

type Planned = Awaited<ReturnType<typeof planned>>;

/** Arms, and applies the first changes of the plan alone; then rosc is gone. */
async function applyPart({ clock, connect, plan }: Planned, count: number): Promise<void> {
  const dying = applyPlan(plan, {
    connect,
    clock,
    syntax: scriptSyntax,
    transaction: '5eed',
    owner: 'test',
    journal: { save: async () => undefined, note: async () => undefined },
    onStep: killedAt('changing'),
  });
  await expect(dying).rejects.toThrow('killed');
  const device = await connect();
  const sent = await sendChanges(device, {
    changes: plan.changes.slice(0, count),
    prior: await observe(device, plan.menus, 'core'),
    clock,
    deadline: Number.POSITIVE_INFINITY,
    routeros: parseVersion(plan.device.routeros),
  });
  expect(sent).toEqual({ kind: 'done' });
}

function tools(simulator: Simulator): readonly (string | undefined)[] {
  return [...simulator.print('/system/script'), ...simulator.print('/system/scheduler')].map(({ name }) => name);
}

/** Long enough for several runs of an undo that fails. */
const aWhileMs = 400_000;

test.each(Array.from({ length: examples(5, 12) }, (_, index) => index + 1))(
  'any part of a plan is undone: seed %i',
  async (seed) => {
    const random = createRandom(seed);
    const device = await planned(random);
    const before = essenceOf(device.simulator);
    await applyPart(device, random.between(0, device.plan.changes.length));
    letTimePass(device, aWhileMs);
    expect(essenceOf(device.simulator)).toEqual(before);
    expect(tools(device.simulator)).toEqual([]);
  },
);

/** Rows that the plan sets something on, by which a line of the undo has to find them. */
function rowsThatAreSet({ changes }: Plan): readonly string[] {
  return changes.flatMap(({ action, menu, selector }) => {
    const { name, 'default-name': factory } = selector?.match ?? {};
    const own = name ?? factory;
    return action === 'set' && own !== undefined && menu === '/interface/ethernet/switch' ? [own] : [];
  });
}

test.each([101, 104])(
  'an undo of which a line cannot work stays and says which, until it can: seed %i',
  async (seed) => {
    const random = createRandom(seed);
    const device = await planned(random);
    const { simulator, plan } = device;
    const before = essenceOf(simulator);
    const name = rowsThatAreSet(plan)[0] ?? 'switch1';
    const needsIt = rowsThatAreSet(plan).length > 0;
    await applyPart(device, plan.changes.length);
    simulator.run(`/interface/ethernet/switch/set ${name} name=elsewhere`);
    letTimePass(device, aWhileMs);
    if (needsIt) {
      expect(tools(simulator)).toEqual(expect.arrayContaining(['rosc-5eed-undo', 'rosc-5eed-revert']));
      const notes = simulator.print('/system/script').map(({ comment = '' }) => comment);
      expect(notes.filter((note) => note.startsWith(failedMark)).join()).toMatch(
        /\d+ \/interface\/ethernet\/switch\/set;/,
      );
      const log = simulator.print('/log').map(({ message }) => message);
      expect(log.join('\n')).toMatch(/failed, and are tried again: \d+ \/interface\/ethernet\/switch\/set;/);
    }
    simulator.run(`/interface/ethernet/switch/set elsewhere name=${name}`);
    letTimePass(device, aWhileMs);
    expect(essenceOf(simulator)).toEqual(before);
    expect(tools(simulator)).toEqual([]);
  },
);
