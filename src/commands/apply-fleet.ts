// Several devices: one after the other or some at a time, none begun after a failure, and, when confirmations are held,
// all confirmed or all undone.

import type { Io } from '../io/io.ts';
import type { Output } from '../io/output.ts';
import { type AppliedDevice, applyToDevice, type DeviceTask, endingOf, type HeldCommit } from './apply-device.ts';

export interface FleetOptions {
  /** How many devices are changed at the same time. */
  readonly parallel: number;
  /** Nothing is confirmed until every device has passed its check. */
  readonly hold: boolean;
}

/** What became of those that were begun, in the given order. */
export async function applyFleet(
  io: Io,
  output: Output,
  tasks: readonly DeviceTask[],
  { parallel, hold }: FleetOptions,
): Promise<readonly AppliedDevice[]> {
  const applied: (AppliedDevice | undefined)[] = [];
  const queue = tasks.entries();
  let hasFailed = false;
  const worker = async () => {
    while (!hasFailed && !io.signal.aborted) {
      const next = queue.next();
      if (next.done) return;
      const [index, task] = next.value;
      const one = await applyToDevice(io, output, task);
      applied[index] = one;
      if (!isGood(one)) hasFailed = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, tasks.length) }, worker));
  const begun = applied.filter((each) => each !== undefined);
  if (!hold) return begun;
  const haveAllPassed = !hasFailed && begun.length === tasks.length && !io.signal.aborted && (await areOpen(begun));
  if (!haveAllPassed) output.remark('Not every device passed: those that did go back.');
  return Promise.all(begun.map((each) => decide(io, output, each, { haveAllPassed, task: taskOf(tasks, each) })));
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

async function decide(io: Io, output: Output, one: AppliedDevice, decision: Decision): Promise<AppliedDevice> {
  const { held, plan } = one;
  if (!held) return one;
  // Whoever wants to confirm by hand finds them open.
  if (decision.haveAllPassed && decision.task?.isLeftOpen) return one;
  const result = await end(held, decision.haveAllPassed);
  if (output.format === 'text') io.stdout(`${endingOf(output, plan, result)}\n`);
  return { plan, result, diagnostics: result.diagnostics };
}

function end(held: HeldCommit, haveAllPassed: boolean) {
  return haveAllPassed ? held.confirm() : held.undo();
}

function taskOf(tasks: readonly DeviceTask[], { plan }: AppliedDevice): DeviceTask | undefined {
  return tasks.find((task) => task.plan === plan);
}
