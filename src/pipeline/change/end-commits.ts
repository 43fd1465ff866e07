// Commits that are still open on the devices of a site: confirmed, undone, or looked after when rosc was interrupted.

import { confirmOpen, type OpenCommit, openCommits, type Recovered, recoverOne } from '../../apply/recover.ts';
import type { Device } from '../../device/device.ts';
import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import type { Io } from '../../io/io.ts';
import type { AnalysedSite } from '../analyse/analyse-site.ts';
import { type DeviceAddress, deviceAddressOf } from '../device/device-address.ts';
import { type CommitEnd, noteEnd, noteEndOf } from '../device/journal.ts';
import { type DeviceOptions, useDevice } from '../device/open-device.ts';
import { unfinishedOn } from '../device/unfinished.ts';
import type { PlanRequest } from '../plan/plan-site.ts';
import { clearLeftBehind } from '../read/state-folder.ts';

export type CommitVerb = 'confirm' | 'rollback' | 'recover';

export type CommitOutcome =
  | 'confirmed'
  /** There was nothing to confirm any more. */
  | 'gone'
  /** The device would not confirm it. */
  | 'refused'
  /** Read back, and as it was before. */
  | 'undone'
  /** Undone without a failure, and yet not as it was before. */
  | 'differs'
  /** Undone without a failure; nobody knows how it was before. */
  | 'unread'
  /** It had ended, and left something behind. */
  | 'cleared'
  | 'still-undoing'
  /** This directory knows it, and its device nothing of it. */
  | 'forgotten';

export interface EndedCommit {
  readonly device: string;
  readonly transaction: string;
  /** `user@host`; empty = nobody knows. */
  readonly owner: string;
  readonly outcome: CommitOutcome;
  /** Lines of an undo that fail, as the device names them; absent = none is known to. */
  readonly lines?: string;
}

export interface EndedCommits {
  readonly ended: readonly EndedCommit[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function endCommits(
  io: Io,
  site: AnalysedSite,
  verb: CommitVerb,
  request: PlanRequest,
): Promise<EndedCommits> {
  await clearLeftBehind(io);
  const ended: EndedCommit[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const each of site.devices) {
    const { device: name } = each.lowered;
    const where = { ...deviceAddressOf(site, each, request.picked), name };
    const found = await endCommitsOf(io, verb, where, request);
    diagnostics.push(...found.diagnostics);
    ended.push(...(found.value ?? []));
  }
  return { ended, diagnostics };
}

/** On one device, by the name that its commits were written down with; undefined when it cannot be asked. */
export async function endCommitsOf(
  io: Io,
  verb: CommitVerb,
  where: DeviceAddress & { readonly name: string },
  options: DeviceOptions,
): Promise<Staged<readonly EndedCommit[] | undefined>> {
  // What was done is said, whatever fails after it.
  const done = { ended: [], diagnostics: [] } satisfies EndedSoFar;
  // What is under way on the device is not left by the first signal.
  const used = await useDevice({ ...io, ended: io.signal }, where, options, async (device, name) => {
    const commits = await openCommits(device);
    await endOn(io, verb, device, { name, commits, done });
    const isUndecided = new Set(
      commits.filter(({ state }) => state !== 'leftover').map(({ transaction }) => transaction),
    );
    await forgotten(io, verb, { name, isUndecided, done });
    return done.ended;
  });
  const value = used.value ?? (done.ended.length > 0 ? done.ended : undefined);
  return { value, diagnostics: [...used.diagnostics, ...done.diagnostics] };
}

interface EndedSoFar {
  readonly ended: EndedCommit[];
  readonly diagnostics: Diagnostic[];
}

interface Asked {
  readonly name: string;
  /** Transactions that were open on the device, or under way back. */
  readonly isUndecided: ReadonlySet<string>;
  readonly done: EndedSoFar;
}

/**
 * Commits of this directory of which the device knows nothing any more. Who confirms or rolls back hears of those that
 * could have changed something.
 */
async function forgotten(io: Io, verb: CommitVerb, { name, isUndecided, done }: Asked): Promise<void> {
  const { value, diagnostics } = await unfinishedOn(io, new Set([name]));
  done.diagnostics.push(...diagnostics);
  const lost = value.filter(
    ({ transaction, undoAt }) => !isUndecided.has(transaction) && (verb === 'recover' || undoAt !== undefined),
  );
  for (const commit of lost) {
    const { transaction } = commit;
    done.ended.push({ device: name, transaction, owner: '', outcome: 'forgotten' });
    done.diagnostics.push(...(await noteEndOf(io, commit, 'gone')));
  }
}

interface OpenOnDevice extends Pick<Asked, 'name' | 'done'> {
  readonly commits: readonly OpenCommit[];
}

async function endOn(io: Io, verb: CommitVerb, device: Device, { name, commits, done }: OpenOnDevice): Promise<void> {
  for (const commit of commits.filter(({ state }) => verb === 'recover' || state !== 'leftover')) {
    const { transaction, lock } = commit;
    const { kind: outcome, ...more } = await endOne(io, verb, device, commit);
    done.ended.push({ device: name, transaction, owner: lock?.owner ?? '', outcome, ...more });
    const noted = endOf(outcome);
    if (noted) done.diagnostics.push(...(await noteEnd(io, transaction, noted)));
  }
}

/** As it is written down; undefined while it is on the device. */
function endOf(outcome: CommitOutcome): CommitEnd | undefined {
  if (outcome === 'refused' || outcome === 'still-undoing') return undefined;
  return outcome === 'confirmed' || outcome === 'undone' ? outcome : 'gone';
}

async function endOne(
  io: Io,
  verb: CommitVerb,
  device: Device,
  commit: OpenCommit,
): Promise<Recovered | { readonly kind: 'confirmed' | 'gone' | 'refused' }> {
  const { transaction, state } = commit;
  if (verb !== 'confirm') return recoverOne(device, commit, { clock: io.clock });
  // Its marker was renamed: nobody can confirm it any more.
  if (state === 'undoing') return { kind: 'refused' };
  return { kind: await confirmOpen(device, transaction) };
}
