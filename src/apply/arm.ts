// Puts the undo on the device and makes sure that it will fire, before anything else is changed there. The first thing
// is a row that cleans up by itself should arming be cut off; tagged commands may run in any order, so whatever has to
// be there first is waited for.

import type { Clock, Command, Device, Reply } from '../device/device.ts';
import { lockName } from '../model/commit-rows.ts';
import { isYes, type MenuPath } from '../model/config.ts';
import { type DeviceTime, parseDeviceTime, type Start, startAfter } from './device-clock.ts';
import type { Names } from './names.ts';
import { printLock } from './objects.ts';
import { bootEvent, revertScript } from './scripts.ts';
import { againMs, type DeviceScript, type UndoSchedule, undoReserveMs } from './undo-schedule.ts';

/** Everything that a row or script may have to be run with. Source: manual, scheduler and backup. */
export const neededPolicies = ['ftp', 'reboot', 'read', 'write', 'policy', 'test'] as const;
const policy = neededPolicies.join(',');

export interface ReserveInput {
  readonly names: Names;
  /** From now until nobody needs what is left of it, in ms. */
  readonly forMs: number;
  readonly owner: string;
  /** What the device was before, for whoever has to tell later whether it is so again. */
  readonly prior: { readonly digest: string; readonly menus: readonly MenuPath[] };
}

export type Reserving = { readonly kind: 'reserved' | 'locked' } | { readonly kind: 'failed'; readonly reason: string };

/**
 * Keeps other commits away, and whatever is stored for this one from staying there for good. Throws DeviceError when
 * the device cannot be read. What it left behind when it failed is the caller's to clear.
 */
export async function reserve(device: Device, { names, forMs, owner, prior }: ReserveInput): Promise<Reserving> {
  const now = await timeOf(device);
  if (typeof now === 'string') return { kind: 'failed', reason: now };
  const end = startAfter(now, forMs);
  const cleaner = addScheduler(names.cleaner, revertScript(names), { ...end, intervalMs: againMs });
  const cleaning = await device.run(cleaner);
  if (cleaning.kind !== 'done') return { kind: 'failed', reason: reasonOf(cleaning) };

  const lock = { name: lockName, source: `# prior ${prior.digest} ${prior.menus.join(',')}` };
  const locking = await device.run(addScript(lock, lockComment(names, owner, end)));
  if (locking.kind === 'refused' && /already have/.test(locking.message)) return { kind: 'locked' };
  return locking.kind === 'done' ? { kind: 'reserved' } : { kind: 'failed', reason: reasonOf(locking) };
}

export interface ArmInput {
  /** Written down as the device was seen to find its rows: from here on it may run at any time. */
  readonly undoSchedule: UndoSchedule;
  readonly delayMs: number;
  readonly owner: string;
  readonly clock: Clock;
}

export type Arming =
  /** `undoAt`: when the device has undone it, in ms of rosc's clock, unless somebody confirms. */
  { readonly kind: 'armed'; readonly undoAt: number } | { readonly kind: 'failed'; readonly reason: string };

/** On a device that is reserved. Throws DeviceError when the device cannot be read; fails as `reserve` does. */
export async function arm(device: Device, { undoSchedule, delayMs, owner, clock }: ArmInput): Promise<Arming> {
  const { names, scripts } = undoSchedule;
  const now = await timeOf(device);
  if (typeof now === 'string') return { kind: 'failed', reason: now };
  const start = { ...startAfter(now, delayMs - undoReserveMs), intervalMs: againMs };

  // The undo runs the parts, so they are there before it.
  const stored = await device.pipeline([
    ...scripts.filter(({ name }) => name !== names.undo).map((script) => addScript(script)),
    addScript({ name: names.pending, source: '' }),
    // What was tried in between took its time.
    set(lockName, lockComment(names, owner, startAfter(now, delayMs))),
    addScheduler(names.revert, names.revert, start),
    addScheduler(names.boot, bootEvent(names), { ...start, time: 'startup', intervalMs: 0 }),
  ]);
  const undo = scripts.filter(({ name }) => name === names.undo).map((script) => addScript(script));
  const isStored = stored.every(({ kind }) => kind === 'done');
  const replies = isStored ? await device.pipeline(undo) : stored;
  const failed = replies.find((reply) => reply.kind !== 'done');
  if (failed) return { kind: 'failed', reason: reasonOf(failed) };
  const timer = await device.execute(`/system/script/run ${names.timer}`);
  if (timer.kind !== 'done') return { kind: 'failed', reason: reasonOf(timer) };
  // The job began when this answer was sent, at the latest, and the rows wait for it, however long arming took.
  const undoAt = clock.now() + delayMs;
  const reason = (await whyNotArmed(device, undoSchedule)) ?? (await whyNotConfirmable(device, names));
  return reason === undefined ? { kind: 'armed', undoAt } : { kind: 'failed', reason };
}

/** The device's own; a string says what its clock shows instead. Throws DeviceError. */
async function timeOf(device: Device): Promise<DeviceTime | string> {
  const [row = {}] = await device.print('/system/clock');
  return parseDeviceTime(row) ?? `its clock says ${row.date ?? 'nothing'}`;
}

/** What keeps the undo from being certain, read back from the device; undefined = nothing. */
async function whyNotArmed(device: Device, { names, scripts }: UndoSchedule): Promise<string | undefined> {
  const [stored, schedulers] = await Promise.all([
    device.print('/system/script', { proplist: ['name', 'source', 'invalid'] }),
    device.print('/system/scheduler', { proplist: ['name', 'next-run', 'disabled'] }),
  ]);
  const rows = new Map(stored.map((row) => [row.name, row]));
  for (const { name, source } of scripts) {
    const row = rows.get(name);
    if ((row?.source ?? '') !== source || !row) return `script ${name} was not stored as sent`;
    if (isYes(row.invalid)) return `it cannot read script ${name}, and flags it as invalid`;
  }
  if (!rows.has(names.pending)) return 'the marker is not there';
  const isDue = schedulers.some(({ name, 'next-run': next }) => name === names.revert && next);
  if (!isDue) return `scheduler ${names.revert} has no next run`;
  return schedulers.some(({ name }) => name === names.boot) ? undefined : `scheduler ${names.boot} is not there`;
}

/** Confirming names the marker in the same way: what works here works then. */
async function whyNotConfirmable(device: Device, { pending }: Names): Promise<string | undefined> {
  const named = await device.run(set(pending, 'neither confirmed nor undone'));
  return named.kind === 'done'
    ? undefined
    : `the marker cannot be named, so nothing could be confirmed: ${reasonOf(named)}`;
}

function lockComment({ transaction }: Names, owner: string, { date, time }: Start): string {
  return printLock({ transaction, owner, until: `${date} ${time}` });
}

function set(numbers: string, comment: string): Command {
  return { menu: '/system/script', verb: 'set', arguments: { numbers, comment } };
}

export function addScript({ name, source, isFree }: DeviceScript, comment?: string): Command {
  return add('/system/script', {
    name,
    source,
    policy,
    ...(isFree && { 'dont-require-permissions': 'yes' }),
    ...(comment !== undefined && { comment }),
  });
}

/** Date and time are always given: 7.24.0 to 7.24.4 never run a row whose start is the default. */
function addScheduler(
  name: string,
  event: string,
  { date, time, intervalMs }: Start & { readonly intervalMs: number },
): Command {
  return add('/system/scheduler', {
    name,
    'start-date': date,
    'start-time': time,
    interval: `${intervalMs / 1000}s`,
    'on-event': event,
    policy,
  });
}

function add(menu: MenuPath, arguments_: Readonly<Record<string, string>>): Command {
  return { menu, verb: 'add', arguments: arguments_ };
}

export function reasonOf(reply: Reply): string {
  if (reply.kind === 'refused') return reply.message;
  return reply.kind === 'lost' ? reply.reason : 'done';
}
