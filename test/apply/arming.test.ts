// Arming leaves nothing behind: cut at every single sentence of it, by a kill of rosc or of the device, nothing of rosc
// is left on the device once its time is over, and nothing of the configuration has changed.

import { describe, expect, it } from 'vitest';
import type { ApplyContext } from '../../src/apply/apply-context.ts';
import { applyPlan } from '../../src/apply/commit.ts';
import { createVirtualClock } from '../../src/device/sim/clock.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { scriptSyntax } from '../../src/rsc/printer.ts';
import { factoryScript, letTimePass, lowerText, planOn, siteNamed } from '../support/apply-rig.ts';
import { type Cut, type Cutter, cutter } from '../support/cut-device.ts';
import { essenceOf } from '../support/device-essence.ts';

const lowered = lowerText(siteNamed('rig'), 'core');

function device(): { readonly simulator: Simulator; readonly clock: ReturnType<typeof createVirtualClock> } {
  const clock = createVirtualClock();
  return { clock, simulator: createSimulator({ target: lowered.target, clock, script: factoryScript }) };
}

async function planned(): Promise<Plan> {
  return planOn(lowered, await connectToSimulator(device().simulator, { url: 'sim:arming' }));
}

interface Armed extends ReturnType<typeof device> {
  readonly cut: Cutter;
}

/** Armed as far as the cut lets it; the first change is never made. */
async function armUntil(
  plan: Plan,
  cutOf: (simulator: Simulator) => Cut,
  more: Partial<ApplyContext> = {},
): Promise<Armed> {
  const { simulator, clock } = device();
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
      if (step === 'arming') cut.begin();
      if (step !== 'changing') return;
      cut.kill();
      throw new Error('rosc is killed');
    },
    ...more,
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

describe('cut at every sentence of arming', () => {
  it.each(Object.keys(ways))('%s is killed', async (way) => {
    const plan = await planned();
    const before = essenceOf(device().simulator);
    const whole = await armUntil(plan, () => ({ at: Number.POSITIVE_INFINITY, isSent: true }));
    const sentences = whole.cut.sentences();
    expect(sentences).toBeGreaterThan(20);
    expect(toolsOn(whole.simulator)).toContain('rosc-5eed-undo');
    const left: string[] = [];
    for (let at = 1; at <= sentences; at++) {
      const armed = await armUntil(plan, ways[way]?.(at) ?? (() => ({ at, isSent: true })));
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
    const { simulator, clock } = device();
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
