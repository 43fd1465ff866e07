// Commits that are still open on the devices of a site: confirmed, undone, or looked after when rosc was interrupted.

import { confirmOpen, type OpenCommit, openCommits, type Recovered, recoverOne } from '../apply/recover.ts';
import type { Device } from '../device/device.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import type { Io } from '../io/io.ts';
import type { AnalysedSite } from './analyse-site.ts';
import { type DeviceAddress, deviceAddressOf } from './device-address.ts';
import { noteEnd, noteEndOf } from './journal.ts';
import { type DeviceOptions, useDevice } from './open-device.ts';
import type { PlanRequest } from './plan-site.ts';
import { clearLeftBehind } from './state-folder.ts';
import { unfinishedOn } from './unfinished.ts';

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
  return useDevice(io, where, options, async (device, name) => {
    const commits = await openCommits(device);
    const ended = await endOn(io, verb, device, { name, commits });
    const isUndecided = new Set(
      commits.filter(({ state }) => state !== 'leftover').map(({ transaction }) => transaction),
    );
    return [...ended, ...(await forgotten(io, verb, { name, isUndecided }))];
  });
}

interface Asked {
  readonly name: string;
  /** Transactions that were open on the device, or under way back. */
  readonly isUndecided: ReadonlySet<string>;
}

/**
 * Commits of this directory of which the device knows nothing any more. Who confirms or rolls back hears of those that
 * could have changed something.
 */
async function forgotten(io: Io, verb: CommitVerb, { name, isUndecided }: Asked): Promise<readonly EndedCommit[]> {
  const commits = await unfinishedOn(io, new Set([name]));
  const lost = commits.filter(
    ({ transaction, undoAt }) => !isUndecided.has(transaction) && (verb === 'recover' || undoAt !== undefined),
  );
  for (const commit of lost) await noteEndOf(io, commit, 'gone');
  return lost.map(({ transaction }) => ({ device: name, transaction, owner: '', outcome: 'forgotten' }));
}

interface Found {
  readonly name: string;
  readonly commits: readonly OpenCommit[];
}

async function endOn(
  io: Io,
  verb: CommitVerb,
  device: Device,
  { name, commits }: Found,
): Promise<readonly EndedCommit[]> {
  const ended: EndedCommit[] = [];
  for (const commit of commits.filter(({ state }) => verb === 'recover' || state !== 'leftover')) {
    const { transaction, lock } = commit;
    const { kind: outcome, ...more } = await endOne(io, verb, device, commit);
    const noted = endOf(outcome);
    if (noted) await noteEnd(io, transaction, noted);
    ended.push({ device: name, transaction, owner: lock?.owner ?? '', outcome, ...more });
  }
  return ended;
}

/** As it is written down; undefined while it is on the device. */
function endOf(outcome: CommitOutcome): 'confirmed' | 'undone' | 'gone' | undefined {
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
