// Arms a commit: the undo is stored on the device, tried there, and stored otherwise where the device finds rows
// otherwise. Until here nothing of the configuration is changed.

import { type Device, DeviceError } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { digestOf } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import type { ApplyContext, ApplyResult, ProvenLines } from './apply-context.ts';
import { arm } from './arm.ts';
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

/** Arms, and tries on the device how it finds the rows of the undo. What it finds otherwise is stored otherwise. */
async function armProven(device: Device, prepared: Prepared, context: ApplyContext): Promise<Proven> {
  const { plan } = prepared;
  const { name } = plan.device;
  const { clock } = context;
  const armed = await armWith(device, prepared.undoSchedule, prepared, context);
  if ('stoppedBy' in armed) return armed;
  const { names, lines } = prepared.undoSchedule;
  const { syntax, isRemoved: removed } = prepared;
  context.onStep?.('proving', '');
  const proof = await proveLocators(device, {
    names,
    lines,
    syntax,
    clock,
    deadline: clock.now() + provingMs,
    removed,
  });
  if (typeof proof === 'string') return { stoppedBy: [problems.notArmed(name, proof)] };
  if (proof.unproven.length > 0) return { stoppedBy: [problems.undoUnproven(name, proof)] };
  const counted = { lines: proof.lines, proven: proof.lines };
  if (!proof.isOtherwise) return { ...armed, proof: counted };
  if (!(await clearObjects(device, names.transaction))) {
    return { stoppedBy: [problems.notArmed(name, 'the first form of the undo could not be taken away')] };
  }
  const again = await armWith(device, prepared.scheduleWith(proof.spellings), prepared, context);
  return 'stoppedBy' in again ? again : { ...again, proof: counted };
}

async function armWith(
  device: Device,
  undoSchedule: UndoSchedule,
  { plan, delayMs }: Prepared,
  { owner, clock }: ApplyContext,
): Promise<{ undoSchedule: UndoSchedule; undoAt: number } | { readonly stoppedBy: readonly Diagnostic[] }> {
  const { name } = plan.device;
  const prior = { digest: plan.prior, menus: plan.menus };
  const arming = await arm(device, { undoSchedule, delayMs, owner, clock, prior });
  if (arming.kind === 'armed') return { undoSchedule, undoAt: arming.undoAt };
  return {
    stoppedBy: [arming.kind === 'locked' ? problems.commitLocked(name) : problems.notArmed(name, arming.reason)],
  };
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
