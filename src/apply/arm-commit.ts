// Arms a commit: how the undo finds its rows is tried on the device, and the undo that finds them is stored there.
// Until here nothing of the configuration is changed.

import { type Device, DeviceError } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { digestOf } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import type { ApplyContext, ApplyResult, ProvenLines } from './apply-context.ts';
import { arm, reserve } from './arm.ts';
import type { Traffic } from './check.ts';
import * as problems from './commit-messages.ts';
import { clearObjects } from './objects.ts';
import { type Observation, observe } from './observe.ts';
import type { Prepared } from './prepare.ts';
import { proveLocators } from './prove.ts';
import { type ReconnectingSession, withSession } from './reconnecting-session.ts';
import type { UndoSchedule } from './undo-schedule.ts';

/** A commit whose undo is armed. */
export interface Armed {
  readonly plan: Plan;
  readonly undoSchedule: UndoSchedule;
  readonly proof: ProvenLines;
  /** Read after arming: ids are good for this session. */
  readonly prior: Observation;
  readonly trafficBefore: Traffic | undefined;
  readonly undoAt: number;
  readonly context: ApplyContext;
  readonly session: ReconnectingSession;
  /** What was worth saying before. */
  readonly remarks: readonly Diagnostic[];
}

/** Arms the undo and makes sure that nobody changed the device meanwhile. Until here nothing is changed. */
export async function armCommit(
  prepared: Prepared,
  context: ApplyContext,
  session: ReconnectingSession,
): Promise<Armed | ApplyResult> {
  const { plan, remarks, meter } = prepared;
  const { transaction } = context;
  const { name } = plan.device;
  const stop = async (...diagnostics: readonly Diagnostic[]): Promise<ApplyResult> => {
    const isClear = await clearAfterwards(session, context);
    const left = isClear ? [] : [problems.leftBehind(name, transaction)];
    return { state: 'prepared', diagnostics: [...diagnostics, ...left], transaction };
  };
  try {
    const device = await session.open();
    const proven = await armProven(device, prepared, context);
    if ('stoppedBy' in proven) return await stop(...proven.stoppedBy);
    const { undoSchedule, undoAt, proof } = proven;
    const [prior] = await Promise.all([observe(device, plan.menus, name), meter.look(device)]);
    if (digestOf(prior.config, plan.menus) !== plan.prior) return await stop(problems.priorChanged(name));
    if (context.signal?.aborted) return await stop(problems.interruptedEarly(name));
    await context.journal.note({ transaction, state: 'armed', undoAt });
    const trafficBefore = meter.traffic();
    return { plan, undoSchedule, proof, prior, trafficBefore, undoAt, context, session, remarks };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return stop(problems.notArmed(name, error.message));
  }
}

type Proven =
  | { readonly undoSchedule: UndoSchedule; readonly undoAt: number; readonly proof: ProvenLines }
  | { readonly stoppedBy: readonly Diagnostic[] };

/**
 * Tries on the device how it finds the rows of the undo, and arms the undo that finds them so. An undo that is armed
 * may run at any moment, so one that has not been tried is none: it would fail for good, or add what is there already.
 */
async function armProven(device: Device, prepared: Prepared, context: ApplyContext): Promise<Proven> {
  const { plan, delayMs, syntax, isRemoved: removed } = prepared;
  const { name } = plan.device;
  const { clock, owner } = context;
  const { names, lines } = prepared.undoSchedule;
  context.onStep?.('proving', '');
  const notArmed = (reason: string) => ({ stoppedBy: [problems.notArmed(name, reason)] });
  const prior = { digest: plan.prior, menus: plan.menus };
  const reserving = await reserve(device, { names, forMs: delayMs, owner, prior });
  if (reserving.kind === 'locked') return { stoppedBy: [problems.commitLocked(name)] };
  if (reserving.kind === 'failed') return notArmed(reserving.reason);
  const deadline = clock.now() + provingMs;
  const proof = await proveLocators(device, { names, lines, syntax, clock, deadline, removed });
  if (typeof proof === 'string') return notArmed(proof);
  if (proof.unproven.length > 0) return { stoppedBy: [problems.undoUnproven(name, proof)] };
  context.onStep?.('arming', `${plan.changes.length} changes`);
  const undoSchedule = prepared.scheduleWith(proof.spellings);
  const arming = await arm(device, { undoSchedule, delayMs, owner, clock });
  if (arming.kind === 'failed') return notArmed(arming.reason);
  return { undoSchedule, undoAt: arming.undoAt, proof: { lines: proof.lines, proven: proof.lines } };
}

/** How long a device may take to look for all rows, in ms. */
const provingMs = 20_000;

/** Time for a device that was cut off to come back, so that nothing of the commit is left on it. */
export const clearingMs = 120_000;

export async function clearAfterwards(
  session: ReconnectingSession,
  { clock, transaction }: ApplyContext,
): Promise<boolean> {
  const isClear = await withSession(session, { clock, deadline: clock.now() + clearingMs }, (device) =>
    clearObjects(device, transaction),
  );
  return isClear.kind === 'done' && isClear.value;
}
