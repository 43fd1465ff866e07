// The order in which an undo comes onto a device, whoever needs it: the device is reserved, how it finds the rows of
// the undo is tried there, and only then it is armed. What is left of an undo that nobody needs is cleared.

import type { Clock, Device } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { arm, type ReserveInput, reserve } from './arm.ts';
import * as problems from './commit-messages.ts';
import { clearObjects } from './objects.ts';
import { type Proof, type ProveInput, proveLocators } from './prove.ts';
import { type ReconnectingSession, withSession } from './reconnecting-session.ts';
import type { UndoSchedule } from './undo-schedule.ts';

export interface ArmTriedInput extends Omit<ReserveInput, 'forMs'> {
  readonly deviceName: string;
  readonly delayMs: number;
  readonly clock: Clock;
}

/**
 * An undo that is armed may run at any moment, so one that has not been tried is none: it would fail for good, or add
 * what is there already. `tryOut` gives the undo that finds its rows, or why there is none. Throws DeviceError; what
 * was left behind when it failed is the caller's to clear.
 */
export async function armTried<T extends { readonly undoSchedule: UndoSchedule }>(
  device: Device,
  { deviceName, names, delayMs, owner, prior, clock }: ArmTriedInput,
  tryOut: () => Promise<T | Diagnostic>,
): Promise<(T & { readonly undoAt: number }) | Diagnostic> {
  const reserving = await reserve(device, { names, forMs: delayMs, owner, prior });
  if (reserving.kind === 'locked') return problems.commitLocked(deviceName);
  if (reserving.kind === 'failed') return problems.notArmed(deviceName, reserving.reason);
  const tried = await tryOut();
  if ('code' in tried) return tried;
  const arming = await arm(device, { undoSchedule: tried.undoSchedule, delayMs, owner, clock });
  if (arming.kind === 'failed') return problems.notArmed(deviceName, arming.reason);
  return { ...tried, undoAt: arming.undoAt };
}

/** How long a device may take to look for all rows, in ms. */
const provingMs = 20_000;

/** How the device finds the rows of these lines, every one of them. Throws DeviceError. */
export async function tryLocators(
  device: Device,
  deviceName: string,
  input: Omit<ProveInput, 'deadline'>,
): Promise<Proof | Diagnostic> {
  const proof = await proveLocators(device, { ...input, deadline: input.clock.now() + provingMs });
  if (typeof proof === 'string') return problems.notArmed(deviceName, proof);
  return proof.unproven.length > 0 ? problems.undoUnproven(deviceName, proof) : proof;
}

/** Time for a device that was cut off to come back, so that nothing of the commit is left on it. */
export const clearingMs = 120_000;

/** With a warning where something may have stayed. */
export async function clearAfterwards(
  session: ReconnectingSession,
  deviceName: string,
  { clock, transaction }: { readonly clock: Clock; readonly transaction: string },
): Promise<readonly Diagnostic[]> {
  const isClear = await withSession(session, { clock, deadline: clock.now() + clearingMs }, (device) =>
    clearObjects(device, transaction),
  );
  return isClear.kind === 'done' && isClear.value ? [] : [problems.leftBehind(deviceName, transaction)];
}
