// Puts the undo on the device and proves that it will fire, before anything else is changed there.

import type { Clock, Command, Device, Reply } from '../device/device.ts';
import type { MenuPath } from '../model/config.ts';
import type { Change } from '../plan/plan.ts';
import type { ScriptSyntax } from '../plan/script-command.ts';
import { parseDeviceTime, startAfter } from './device-clock.ts';
import { type Group, groupsOf } from './groups.ts';
import { locatorFor } from './locate.ts';
import { lockName, type Names } from './names.ts';
import { printLock } from './objects.ts';
import type { Observation } from './observe.ts';
import { bootEvent, revertScript, runScripts, timerScript, undoScripts } from './scripts.ts';
import { undoLines } from './undo.ts';

/** Everything that a row or script may have to be run with. Source: manual, scheduler and backup. */
export const neededPolicies = ['ftp', 'reboot', 'read', 'write', 'policy', 'test'] as const;
const policy = neededPolicies.join(',');

/** How long before the time that people are told the undo begins, in ms: by then it has to have ended. */
export const undoReserveMs = 10_000;

/** How often the scheduler row looks again once its time has come. */
const againMs = 10_000;

export interface DeviceScript {
  readonly name: string;
  readonly source: string;
  /**
   * Runs with its own policies also when whoever starts it, or the user that it belongs to, has lost them since.
   * Source: manual, scripting tips, `dont-require-permissions`.
   */
  readonly isFree?: true;
}

export interface UndoSchedule {
  readonly names: Names;
  readonly groups: readonly Group[];
  /** Scripts in the order in which they are added, the undo ahead of all that runs. */
  readonly scripts: readonly DeviceScript[];
  /** Characters that all of it takes on the device. */
  readonly size: number;
}

export interface UndoScheduleInput {
  readonly names: Names;
  readonly changes: readonly Change[];
  readonly prior: Observation;
  readonly syntax: ScriptSyntax;
  /** From arming to the end of the undo, in ms. */
  readonly delayMs: number;
}

/** Works out the texts; nothing is sent. */
export function prepareUndoSchedule({ names, changes, prior, syntax, delayMs }: UndoScheduleInput): UndoSchedule {
  const groups = groupsOf(changes);
  const locator = locatorFor(prior, syntax);
  const runs = groups.flatMap((group, index) => {
    if (group.via !== 'script') return [];
    const [main = '', ...parts] = runScripts({ names, index, changes: group.changes, locator, syntax });
    return [
      ...parts.map((source, part) => ({ name: names.runPart(index, part), source })),
      { name: names.run(index), source: main },
    ];
  });
  const lines = undoLines({ changes, prior, syntax });
  const undo = undoScripts({ names, lines, runs: runs.map(({ name }) => name) });
  const scripts = [
    ...[
      ...undo.parts.map((source, part) => ({ name: names.undoPart(part), source })),
      { name: names.undo, source: undo.main },
      { name: names.timer, source: timerScript(names, delayMs - undoReserveMs) },
      { name: names.revert, source: revertScript(names) },
    ].map((script) => ({ ...script, isFree: true as const })),
    ...runs,
  ];
  return { names, groups, scripts, size: scripts.reduce((sum, { source }) => sum + source.length, 0) };
}

export interface ArmInput {
  readonly undoSchedule: UndoSchedule;
  readonly delayMs: number;
  readonly owner: string;
  readonly clock: Clock;
}

export type Arming =
  /** `undoAt`: when the device has undone it, in ms of rosc's clock, unless somebody confirms. */
  | { readonly kind: 'armed'; readonly undoAt: number }
  | { readonly kind: 'locked' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Throws DeviceError when the device cannot be read. What it left behind when it failed is the caller's to clear. */
export async function arm(device: Device, { undoSchedule, delayMs, owner, clock }: ArmInput): Promise<Arming> {
  const { names, scripts } = undoSchedule;
  const [row = {}] = await device.print('/system/clock');
  const now = parseDeviceTime(row);
  if (!now) return { kind: 'failed', reason: `its clock says ${row.date ?? 'nothing'}` };
  const start = startAfter(now, delayMs - undoReserveMs);

  const end = startAfter(now, delayMs);
  const comment = printLock({ transaction: names.transaction, owner, until: `${end.date} ${end.time}` });
  const locking = await device.run(addScript({ name: lockName, source: '' }, comment));
  if (locking.kind === 'refused' && /already have/.test(locking.message)) return { kind: 'locked' };
  if (locking.kind !== 'done') return { kind: 'failed', reason: reasonOf(locking) };

  const replies = await device.pipeline([
    ...scripts.map((script) => addScript(script)),
    addScript({ name: names.pending, source: '' }),
    addScheduler(names.revert, names.revert, { date: start.date, time: start.time, intervalMs: againMs }),
    addScheduler(names.boot, bootEvent(names), { date: start.date, time: 'startup', intervalMs: 0 }),
  ]);
  const failed = replies.find((reply) => reply.kind !== 'done');
  if (failed) return { kind: 'failed', reason: reasonOf(failed) };
  const timer = await device.execute(`/system/script/run ${names.timer}`);
  if (timer.kind !== 'done') return { kind: 'failed', reason: reasonOf(timer) };
  // The job began when this answer was sent, at the latest, and the row waits for it, however long arming took.
  const undoAt = clock.now() + delayMs;
  const reason = await whyNotArmed(device, undoSchedule);
  return reason === undefined ? { kind: 'armed', undoAt } : { kind: 'failed', reason: reason };
}

/** What keeps the undo from being certain, read back from the device; undefined = nothing. */
async function whyNotArmed(device: Device, { names, scripts }: UndoSchedule): Promise<string | undefined> {
  const [stored, schedulers] = await Promise.all([
    device.print('/system/script', { proplist: ['name', 'source'] }),
    device.print('/system/scheduler', { proplist: ['name', 'next-run', 'disabled'] }),
  ]);
  const sources = new Map(stored.map((row) => [row.name, row.source ?? '']));
  for (const { name, source } of scripts) {
    if (sources.get(name) !== source) return `script ${name} was not stored as sent`;
  }
  if (!sources.has(names.pending)) return 'the marker is not there';
  const revert = schedulers.find(({ name }) => name === names.revert);
  if (!revert?.['next-run']) return `scheduler ${names.revert} has no next run`;
  return schedulers.some(({ name }) => name === names.boot) ? undefined : `scheduler ${names.boot} is not there`;
}

function addScript({ name, source, isFree }: DeviceScript, comment?: string): Command {
  return add('/system/script', {
    name,
    source,
    policy,
    ...(isFree && { 'dont-require-permissions': 'yes' }),
    ...(comment !== undefined && { comment }),
  });
}

interface Start {
  readonly date: string;
  readonly time: string;
  readonly intervalMs: number;
}

/** Date and time are always given: 7.24.0 to 7.24.4 never run a row whose start is the default. */
function addScheduler(name: string, event: string, { date, time, intervalMs }: Start): Command {
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
