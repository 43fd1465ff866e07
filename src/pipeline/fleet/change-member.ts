// Changes one device of a fleet: ends what an earlier run left open there, plans, and applies the plan at once, so that
// no plan grows old while others have their turn.

import { createHash } from 'node:crypto';
import type { ApplyResult } from '../../apply/apply-context.ts';
import { undoDelayMs } from '../../apply/prepare.ts';
import { openCommits, rollbackOpen } from '../../apply/recover.ts';
import { type Diagnostic, isError, type Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import type { FleetDevice } from '../../fleet/fleet.ts';
import { type Io, outlasting } from '../../io/io.ts';
import { everyChange, type Plan } from '../../plan/plan.ts';
import { type DeviceState, reasonOf } from '../../report/run-report.ts';
import { applyToDevice, type CommitObserver } from '../change/apply-device.ts';
import type { DeviceAddress } from '../device/device-address.ts';
import { type JournalledCommit, noteEndOf } from '../device/journal.ts';
import { type DeviceOptions, useDevice } from '../device/open-device.ts';
import { type GatherRequest, isRefused } from '../plan/gather-plans.ts';
import type { ReadyDevice } from './fleet-sites.ts';
import { planMember } from './plan-fleet.ts';

export interface ChangeOptions extends Omit<GatherRequest, 'picked' | 'where' | 'shard' | 'site' | 'continue'> {
  /** In ms; absent = as long as it takes, two minutes at least. */
  readonly confirmTimeoutMs?: number;
  readonly confirm: 'automatically' | 'manually';
}

export interface ChangeContext {
  readonly options: ChangeOptions;
  readonly observer: CommitObserver;
  /** Commits of earlier runs whose end nobody wrote down, and records that nobody can read. */
  readonly unfinished: Staged<readonly JournalledCommit[]>;
  /** Digest of the plan that somebody agreed to; absent = nobody was asked. */
  readonly agreed?: string | undefined;
  /** Called before the first change is sent; says why it may not be. */
  onChange(): Promise<string | undefined>;
  onRecovered(name: string, transaction: string): void;
}

export interface ChangedMember {
  readonly member: FleetDevice;
  readonly state: DeviceState;
  readonly reason?: string;
  readonly plan?: Plan;
  readonly result?: ApplyResult;
  readonly diagnostics: readonly Diagnostic[];
}

export async function changeMember(
  io: Io,
  member: FleetDevice,
  ready: ReadyDevice,
  context: ChangeContext,
): Promise<ChangedMember> {
  const { options, agreed, observer } = context;
  const diagnostics: Diagnostic[] = [];
  const skipped = (reason: string, plan?: Plan): ChangedMember => {
    return { member, state: 'skipped', reason, diagnostics, ...(plan && { plan }) };
  };
  const recovered = await recoverFirst(io, member, ready, context);
  diagnostics.push(...recovered.diagnostics);
  if (recovered.problem !== undefined) return skipped(recovered.problem);
  const planned = await planMember(io, member, ready, options);
  diagnostics.push(...planned.diagnostics);
  const { plan } = planned;
  // What is as its site says only until it undoes somebody's commit is not as its site says.
  const problem = planned.diagnostics.find((each) => isRefused(each, options) || each.code === 'apply/commit-open');
  if (!plan || problem) return skipped(problem?.what ?? 'no plan could be made', plan);
  if (everyChange(plan).length === 0) return { member, state: 'unchanged', plan, diagnostics };
  if (agreed !== undefined && agreed !== digestOfPlan(plan)) {
    return skipped('it changed after its plan was shown, so nothing was sent to it', plan);
  }
  const refused = await context.onChange();
  if (refused !== undefined) return skipped(refused, plan);
  const { confirm } = options;
  const applied = await applyToDevice(
    io,
    {
      plan,
      where: ready.where,
      options,
      confirmTimeoutMs: undoDelayMs(plan, options),
      confirm,
      isLeftOpen: confirm === 'manually',
    },
    observer,
  );
  diagnostics.push(...applied.diagnostics);
  const { result } = applied;
  const state = stateOf(result?.state ?? 'prepared');
  const isFine = state === 'confirmed' || state === 'open';
  return {
    member,
    state,
    plan,
    diagnostics,
    ...(result && { result }),
    ...(!isFine && { reason: reasonOf(applied.diagnostics, 'it failed') }),
  };
}

export interface RecoveredMember {
  /** Why nothing can be done on the device yet. */
  readonly problem?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Ends what an earlier run left open on the device. */
export async function recoverFirst(
  io: Io,
  member: FleetDevice,
  { where }: ReadyDevice,
  { options, unfinished, onRecovered }: Pick<ChangeContext, 'options' | 'unfinished' | 'onRecovered'>,
): Promise<RecoveredMember> {
  const [unread] = unfinished.diagnostics;
  if (unread) return { diagnostics: unfinished.diagnostics, problem: unread.what };
  if (unfinished.value.length === 0) return { diagnostics: [] };
  const { value, diagnostics } = await recoverOwn(io, where, options, unfinished.value);
  for (const transaction of value) onRecovered(member.name, transaction);
  const problem = diagnostics.find(isError);
  return { diagnostics, ...(problem && { problem: problem.what }) };
}

function stateOf(state: ApplyResult['state']): DeviceState {
  if (state === 'prepared') return 'skipped';
  if (state === 'confirmed' || state === 'open' || state === 'undone') return state;
  return 'unknown';
}

/** Of what it would do; who asks may have looked at it minutes before. */
export function digestOfPlan(plan: Plan): string {
  const text = JSON.stringify(
    everyChange(plan).map(({ action, menu, key, properties }) => [action, menu, key, properties]),
  );
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Commits that an earlier run began on a device and did not end are undone or cleared before anything else is done
 * there; those of others are left to them. The transactions that were undone just now; with an error where one of them
 * still undoes itself.
 */
async function recoverOwn(
  io: Io,
  where: DeviceAddress,
  options: DeviceOptions,
  commits: readonly JournalledCommit[],
): Promise<Staged<readonly string[]>> {
  const diagnostics: Diagnostic[] = [];
  // Ctrl-C does not leave it half-way either.
  const patient = outlasting(io);
  const used = await useDevice(patient, where, options, async (device, name) => {
    const onDevice = new Set((await openCommits(device)).map(({ transaction }) => transaction));
    const undone: string[] = [];
    for (const commit of commits) {
      const { transaction } = commit;
      const isThere = onDevice.has(transaction);
      const end = isThere ? (await rollbackOpen(device, transaction, { clock: io.clock })).kind : 'gone';
      if (end === 'still-undoing') diagnostics.push(stillUndoing(name, transaction));
      else diagnostics.push(...(await noteEndOf(io, commit, end === 'undone' ? end : 'gone')));
      if (end === 'undone') undone.push(transaction);
    }
    return undone;
  });
  return { value: used.value ?? [], diagnostics: [...used.diagnostics, ...diagnostics] };
}

function stillUndoing(name: string, transaction: string): Diagnostic {
  return deviceProblem(name, 'apply/commit-open', {
    what: `\`${name}\` still undoes commit ${transaction} of an earlier run`,
    label: transaction,
    why: 'Until its undo has ended nobody can tell what the device is like.',
    fix: '`rosc recover` shows how far it is; run this again afterwards',
  });
}
