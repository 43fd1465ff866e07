// Runs one scenario on a virtual clock: plan, apply under faults, let every timer on the device run out, and look.

import type { ApplyResult } from '../../../src/apply/apply-context.ts';
import { applyPlan } from '../../../src/apply/commit.ts';
import { failedMark } from '../../../src/apply/scripts.ts';
import { againMs } from '../../../src/apply/undo-schedule.ts';
import type { FaultName } from '../../../src/device/sim/faults.ts';
import { createRandom } from '../../../src/device/sim/random.ts';
import { connectToSimulator } from '../../../src/device/sim/sim-device.ts';
import { createSimulator, type Simulator } from '../../../src/device/sim/simulator.ts';
import type { Lowered } from '../../../src/lower/lowered.ts';
import { scriptSyntax } from '../../../src/model/quote.ts';
import { planFromNothing } from '../../../src/plan/make-plan.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { renderScript } from '../../../src/report/script.ts';
import { lowerText, planOn } from '../apply-rig.ts';
import { essenceOf } from '../device-essence.ts';
import { recoverAll } from '../recover-all.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';
import { drawReadings } from './draw-readings.ts';
import type { Scenario, Step, Theme } from './scenario.ts';
import { Crash, watchSteps } from './watch-steps.ts';

export type Essence = ReturnType<typeof essenceOf>;

export interface Run {
  readonly scenario: Scenario;
  readonly plan: Plan;
  /** Undefined: rosc died. */
  readonly result: ApplyResult | undefined;
  /** The last step that rosc began. */
  readonly lastStep: Step | undefined;
  /** What went wrong in which step. */
  readonly hits: readonly Hit[];
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
  /** The time that rosc printed and wrote down, in ms of the virtual clock; also when it died later. */
  readonly undoAt: number | undefined;
  /** When nobody could open a session for the last time; undefined = at all times somebody could. */
  readonly silentAt: number | undefined;
  /** Somebody can at the end. */
  readonly answers: boolean;
}

export interface Hit {
  readonly theme: Theme | FaultName;
  readonly step: Step;
}

/** The plan cannot even be applied to a device on which nothing goes wrong. */
export class FailsWithoutFaults extends Error {}

const transaction = 'a1b2c3';

/** Long enough for a clock that was set back by two hours. */
const drainMs = 3 * 3_600_000;

export async function runScenario(scenario: Scenario): Promise<Run> {
  const clock = createVirtualClock();
  const lowered = lowerText(scenario.desiredSite, 'core');
  const readings = drawReadings(createRandom(scenario.seed));
  const device = { target: lowered.target, clock, readings };
  const base = { ...device, ...(scenario.management && { management: scenario.management }) };
  const calm = createSimulator({ ...base, script: scriptOf(scenario) });
  const open = (simulator: Simulator) => connectToSimulator(simulator, { url: 'sim:core' });
  // By a console cable if need be, on which nothing goes wrong.
  const outOfBand = (simulator: Simulator) => createSimulator({ ...device, image: simulator.image() });
  const plan = await planOn(lowered, await open(outOfBand(calm)));

  const desired = await desiredEssence(outOfBand(calm), plan, clock);
  if (scenario.isEdited) calm.run('/ip address add address=203.0.113.99/32 interface=ether9 comment="just now"');
  const { policyMissing = 0 } = scenario.faults;
  const simulator = createSimulator({
    ...base,
    seed: scenario.seed,
    answerMs: scenario.answerMs,
    faults: { policyMissing },
    image: calm.image(),
  });
  switchOn(simulator, lowered, scenario);
  const prior = essenceOf(simulator);
  const watch = watchSteps(simulator, scenario);
  let undoAt: number | undefined;
  let silentAt: number | undefined;
  const lookFromOutside = () => {
    if (!canConnect(simulator)) silentAt = clock.now();
  };
  const result = await applyPlan(plan, {
    connect: () => watch.connect(() => open(simulator)),
    clock: { now: clock.now, sleep: (ms, signal) => clock.sleep(ms, signal).then(lookFromOutside) },
    syntax: scriptSyntax,
    transaction,
    owner: 'simulation',
    journal: {
      save: async () => undefined,
      note: async (note) => {
        undoAt = note.undoAt ?? undoAt;
      },
    },
    // The proof is the first part of arming: what strikes the one strikes the other.
    onStep: (step) => watch.begin(step === 'proving' ? 'arming' : step),
    // The backup is what needs the disk before anything is armed.
    backup: scenario.theme === 'diskFull',
  }).catch((error: unknown) => {
    if (error instanceof Crash) return undefined;
    throw error;
  });
  const lastStep = watch.last();
  watch.begin('alone');
  drain(simulator, clock, () => {
    lookFromOutside();
    watch.look();
  });
  // Whoever looks what became of it has all rights again.
  simulator.giveRightsBack();
  const final = essenceOf(simulator);
  sweep(simulator, clock);

  const after = outOfBand(simulator);
  await recoverAll(await open(after), { clock });
  const recovered = essenceOf(after);
  const outstanding = (await planOn(lowered, await open(after))).changes.length;
  return {
    scenario,
    plan,
    result,
    lastStep,
    hits: watch.hits(),
    prior,
    desired,
    final,
    simulator,
    recovered,
    outstanding,
    undoAt,
    silentAt,
    answers: canConnect(simulator),
  };
}

function switchOn(simulator: Simulator, { hosts = [] }: Lowered, { hostsOn }: Scenario): void {
  if (hostsOn === 'none') return;
  for (const [index, { address, port }] of hosts.entries()) {
    if (port === undefined || (hostsOn === 'every second' && index % 2 === 0)) continue;
    simulator.attach({ address, port, mac: `02:00:00:00:00:0${index}` });
  }
}

function scriptOf({ priorSite, strangers }: Scenario): string {
  if (priorSite === undefined) return strangers;
  const { config } = lowerText(priorSite, 'core');
  return `${renderScript(planFromNothing(config), { title: [] })}\n${strangers}`;
}

async function desiredEssence(simulator: Simulator, plan: Plan, clock: VirtualClock): Promise<Essence> {
  const result = await applyPlan(plan, {
    connect: () => connectToSimulator(simulator, { url: 'sim:core' }),
    clock,
    syntax: scriptSyntax,
    // That of the commit itself, whose scripts are then already parsed.
    transaction,
    owner: 'expectation',
    journal: { save: async () => undefined, note: async () => undefined },
  });
  if (result.state !== 'confirmed') {
    throw new FailsWithoutFaults(`without faults: ${result.diagnostics.map(({ what }) => what).join('; ')}`);
  }
  return essenceOf(simulator);
}

/** At the end nobody disturbs the device any more, or one that just lost power would seem to be gone. */
const quietMs = 3_600_000;

/** An undo that has failed for so long does not come to its end any more. */
const stuckMs = 900_000;

/** Lets time pass from event to event. */
function drain(simulator: Simulator, clock: VirtualClock, look: () => void): void {
  const end = clock.now() + drainMs;
  const peek = peeker(simulator);
  let failingSince: number | undefined;
  while (clock.now() < Math.min(end, (failingSince ?? end) + stuckMs)) {
    failingSince = hasFailed(simulator) ? (failingSince ?? clock.now()) : undefined;
    toNextEvent(simulator, clock, end);
    if (clock.now() < end - quietMs) peek();
    look();
  }
}

/**
 * What takes away the rest of an arming that was cut off is a row of rosc's own user: where the device asks what its
 * user may do, it waits until he may again, and tries at this interval.
 */
function sweep(simulator: Simulator, clock: VirtualClock): void {
  const end = clock.now() + 2 * againMs;
  while (clock.now() < end && simulator.print('/system/scheduler').length > 0) toNextEvent(simulator, clock, end);
}

function toNextEvent(simulator: Simulator, clock: VirtualClock, end: number): void {
  const next = Math.min(simulator.nextEventAt() ?? end, end);
  clock.advance(Math.max(1, next - clock.now()));
  simulator.advance();
}

/** Lines of the undo failed, as it notes itself, and it tries again. */
function hasFailed(simulator: Simulator): boolean {
  return simulator.print('/system/script').some(({ comment = '' }) => comment.startsWith(failedMark));
}

/** How often somebody else looks at the device while it is on its own. */
const peeksMax = 30;

/** Somebody else's session: in it strike the faults that need one. */
function peeker(simulator: Simulator): () => void {
  let left = peeksMax;
  return () => {
    if (left-- <= 0) return;
    const session = simulator.connect({ reply: () => undefined, closed: () => undefined });
    session?.send(['/login', '=name=admin', '=password=']);
    session?.send(['/system/identity/print', '.tag=1']);
    session?.close('has seen enough');
  };
}

function canConnect(simulator: Simulator): boolean {
  const session = simulator.connect({ reply: () => undefined, closed: () => undefined });
  session?.close('only trying');
  return session !== undefined;
}
