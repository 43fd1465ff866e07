// Stands between a commit and its device: faults strike in the steps that the scenario is about, what strikes is
// counted by step, and rosc dies at the call that the scenario says.

import type { CommitStep } from '../../../src/apply/apply-context.ts';
import { type Device, DeviceError, type Reply } from '../../../src/device/device.ts';
import type { FaultName } from '../../../src/device/sim/faults.ts';
import type { Simulator } from '../../../src/device/sim/simulator.ts';
import type { Hit } from './run.ts';
import type { Scenario, Step } from './scenario.ts';

export class Crash extends Error {}

export interface StepWatch {
  begin(step: Step): void;
  /** To be called whenever something may have happened. */
  look(): void;
  connect(open: () => Promise<Device>): Promise<Device>;
  last(): CommitStep | undefined;
  hits(): readonly Hit[];
}

export function watchSteps(simulator: Simulator, scenario: Scenario): StepWatch {
  const { faults, cause, focus, strikesMax, crash, pathLoss, theme } = scenario;
  const { clock } = simulator;
  const hits: Hit[] = [];
  let step: Step = 'preparing';
  let last: CommitStep | undefined;
  let seen = 0;
  let strikes = 0;
  /** Calls to the device within the step that the scenario counts. */
  let calls = 0;
  let lostUntil: number | undefined;
  /** What was drawn when the simulator was made counts for the first step. */
  const look = () => {
    for (const fault of simulator.struck.slice(seen)) {
      hits.push({ theme: fault, step });
      if (isInFocus()) strikes++;
    }
    seen = simulator.struck.length;
    simulator.setFaults(faultsNow());
  };
  const isInFocus = () => focus === undefined || focus === step;
  const faultsNow = () => {
    const { policyMissing: _, ...later } = isInFocus() && strikes < strikesMax ? faults : {};
    return step === 'changing' ? larger(later, cause) : later;
  };
  let isDead = false;
  const mayGoOn = () => {
    look();
    if (isDead) throw new Crash('rosc is dead');
    const wanted = crash ?? pathLoss;
    if (wanted?.step !== step || ++calls <= wanted.call) return;
    if (crash) {
      isDead = true;
      hits.push({ theme: 'clientCrash', step });
      throw new Crash('rosc died');
    }
    if (pathLoss && lostUntil === undefined) {
      hits.push({ theme: 'pathLost', step });
      lostUntil = clock.now() + pathLoss.forMs;
    }
  };
  const isCut = () => lostUntil !== undefined && clock.now() < lostUntil;
  return {
    begin(next) {
      if (isDead && next !== 'alone') throw new Crash('rosc is dead');
      if (scenario.isEdited && last === undefined) hits.push({ theme: 'editBefore', step: 'preparing' });
      look();
      step = next;
      if (next !== 'alone') last = next;
      if (theme === 'cutOff' && next === 'changing') hits.push({ theme, step });
      look();
    },
    look,
    async connect(open) {
      mayGoOn();
      if (isCut()) throw new DeviceError('unreachable', 'the way is gone');
      return watched(await open(), mayGoOn, isCut);
    },
    last: () => last,
    hits: () => hits,
  };
}

type Odds = Partial<Readonly<Record<FaultName, number>>>;

function larger(one: Odds, other: Odds): Odds {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as ReadonlySet<FaultName>;
  return Object.fromEntries([...names].map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]));
}

/** The device of a client that may die between any two calls, or lose its way there; the answer is lost with it. */
function watched(device: Device, mayGoOn: () => void, isCut: () => boolean): Device {
  const guarded =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>, lost: () => T) =>
    async (...args: A): Promise<T> => {
      mayGoOn();
      if (isCut()) return lost();
      const value = await call(...args);
      mayGoOn();
      return isCut() ? lost() : value;
    };
  const fails = () => {
    throw new DeviceError('connection-lost', 'the way is gone');
  };
  const lost: Reply = { kind: 'lost', reason: 'the way is gone' };
  return {
    ...device,
    identity: guarded(device.identity, fails),
    print: guarded(device.print, fails),
    monitor: guarded(device.monitor, fails),
    ping: guarded(device.ping, fails),
    run: guarded(device.run, () => lost),
    pipeline: guarded(device.pipeline, () => [lost]),
    execute: guarded(device.execute, () => lost),
  };
}
