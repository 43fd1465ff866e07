// Commits that are still open on the devices of a site: confirmed, undone, or looked after when rosc was interrupted.

import { confirmOpen, type OpenCommit, openCommits, recover, rollbackOpen } from '../apply/recover.ts';
import type { Device } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Io } from '../io/io.ts';
import type { AnalysedSite } from './analyse-site.ts';
import { deviceAddressOf } from './device-address.ts';
import { journalledCommits, noteEnd } from './journal.ts';
import { useDevice } from './open-device.ts';
import type { PlanRequest } from './plan-site.ts';
import { isEnd } from './unfinished.ts';

export type CommitVerb = 'confirm' | 'rollback' | 'recover';

export type CommitOutcome =
  | 'confirmed'
  /** There was nothing to confirm any more. */
  | 'gone'
  /** The device would not confirm it. */
  | 'refused'
  | 'undone'
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
  const commits = (await journalledCommits(io)).filter(({ device, state }) => device === name && !isEnd(state));
  for (const { transaction } of commits) await noteEnd(io, transaction, 'gone');
  return commits.map(({ transaction }) => ({ device: name, transaction, owner: '', outcome: 'forgotten' }));
}

async function endOn(io: Io, verb: CommitVerb, device: Device, name: string): Promise<readonly EndedCommit[]> {
  const commits = await openCommits(device);
  const describe = ({ transaction, lock }: OpenCommit, outcome: CommitOutcome): EndedCommit => {
    return { device: name, transaction, owner: lock?.owner ?? '', outcome };
  };
  if (verb === 'recover') {
    const outcomes = await recover(device, { clock: io.clock });
    for (const [transaction, outcome] of outcomes) {
      if (outcome !== 'still-undoing') await noteEnd(io, transaction, outcome === 'undone' ? 'undone' : 'gone');
    }
    return commits.map((commit) => describe(commit, outcomes.get(commit.transaction) ?? 'cleared'));
  }
  const ended: EndedCommit[] = [];
  for (const commit of commits.filter(({ state }) => state === 'open')) {
    const outcome = await endOne(io, verb, device, commit.transaction);
    if (outcome === 'confirmed' || outcome === 'undone') await noteEnd(io, commit.transaction, outcome);
    ended.push(describe(commit, outcome));
  }
  return ended;
}

function endOne(io: Io, verb: 'confirm' | 'rollback', device: Device, transaction: string): Promise<CommitOutcome> {
  return verb === 'confirm' ? confirmOpen(device, transaction) : rollbackOpen(device, transaction, { clock: io.clock });
}
