// The confirmed commit: read and compare, keep the prior state, arm the undo on the device, change, read back over a
// new connection, post-check, confirm. Whatever fails on the way, the device ends in its prior state or in the
// checked one.

import { asDeviceError } from '../device/device.ts';
import { readPolicies } from '../device/policies.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { parseVersion } from '../model/version.ts';
import { applyChanges } from '../plan/patch.ts';
import type { Plan } from '../plan/plan.ts';
import type { ApplyContext, ApplyResult, CommitState, CommitStep, JournalNote } from './apply-context.ts';
import { neededPolicies } from './arm.ts';
import { type Armed, armCommit } from './arm-commit.ts';
import { clearAfterwards, clearingMs } from './arm-tried.ts';
import * as problems from './commit-messages.ts';
import { confirmOnDevice } from './confirm.ts';
import { unmetChanges } from './effects.ts';
import { commitObjects } from './objects.ts';
import { observe } from './observe.ts';
import { type PostCheckReport, postCheckDiagnostics, runPostCheck } from './post-check.ts';
import { type Prepared, prepare } from './prepare.ts';
import { openReconnecting, type ReconnectingSession, withSession } from './reconnecting-session.ts';
import { rollBack } from './roll-back.ts';
import { runOnDevice, type Sent, sendChanges } from './send.ts';
import { undoReserveMs } from './undo-schedule.ts';

/** No change is sent any more when the device's own undo is this near: what is under way has to end before it. */
const changeReserveMs = undoReserveMs + 35_000;
const checkReserveMs = undoReserveMs + 5_000;

export async function applyPlan(plan: Plan, context: ApplyContext): Promise<ApplyResult> {
  const session = openReconnecting(() => context.connect(), context.clock);
  try {
    const prepared = await prepare(plan, context, session);
    if (prepared.kind === 'stopped') return prepared.result;
    const result = await commit(prepared, context, session);
    await context.journal.note(endOf(result));
    return result;
  } finally {
    await session.close().catch(() => undefined);
  }
}

/** A commit that ended before its first change left the prior state, unless something of it is still on the device. */
function endOf({ state, transaction, undoAt, diagnostics }: ApplyResult): JournalNote {
  const isClear = state === 'prepared' && diagnostics.every(({ code }) => code !== 'apply/left-behind');
  return { transaction, state: isClear ? 'undone' : state, ...(undoAt !== undefined && { undoAt }) };
}

async function commit(prepared: Prepared, context: ApplyContext, session: ReconnectingSession): Promise<ApplyResult> {
  const armed = await armCommit(prepared, context, session);
  if ('state' in armed) return { ...armed, diagnostics: [...prepared.remarks, ...armed.diagnostics] };

  try {
    return await commitArmed(armed);
  } catch (error) {
    // A mistake of rosc's own must not leave a changed device to its timer while there is still somebody to undo it.
    await undo(armed, []).catch(() => undefined);
    throw error;
  }
}

async function commitArmed(armed: Armed): Promise<ApplyResult> {
  const { context } = armed;
  await begin(armed, 'changing', `${armed.plan.changes.length} changes`);
  const failure = await change(armed);
  if (failure) return undo(armed, [failure]);

  await begin(armed, 'checking', 'over a new connection');
  const { found, report } = await check(armed);
  if (found.length > 0) return undo(armed, found, report);

  if (context.confirm === 'manually') {
    const { plan, undoAt, remarks, proof } = armed;
    const open = problems.waitsForConfirmation(plan.device.name, { undoAt, transaction: context.transaction });
    const diagnostics = [...remarks, open];
    return { state: 'open', diagnostics, proof, undoAt, transaction: context.transaction, ...(report && { report }) };
  }
  await begin(armed, 'confirming', '');
  return confirm(armed, report);
}

/** Written down, and then said: whoever finds this commit interrupted shall know how far it got. */
async function begin({ context, undoAt }: Armed, step: CommitStep & CommitState, detail: string): Promise<void> {
  await context.journal.note({ transaction: context.transaction, state: step, undoAt });
  context.onStep?.(step, detail);
}

/** Undefined: all changes were made. */
async function change(armed: Armed): Promise<Diagnostic | undefined> {
  const { undoSchedule, context, plan, undoAt } = armed;
  const deadline = undoAt - changeReserveMs;
  for (const [index, group] of undoSchedule.groups.entries()) {
    if (context.signal?.aborted) break;
    const send = group.via === 'session' ? sendOne : runScript;
    const sent = await send(armed, index, deadline).catch(lost);
    if (sent.kind !== 'done' && !context.signal?.aborted) return problems.changeFailed(plan.device.name, sent);
  }
  return context.signal?.aborted ? problems.interrupted(plan.device.name) : undefined;
}

async function sendOne(
  { plan, undoSchedule, prior, context, session }: Armed,
  index: number,
  deadline: number,
): Promise<Sent> {
  const changes = undoSchedule.groups[index]?.changes ?? [];
  const routeros = parseVersion(plan.device.routeros);
  return sendChanges(await session.open(), { changes, prior, clock: context.clock, deadline, routeros });
}

/** A connection that ends leaves open what was done. */
function lost(error: unknown): Sent {
  return { kind: 'lost', reason: asDeviceError(error).message };
}

async function runScript({ undoSchedule, context, session }: Armed, index: number, deadline: number): Promise<Sent> {
  const { clock, signal } = context;
  const changes = undoSchedule.groups[index]?.changes ?? [];
  return runOnDevice(session, { names: undoSchedule.names, index, changes, clock, deadline, signal });
}

interface Checked {
  readonly found: readonly Diagnostic[];
  readonly report?: PostCheckReport;
}

/** Reads back over a connection that was not there during the change, then asks the hardware. */
async function check({ plan, prior, trafficBefore, context, session, undoAt }: Armed): Promise<Checked> {
  const { clock, settleMs = 30_000, signal } = context;
  const { name } = plan.device;
  const deadline = undoAt - checkReserveMs;
  await session.close();
  const checked = await withSession(session, { clock, deadline }, async (device): Promise<Checked> => {
    const now = await observe(device, plan.menus, name);
    const unmet = unmetChanges(plan.changes, prior.config, now.config);
    if (unmet.length > 0) return { found: [problems.readBackDiffers(name, unmet)] };
    const report = await runPostCheck(device, {
      expected: applyChanges(prior.config, plan.changes),
      predictions: plan.predictions,
      hosts: plan.hosts,
      trafficBefore: trafficBefore ?? { ports: [], ms: 0 },
      clock,
      deadline: Math.min(deadline, clock.now() + settleMs),
      signal,
    });
    return { found: report.passed ? [] : postCheckDiagnostics(report, name), report };
  });
  if (signal?.aborted) return { found: [problems.interrupted(name)] };
  return checked.kind === 'done' ? checked.value : { found: [problems.notReachable(name, checked.reason)] };
}

async function confirm(armed: Armed, report: PostCheckReport | undefined): Promise<ApplyResult> {
  const { plan, prior, context, session, undoSchedule, undoAt, remarks } = armed;
  const { clock, transaction } = context;
  const { name } = plan.device;
  const confirmed = await confirmOnDevice(session, undoSchedule.names, { clock, deadline: undoAt - checkReserveMs });
  if (confirmed === 'no') return undo(armed, [problems.notConfirmed(name)], report);
  if (confirmed === 'maybe') {
    // Once the marker is gone, either the confirmation took it, or the undo that came first.
    const { pending, undoing } = undoSchedule.names;
    const kept = await withSession(session, { clock, deadline: undoAt + clearingMs }, async (device) => {
      const isOpen = (await commitObjects(device)).some((each) => each.name === pending || each.name === undoing);
      const now = await observe(device, plan.menus, name);
      return !isOpen && unmetChanges(plan.changes, prior.config, now.config).length === 0;
    });
    if (kept.kind === 'failed') return undo(armed, [problems.confirmationLost(name)], report, true);
    if (!kept.value) return undo(armed, [problems.notConfirmed(name)], report);
  }
  const diagnostics = [...remarks, ...(await clearAfterwards(session, name, context))];
  return { state: 'confirmed', diagnostics, proof: armed.proof, undoAt, transaction, ...(report && { report }) };
}

/** Why it had to be undone, when somebody took rosc's user its rights. */
async function lostRights({ plan, session }: Armed): Promise<readonly Diagnostic[]> {
  const { name } = plan.device;
  try {
    const device = await session.open();
    const held = await readPolicies(device);
    // Who may not read may not read that either.
    if (!held) await device.identity();
    const lost = held ? neededPolicies.filter((policy) => !held.has(policy)) : [];
    return lost.length === 0 ? [] : [problems.policiesLost(name, lost)];
  } catch (error) {
    const { kind } = asDeviceError(error);
    if (kind === 'login-refused') return [problems.policiesLost(name, undefined)];
    return kind === 'permission' ? [problems.policiesLost(name, ['read'])] : [];
  }
}

/** `mayBeKept`: nobody saw whether the device took the confirmation. */
async function undo(
  armed: Armed,
  causes: readonly Diagnostic[],
  report?: PostCheckReport,
  mayBeKept = false,
): Promise<ApplyResult> {
  const { plan, context, undoAt, remarks } = armed;
  const { name } = plan.device;
  const { transaction } = context;
  await begin(armed, 'undoing', causes[0]?.what ?? '');
  const outcome = await rollBack(armed);
  const ending =
    outcome.kind === 'undone'
      ? problems.backInPrior(name)
      : problems.stateUnknown(name, { reason: outcome.reason, undoAt, transaction, mayBeKept });
  const left = outcome.kind === 'undone' && !outcome.isClear ? [problems.leftBehind(name, transaction)] : [];
  const diagnostics = [...remarks, ...causes, ...(await lostRights(armed)), ...left, ending];
  return { state: outcome.kind, diagnostics, proof: armed.proof, undoAt, transaction, ...(report && { report }) };
}
