// Runs one scenario on a virtual clock: plan, apply under faults, let every timer on the device run out, and look.

import type { ApplyResult, CommitStep } from '../../../src/apply/apply-context.ts';
import { applyPlan } from '../../../src/apply/commit.ts';
import { recover } from '../../../src/apply/recover.ts';
import type { Device } from '../../../src/device/device.ts';
import { createVirtualClock, type VirtualClock } from '../../../src/device/sim/clock.ts';
import { connectToSimulator } from '../../../src/device/sim/sim-device.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../src/device/sim/simulator.ts';
import { planFromNothing } from '../../../src/plan/make-plan.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { renderScript } from '../../../src/report/script.ts';
import { quoteValue } from '../../../src/rsc/printer.ts';
import { lowerText, planOn } from '../apply-rig.ts';
import { essenceOf } from '../device-essence.ts';
import type { Scenario } from './scenario.ts';

export type Essence = ReturnType<typeof essenceOf>;

export interface Run {
  readonly scenario: Scenario;
  readonly plan: Plan;
  /** Undefined: rosc died. */
  readonly result: ApplyResult | undefined;
  readonly lastStep: CommitStep | undefined;
  readonly prior: Essence;
  /** What the plan makes of the prior state on a device without faults. */
  readonly desired: Essence;
  /** After all timers have run out. */
  readonly final: Essence;
  readonly simulator: Simulator;
  /** After `rosc recover` on top of that. */
  readonly recovered: Essence;
  /** Changes that a second plan finds. */
  readonly outstanding: number;
  /** When rosc's result came, by the virtual clock, and when management answered again at the latest. */
  readonly undoAt: number | undefined;
  readonly answeredAt: number | undefined;
}

class Crash extends Error {}

/** Long enough for a clock that was set back by two hours. */
const drainMs = 3 * 3_600_000;

export async function runScenario(scenario: Scenario): Promise<Run> {
  const clock = createVirtualClock();
  const lowered = lowerText(scenario.desiredSite, 'core');
  const base = { target: lowered.target, clock, ...(scenario.management && { management: scenario.management }) };
  const calm = createSimulator({ ...base, script: scriptOf(scenario) });
  const open = (simulator: Simulator) => connectToSimulator(simulator, { url: 'sim:core' });
  const plan = await planOn(lowered, await open(outOfBand(calm, base)));

  const expected = createSimulator({ target: lowered.target, clock, image: calm.image() });
  const desired = await desiredEssence(expected, plan, clock);
  if (scenario.isEdited) calm.run('/ip address add address=203.0.113.99/32 interface=ether9 comment="just now"');
  const { seed, faults } = scenario;
  const simulator = createSimulator({ ...base, seed, faults, image: calm.image() });
  const prior = essenceOf(simulator);
  let calls = 0;
  const connect = async (): Promise<Device> => {
    const mayGoOn = () => {
      if (scenario.crashAt !== undefined && ++calls > scenario.crashAt) throw new Crash('rosc died');
    };
    mayGoOn();
    return watched(await open(simulator), mayGoOn);
  };
  let lastStep: CommitStep | undefined;
  const result = await applyPlan(plan, {
    connect,
    clock,
    quote: quoteValue,
    transaction: 'a1b2c3',
    owner: 'simulation',
    journal: { save: async () => undefined },
    onStep: (step) => {
      if (step !== 'undoing') lastStep = step;
    },
  }).catch((error: unknown) => {
    if (error instanceof Crash) return undefined;
    throw error;
  });
  const answeredAt = drain(simulator, clock);
  const final = essenceOf(simulator);

  const after = createSimulator({ target: lowered.target, clock, image: simulator.image() });
  await recover(await open(after), { clock });
  const recovered = essenceOf(after);
  const outstanding = (await planOn(lowered, await open(after))).changes.length;
  return {
    scenario,
    plan,
    result,
    lastStep,
    prior,
    desired,
    final,
    simulator,
    recovered,
    outstanding,
    undoAt: result?.undoAt,
    answeredAt,
  };
}

function scriptOf({ priorSite, strangers }: Scenario): string {
  if (priorSite === undefined) return strangers;
  const { config } = lowerText(priorSite, 'core');
  return `${renderScript(planFromNothing(config), { title: [] })}\n${strangers}`;
}

/** The plan is made before anything goes wrong, by a console cable if need be. */
function outOfBand(simulator: Simulator, base: SimulatorOptions): Simulator {
  return createSimulator({ target: base.target, clock: base.clock, image: simulator.image() });
}

async function desiredEssence(simulator: Simulator, plan: Plan, clock: VirtualClock): Promise<Essence> {
  const result = await applyPlan(plan, {
    connect: () => connectToSimulator(simulator, { url: 'sim:core' }),
    clock,
    quote: quoteValue,
    transaction: 'ca1',
    owner: 'expectation',
    journal: { save: async () => undefined },
  });
  if (result.state !== 'confirmed') {
    throw new Error(`without faults: ${result.diagnostics.map(({ what }) => what).join('; ')}`);
  }
  return essenceOf(simulator);
}

/** The device of a client that may die between any two calls. */
function watched(device: Device, mayGoOn: () => void): Device {
  const guarded =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      mayGoOn();
      const value = await call(...args);
      mayGoOn();
      return value;
    };
  return {
    ...device,
    identity: guarded(device.identity),
    print: guarded(device.print),
    monitor: guarded(device.monitor),
    run: guarded(device.run),
    pipeline: guarded(device.pipeline),
    execute: guarded(device.execute),
  };
}

/** Lets time pass from event to event; when a session could first be opened again. */
function drain(simulator: Simulator, clock: VirtualClock): number | undefined {
  const end = clock.now() + drainMs;
  let answeredAt: number | undefined;
  while (clock.now() < end) {
    answeredAt ??= canConnect(simulator) ? clock.now() : undefined;
    const next = Math.min(simulator.nextEventAt() ?? end, end);
    clock.advance(Math.max(1, next - clock.now()));
    simulator.advance();
  }
  return answeredAt ?? (canConnect(simulator) ? clock.now() : undefined);
}

function canConnect(simulator: Simulator): boolean {
  const session = simulator.connect({ reply: () => undefined, closed: () => undefined });
  session?.close('only trying');
  return session !== undefined;
}
