// Brings a device back to its prior state: at once when it can be reached, else by waiting for its own undo; and
// believes it only after reading it back.

import { asDeviceError, type Device, DeviceError } from '../device/device.ts';
import { arm, reserve } from './arm.ts';
import type { Armed } from './arm-commit.ts';
import { remainingChanges } from './effects.ts';
import { clearObjects, commitObjects } from './objects.ts';
import { observe } from './observe.ts';
import { bootDelayMs, failedMark } from './scripts.ts';

export type RolledBack =
  /** `isClear`: nothing of the commit is left on the device. */
  { readonly kind: 'undone'; readonly isClear: boolean } | { readonly kind: 'unknown'; readonly reason: string };

/** After its own undo is due, a device that is starting gets this much longer, in ms. */
const graceMs = bootDelayMs + 90_000;
const lookMs = 1000;
/** Between two readings while an undo fails. */
const againMs = 5000;

/** How often an undo that did not bring everything back is put on the device and run again. */
const repeatsMax = 3;

export async function rollBack(armed: Armed): Promise<RolledBack> {
  const { session, undoAt } = armed;
  const { clock } = armed.context;
  const giveUpAt = Math.max(undoAt, clock.now()) + graceMs;
  let repeats = 0;
  let reason = 'the device could not be reached';
  while (clock.now() < giveUpAt) {
    try {
      const device = await session.openBy(giveUpAt);
      if (!device) return { kind: 'unknown', reason };
      const tried = await undoAndRead(device, armed, giveUpAt);
      if (tried.kind === 'undone') return tried;
      reason = tried.reason;
      // It stays on the device and tries again; taking it away would be the end of it.
      if (tried.kind === 'failing') await clock.sleep(againMs);
      if (tried.kind !== 'ended') continue;
      if (repeats++ === repeatsMax || !(await armAgain(device, armed))) return { kind: 'unknown', reason };
    } catch (error) {
      // Also a login that is refused: the undo may bring it back.
      reason = asDeviceError(error).message;
      await session.close().catch(() => undefined);
      await clock.sleep(lookMs);
    }
  }
  return { kind: 'unknown', reason };
}

type Tried =
  | Extract<RolledBack, { readonly kind: 'undone' }>
  /** What the undo left, or that it did not end. */
  | { readonly kind: Undoing['kind']; readonly reason: string };

async function undoAndRead(device: Device, armed: Armed, giveUpAt: number): Promise<Tried> {
  const ended = await undoOnDevice(device, armed, giveUpAt);
  if (ended.kind === 'late') return { kind: 'late', reason: 'the undo on the device did not end in time' };
  const { plan, prior, undoSchedule } = armed;
  const now = (await observe(device, plan.menus, plan.device.name)).config;
  const remaining = remainingChanges(plan.changes, prior.config, now);
  if (remaining.length === 0) {
    return { kind: 'undone', isClear: await clearObjects(device, undoSchedule.names.transaction) };
  }
  const left = `after the undo, ${remaining.slice(0, 3).join('; ')}`;
  if (ended.kind !== 'failing') return { kind: ended.kind, reason: left };
  return { kind: 'failing', reason: `${left}; of the undo these lines failed, and are tried again:${ended.lines}` };
}

type Undoing =
  | { readonly kind: 'ended' | 'late' }
  /** `lines`: as the device names them. */
  | { readonly kind: 'failing'; readonly lines: string };

/** Starts the undo unless it runs, and waits for its end. Throws DeviceError. */
async function undoOnDevice(device: Device, { context, undoSchedule }: Armed, deadline: number): Promise<Undoing> {
  const { clock } = context;
  const { names } = undoSchedule;
  let startedAt: number | undefined;
  while (clock.now() < deadline) {
    const objects = await commitObjects(device);
    const marker = objects.find(({ name }) => name === names.pending || name === names.undoing);
    // Without its script the device undoes nothing: what remains is found by reading, and armed again.
    if (!marker || objects.every(({ name }) => name !== names.undo)) return { kind: 'ended' };
    if (startedAt !== undefined && marker.comment.startsWith(failedMark)) {
      return { kind: 'failing', lines: marker.comment.slice(failedMark.length) };
    }
    // The script itself sees to it that it runs only once at a time; a lost start is tried again.
    if (startedAt === undefined || clock.now() - startedAt > 15_000) {
      startedAt = clock.now();
      const started = await device.execute(`/system/script/run ${names.undo}`);
      if (started.kind === 'lost') throw new DeviceError('connection-lost', started.reason);
    }
    await clock.sleep(lookMs);
  }
  return { kind: 'late' };
}

/** The undo has cleaned up after itself although something remains: a command came late, or kept failing. */
async function armAgain(device: Device, { plan, undoSchedule, context }: Armed): Promise<boolean> {
  if (!(await clearObjects(device, undoSchedule.names.transaction))) return false;
  const { names } = undoSchedule;
  const { clock, owner } = context;
  const prior = { digest: plan.prior, menus: plan.menus };
  const delayMs = bootDelayMs;
  const reserving = await reserve(device, { names, forMs: delayMs, owner, prior });
  if (reserving.kind !== 'reserved') return false;
  return (await arm(device, { undoSchedule, delayMs, owner, clock })).kind === 'armed';
}
