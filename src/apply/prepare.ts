// Everything that can be found out and kept before the device is touched: whether the plan still fits, whether the
// device can undo it, and what the undo is.

import { asDeviceError, type Device } from '../device/device.ts';
import { deviceDiagnostic } from '../device/device-diagnostic.ts';
import { type Diagnostic, hasAtLeast } from '../diagnostics/diagnostic.ts';
import { type Config, itemsOf } from '../model/config.ts';
import { unreadableOf } from '../model/unreadable.ts';
import { parseVersion } from '../model/version.ts';
import { digestOf } from '../plan/digest.ts';
import { withDisplaced, withMarks } from '../plan/make-plan.ts';
import { managementPath } from '../plan/management-path.ts';
import { type Change, everyChange, type Plan } from '../plan/plan.ts';
import type { ScriptSyntax } from '../plan/script-command.ts';
import { selectedFinder } from '../plan/select.ts';
import type { ApplyContext, ApplyResult } from './apply-context.ts';
import { reasonOf } from './arm.ts';
import * as problems from './commit-messages.ts';
import { maskChange, maskObservation } from './mask-secrets.ts';
import { namesOf } from './names.ts';
import { observe } from './observe.ts';
import { preflight } from './preflight.ts';
import { firstSpelling } from './prove.ts';
import type { ReconnectingSession } from './reconnecting-session.ts';
import { printLine, type Spellings } from './script-line.ts';
import { type TrafficMeter, trafficMeter } from './traffic-meter.ts';
import { undoLines } from './undo.ts';
import { prepareUndoSchedule, type UndoSchedule, undoReserveMs } from './undo-schedule.ts';
import type { Wanted } from './wanted.ts';

export interface Prepared {
  readonly kind: 'ready';
  /** With marks among the changes, and displaced items when that was agreed to. */
  readonly plan: Plan;
  readonly undoSchedule: UndoSchedule;
  /** The same, with the rows written down as the device was seen to find them. */
  scheduleWith(spellings: Spellings): UndoSchedule;
  /** Whether the plan removes the row. */
  isRemoved(wanted: Wanted): boolean;
  readonly syntax: ScriptSyntax;
  readonly delayMs: number;
  readonly remarks: readonly Diagnostic[];
  /** Has looked once. */
  readonly meter: TrafficMeter;
}

export interface Stopped {
  readonly kind: 'stopped';
  readonly result: ApplyResult;
}

export async function prepare(
  plan: Plan,
  context: ApplyContext,
  session: ReconnectingSession,
): Promise<Prepared | Stopped> {
  context.onStep?.('preparing', '');
  const stopped = (diagnostics: readonly Diagnostic[]): Stopped => ({
    kind: 'stopped',
    result: { state: 'prepared', diagnostics, transaction: context.transaction },
  });
  if (plan.displaced.length > 0 && !context.displace) {
    return stopped([problems.displacedItems(plan.device.name, plan.displaced.length)]);
  }
  try {
    const ready = await read(plan, context, await session.open());
    if (hasAtLeast(ready.remarks, 'error')) return stopped(ready.remarks);
    if (context.signal?.aborted) return stopped([problems.interruptedEarly(plan.device.name)]);
    if (ready.plan.changes.length > 0) return ready;
    const { transaction } = context;
    return { kind: 'stopped', result: { state: 'confirmed', diagnostics: ready.remarks, transaction } };
  } catch (error) {
    return stopped([deviceDiagnostic(asDeviceError(error), plan.device.name)]);
  }
}

async function read(plan: Plan, context: ApplyContext, device: Device): Promise<Prepared> {
  const { clock, transaction, journal } = context;
  const { name } = plan.device;
  const meter = trafficMeter(clock);
  const [identity] = await Promise.all([device.identity(), meter.look(device)]);
  const routeros = parseVersion(identity.routeros);
  const syntax = { ...context.syntax, ...(routeros && { routeros }) };
  const prior = await observe(device, plan.menus, name);
  const whole = withMarks(withDisplaced(plan, prior.config), prior.config);
  const delayMs = undoDelayMs(whole, context);
  const isPathUnknown = await isSessionUnknown(device);
  const folder = context.lastResort ? await backupFolder(device) : '';
  const scheduleWith = (spellings: Spellings) =>
    prepareUndoSchedule({
      names: namesOf(transaction),
      changes: whole.changes,
      prior,
      syntax,
      spellings,
      delayMs,
      isPathUnknown,
      ...(context.lastResort && { lastResort: `${folder}${backupName}` }),
    });
  const undoSchedule = scheduleWith(firstSpelling);
  const removed = new Set(
    whole.changes.flatMap(({ action, menu, selector }) => {
      const item = action === 'remove' && selector && selectedFinder(itemsOf(prior.config, menu))(selector);
      return item ? [`${menu} ${item.id}`] : [];
    }),
  );
  const isRemoved = ({ menu, found }: Wanted) => found.some((id) => removed.has(`${menu} ${id}`));
  const ready = { kind: 'ready', plan: whole, undoSchedule, scheduleWith, isRemoved, syntax, delayMs, meter } as const;
  const remarks = [
    ...(await preflight(device, { plan: whole, identity, size: undoSchedule.size, clock })),
    ...(digestOf(prior.config, plan.menus) === plan.prior ? [] : [problems.priorChanged(name)]),
    ...unreadableSecrets(whole.changes, prior.config).map((change) => problems.unreadableSecret(name, change)),
  ];
  if (hasAtLeast(remarks, 'error')) return { ...ready, remarks };
  const shown = maskObservation(prior);
  const undo = undoLines({ changes: whole.changes.map(maskChange), prior: shown, syntax }).map((line) =>
    printLine(line, firstSpelling, syntax),
  );
  await journal.save({ transaction, plan: whole, prior: shown.config, undo });
  await journal.note({ transaction, state: 'prepared' });
  const reason = context.backup || context.lastResort ? await backUp(device) : undefined;
  if (reason === undefined) return { ...ready, remarks };
  const failed = problems.backupFailed(name, reason);
  // Somebody counts on it.
  return { ...ready, remarks: [...remarks, context.lastResort ? { ...failed, severity: 'error' } : failed] };
}

/** Whether the session comes to an address that is none of the device's: through a translation, or nobody knows how. */
async function isSessionUnknown(device: Device): Promise<boolean> {
  const { peerAddress } = device;
  if (peerAddress === undefined) return false;
  const { config } = await observe(device, ['/ip/address', '/ipv6/address'], '');
  return managementPath(config, peerAddress) === undefined;
}

/** Where nobody says how long. */
export const usualConfirmTimeoutMs = 120_000;

/**
 * From arming until the device is back in its prior state unless somebody confirms, in ms: what was asked for, or what
 * arming, changing and settling need, because a plan of many changes must not run into its own undo.
 */
export function undoDelayMs(
  plan: Pick<Plan, 'changes' | 'displaced' | 'marks'>,
  { confirmTimeoutMs = usualConfirmTimeoutMs, settleMs = 30_000 }: Pick<ApplyContext, 'confirmTimeoutMs' | 'settleMs'>,
): number {
  const msPerChange = 25;
  const needed = 75_000 + undoReserveMs + settleMs + everyChange(plan).length * msPerChange;
  return Math.max(confirmTimeoutMs, needed);
}

/** Changes whose undo would need a secret that the login cannot see. */
function unreadableSecrets(changes: readonly Change[], prior: Config): readonly Change[] {
  return changes.filter(({ action, menu, selector, properties }) => {
    const item = selector && selectedFinder(itemsOf(prior, menu))(selector);
    const unreadable = unreadableOf(item);
    if (action === 'remove') return unreadable.length > 0;
    return properties.some(({ name }) => unreadable.includes(name));
  });
}

const backupName = 'rosc-prior';

/** What lies outside it is gone after a power cut, where there is such a folder. */
async function backupFolder(device: Device): Promise<string> {
  const files = await device.print('/file', { proplist: ['name'] });
  return files.some(({ name }) => name === 'flash') ? 'flash/' : '';
}

/** One name for all commits, so that they do not fill the disk. Why it failed, or undefined. */
async function backUp(device: Device): Promise<string | undefined> {
  const reply = await device.run({
    menu: '/system/backup',
    verb: 'save',
    arguments: { name: `${await backupFolder(device)}${backupName}`, 'dont-encrypt': 'yes' },
  });
  return reply.kind === 'done' ? undefined : reasonOf(reply);
}
