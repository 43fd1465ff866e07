// Arms a commit: how the undo finds its rows is tried on the device, and the undo that finds them is stored there.
// Until here nothing of the configuration is changed.

import { asDeviceError, type Device } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { digestOf } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import type { ApplyContext, ApplyResult, ProvenLines } from './apply-context.ts';
import { armTried, clearAfterwards, tryLocators } from './arm-tried.ts';
import type { Traffic } from './check.ts';
import * as problems from './commit-messages.ts';
import { type Observation, observe } from './observe.ts';
import type { Prepared } from './prepare.ts';
import type { ReconnectingSession } from './reconnecting-session.ts';
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
    const left = await clearAfterwards(session, name, context);
    return { state: 'prepared', diagnostics: [...diagnostics, ...left], transaction };
  };
  try {
    const device = await session.open();
    const proven = await armProven(device, prepared, context);
    if ('code' in proven) return await stop(problems.withUnknownWords(proven, plan));
    const { undoSchedule, undoAt, proof } = proven;
    const [prior] = await Promise.all([observe(device, plan.menus, name), meter.look(device)]);
    if (digestOf(prior.config, plan.menus) !== plan.prior) return await stop(problems.priorChanged(name));
    if (context.signal?.aborted) return await stop(problems.interruptedEarly(name));
    await context.journal.note({ transaction, state: 'armed', undoAt });
    const trafficBefore = meter.traffic();
    return { plan, undoSchedule, proof, prior, trafficBefore, undoAt, context, session, remarks };
  } catch (error) {
    const { kind, message } = asDeviceError(error);
    return stop(problems.notArmed(name, message, kind === 'connection-lost' || kind === 'timed-out'));
  }
}

type Proven = Pick<Armed, 'undoSchedule' | 'undoAt' | 'proof'>;

/** Tries on the device how it finds the rows of the undo, and arms the undo that finds them so. */
function armProven(device: Device, prepared: Prepared, context: ApplyContext): Promise<Proven | Diagnostic> {
  const { plan, delayMs, syntax, isRemoved: removed } = prepared;
  const { name: deviceName } = plan.device;
  const { clock, owner } = context;
  const { names, lines } = prepared.undoSchedule;
  context.onStep?.('proving', '');
  const prior = { digest: plan.prior, menus: plan.menus };
  return armTried(device, { deviceName, names, delayMs, owner, prior, clock }, async () => {
    const proof = await tryLocators(device, deviceName, { names, lines, syntax, clock, removed });
    if ('code' in proof) return proof;
    context.onStep?.('arming', `${plan.changes.length} changes`);
    return {
      undoSchedule: prepared.scheduleWith(proof.spellings),
      proof: { lines: proof.lines, proven: proof.lines },
    };
  });
}
