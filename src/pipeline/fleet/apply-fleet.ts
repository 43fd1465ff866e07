// Several devices: one after the other or some at a time, none begun after too many failures, and, when confirmations
// are held, all confirmed or all undone.

import type { ApplyResult } from '../../apply/apply-context.ts';
import type { Io } from '../../io/io.ts';
import type { Plan } from '../../plan/plan.ts';
import { type AppliedDevice, applyToDevice, type CommitObserver, type DeviceTask } from '../change/apply-device.ts';
import { someAtATime } from '../read/some-at-a-time.ts';

export interface FleetOptions {
  /** How many devices are changed at the same time. */
  readonly parallel: number;
  /** Nothing is confirmed until every device has passed its check. */
  readonly hold: boolean;
  /** After one more failure than this, no further device is begun. */
  readonly maxFailures: number;
}

export interface FleetObserver extends CommitObserver {
  /** Not every device passed, so those that did are undone. */
  onGoingBack(): void;
  /** A commit that was held is confirmed or undone. */
  onDecided(plan: Plan, result: ApplyResult): void;
}

/** What became of those that were begun, in the given order. */
export async function applyFleet(
  io: Io,
  tasks: readonly DeviceTask[],
  { parallel, hold, maxFailures }: FleetOptions,
  observer: FleetObserver,
): Promise<readonly AppliedDevice[]> {
  let failures = 0;
  const isOver = () => failures > maxFailures || io.signal.aborted;
  const begin = async (task: DeviceTask) => {
    const one = await applyToDevice(io, task, observer);
    if (!isGood(one)) failures += 1;
    return one;
  };
  const begun = await someAtATime(tasks, parallel, begin, isOver);
  if (!hold) return begun;
  const haveAllPassed = failures === 0 && begun.length === tasks.length && !io.signal.aborted && (await areOpen(begun));
  if (!haveAllPassed) observer.onGoingBack();
  const taskOf = ({ plan }: AppliedDevice) => tasks.find((task) => task.plan === plan);
  return Promise.all(begun.map((each) => decide(observer, each, { haveAllPassed, task: taskOf(each) })));
}

export function isGood({ result }: AppliedDevice): boolean {
  return result?.state === 'confirmed' || result?.state === 'open';
}

async function areOpen(applied: readonly AppliedDevice[]): Promise<boolean> {
  const open = await Promise.all(applied.map(({ held }) => held?.isOpen() ?? true));
  return open.every((isOpen) => isOpen);
}

interface Decision {
  readonly haveAllPassed: boolean;
  readonly task: DeviceTask | undefined;
}

async function decide(observer: FleetObserver, one: AppliedDevice, decision: Decision): Promise<AppliedDevice> {
  const { held, plan } = one;
  if (!held) return one;
  // Whoever wants to confirm by hand finds them open.
  if (decision.haveAllPassed && decision.task?.isLeftOpen) return one;
  const result = await (decision.haveAllPassed ? held.confirm() : held.undo());
  observer.onDecided(plan, result);
  return { plan, result, diagnostics: result.diagnostics };
}
