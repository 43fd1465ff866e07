// Arming leaves nothing behind: cut at every single sentence of it, by a kill of rosc or of the device, nothing of rosc
// is left on the device once its time is over, and nothing of the configuration has changed.

import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/apply/commit.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import type { Lowered } from '../../src/lower/lowered.ts';
import { scriptSyntax } from '../../src/model/quote.ts';
import { planFromNothing } from '../../src/plan/make-plan.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { renderScript } from '../../src/report/script.ts';
import { factoryScript, letTimePass, lowerText, planOn, siteNamed } from '../support/apply-rig.ts';
import { type Cut, type Cutter, cutter } from '../support/cut-device.ts';
import { essenceOf } from '../support/device-essence.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

interface Case {
  readonly lowered: Lowered;
  /** What the device is before. */
  readonly script: string;
}

const lowered = lowerText(siteNamed('rig'), 'core');
const bare = 'version: 1\nsite: bare\ndevices:\n  core:\n    model: CRS326-24G-2S+\n    routeros: 7.20.8';
const withVlan = `${bare}\n    ports:\n      ether2: { vlan: green }\nvlans:\n  green: { id: 11, ipv4: 10.11.0.0/24 }`;

const cases: Readonly<Record<string, Case>> = {
  'a new device': { lowered, script: factoryScript },
  // Its undo finds rows by lists, which this device does not find by the first words that are tried.
  'a device that loses a VLAN': {
    lowered: lowerText(bare, 'core'),
    script: renderScript(planFromNothing(lowerText(withVlan, 'core').config), { title: [] }),
  },
};

interface Sim {
  readonly simulator: Simulator;
  readonly clock: ReturnType<typeof createVirtualClock>;
}

function device({ lowered: { target }, script }: Case): Sim {
  const clock = createVirtualClock();
  return { clock, simulator: createSimulator({ target, clock, script }) };
}

async function planned(each: Case): Promise<Plan> {
  return planOn(each.lowered, await connectToSimulator(device(each).simulator, { url: 'sim:arming' }));
}

interface Armed extends Sim {
  readonly cut: Cutter;
}

/** Armed as far as the cut lets it; the first change is never made. */
async function armUntil(each: Case, plan: Plan, cutOf: (simulator: Simulator) => Cut): Promise<Armed> {
  const { simulator, clock } = device(each);
  const cut = cutter(cutOf(simulator));
  const applied = applyPlan(plan, {
    connect: async () => cut.through(await connectToSimulator(simulator, { url: 'sim:arming' })),
    clock,
    syntax: scriptSyntax,
    transaction: '5eed',
    owner: 'test',
    displace: true,
    journal: { save: async () => undefined, note: async () => undefined },
    onStep(step) {
      if (step === 'proving') cut.begin();
      if (step !== 'changing') return;
      cut.kill();
      throw new Error('rosc is killed');
    },
  });
  await expect(applied).rejects.toThrow('killed');
  return { simulator, clock, cut };
}

function toolsOn(simulator: Simulator): readonly unknown[] {
  const menus = ['/system/script', '/system/scheduler', '/system/script/job'] as const;
  return menus.flatMap((menu) => simulator.print(menu)).map(({ name, script }) => name ?? script);
}

const ways: Readonly<Record<string, (at: number) => (simulator: Simulator) => Cut>> = {
  'rosc before it is sent': (at) => () => ({ at, isSent: false }),
  'rosc after it was sent': (at) => () => ({ at, isSent: true }),
  'rosc and the device': (at) => (simulator) => ({ at, isSent: true, strike: () => simulator.reboot() }),
};

describe.each(Object.entries(cases))('cut at every sentence of arming: %s', (_, each) => {
  it.each(Object.keys(ways))('%s is killed', async (way) => {
    const plan = await planned(each);
    const before = essenceOf(device(each).simulator);
    const whole = await armUntil(each, plan, () => ({ at: Number.POSITIVE_INFINITY, isSent: true }));
    const sentences = whole.cut.sentences();
    expect(sentences).toBeGreaterThan(20);
    expect(toolsOn(whole.simulator)).toContain('rosc-5eed-undo');
    const left: string[] = [];
    for (let at = 1; at <= sentences; at++) {
      const armed = await armUntil(each, plan, ways[way]?.(at) ?? (() => ({ at, isSent: true })));
      letTimePass(armed, 900_000);
      const tools = toolsOn(armed.simulator);
      if (tools.length > 0) left.push(`sentence ${at}: ${tools.join(' ')}`);
      expect(essenceOf(armed.simulator)).toEqual(before);
    }
    expect(left).toEqual([]);
  });
});

describe('a lock whose time is over, without marker or undo', () => {
  it('is taken over by the next commit, with a note', async () => {
    const { simulator, clock } = device({ lowered, script: factoryScript });
    const connect = () => connectToSimulator(simulator, { url: 'sim:arming' });
    const plan = await planOn(lowered, await connect());
    const note = 'transaction=dead until=2026-01-01 00:00:00 owner=ann@laptop';
    simulator.run(`/system/script/add name=rosc-lock comment="${note}"; /system/script/add name=rosc-dead-undo-0`);
    const result = await applyPlan(plan, {
      connect,
      clock,
      syntax: scriptSyntax,
      transaction: '5eed',
      owner: 'test',
      displace: true,
      journal: { save: async () => undefined, note: async () => undefined },
    });
    expect([result.state, result.diagnostics.map(({ code }) => code)]).toEqual(['confirmed', ['apply/took-over']]);
    expect(toolsOn(simulator)).toEqual([]);
  });
});
