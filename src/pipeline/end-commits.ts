// Commits that are still open on the devices of a site: confirmed, undone, or looked after when rosc was interrupted.

import { confirmOpen, type OpenCommit, openCommits, type Recovered, recover, rollbackOpen } from '../apply/recover.ts';
import type { Device } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Io } from '../io/io.ts';
import type { AnalysedSite } from './analyse-site.ts';
import { deviceAddressOf } from './device-address.ts';
import { noteEnd, noteEndOf } from './journal.ts';
import { useDevice } from './open-device.ts';
import type { PlanRequest } from './plan-site.ts';
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
  const ended: EndedCommit[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const each of site.devices) {
    const { device: name } = each.lowered;
    const where = deviceAddressOf(site, each, request.picked);
    const read = await useDevice(io, where, request, (device) => endOn(io, verb, device, name));
    diagnostics.push(...read.diagnostics);
    ended.push(...(read.value ?? []));
    if (verb === 'recover' && read.value) ended.push(...(await forgotten(io, name)));
  }
  return { ended, diagnostics };
}

/** Commits of this directory of which the device knows nothing any more. */
async function forgotten(io: Io, name: string): Promise<readonly EndedCommit[]> {
  const commits = await unfinishedOn(io, new Set([name]));
  for (const commit of commits) await noteEndOf(io, commit, 'gone');
  return commits.map(({ transaction }) => ({ device: name, transaction, owner: '', outcome: 'forgotten' }));
}

async function endOn(io: Io, verb: CommitVerb, device: Device, name: string): Promise<readonly EndedCommit[]> {
  const commits = await openCommits(device);
  const describe = ({ transaction, lock }: OpenCommit, { kind, lines }: Ending): EndedCommit => {
    const known = { device: name, transaction, owner: lock?.owner ?? '', outcome: kind };
    return lines === undefined ? known : { ...known, lines };
  };
  if (verb === 'recover') {
    const outcomes = await recover(device, { clock: io.clock });
    for (const [transaction, outcome] of outcomes) {
      if (outcome.kind !== 'still-undoing') {
        await noteEnd(io, transaction, outcome.kind === 'undone' ? 'undone' : 'gone');
      }
    }
    return commits.map((commit) => describe(commit, outcomes.get(commit.transaction) ?? { kind: 'cleared' }));
  }
  const ended: EndedCommit[] = [];
  for (const commit of commits.filter(({ state }) => state === 'open')) {
    const outcome = await endOne(io, verb, device, commit.transaction);
    const { kind } = outcome;
    if (kind === 'confirmed' || kind === 'undone') await noteEnd(io, commit.transaction, kind);
    ended.push(describe(commit, outcome));
  }
  return ended;
}

interface Ending {
  readonly kind: CommitOutcome;
  readonly lines?: string;
}

async function endOne(
  io: Io,
  verb: 'confirm' | 'rollback',
  device: Device,
  transaction: string,
): Promise<Ending | Recovered> {
  if (verb === 'rollback') return rollbackOpen(device, transaction, { clock: io.clock });
  return { kind: await confirmOpen(device, transaction) };
}
