// `rosc confirm`, `rosc rollback`, `rosc recover`: what to do with a commit that is still open on a device.

import { confirmOpen, type OpenCommit, openCommits, recover, rollbackOpen } from '../apply/recover.ts';
import type { Device } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { outputOf, printJson } from '../io/output.ts';
import { analyseSite, isAnalysed } from '../pipeline/analyse-site.ts';
import { deviceAddressOf } from '../pipeline/device-address.ts';
import { journalledCommits, noteEnd } from '../pipeline/journal.ts';
import { accessDevice, withDevice } from '../pipeline/open-device.ts';
import { pickDevices, unknownDevices } from '../pipeline/pick-devices.ts';
import { isEnd } from '../pipeline/unfinished.ts';
import type { PlanOptions } from './plan.ts';

export type OpenCommitVerb = 'confirm' | 'rollback' | 'recover';

interface Ended {
  readonly device: string;
  readonly transaction: string;
  readonly owner: string;
  readonly outcome: string;
  readonly isGood: boolean;
}

export async function openCommit(
  io: Io,
  verb: OpenCommitVerb,
  path: string,
  options: PlanOptions,
): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const { profiles } = options;
  const only = picked.map(({ name }) => name);
  const site = await analyseSite(io, path, { only, ...(profiles !== undefined && { profiles }) });
  const diagnostics: Diagnostic[] = isAnalysed(site) ? [...unknownDevices(picked, site.intent)] : [...site.diagnostics];
  const ended: Ended[] = [];
  for (const each of isAnalysed(site) ? site.devices : []) {
    const name = each.lowered.device;
    const where = isAnalysed(site) ? deviceAddressOf(site, each, picked) : { name };
    const access = await accessDevice(io, where, options);
    diagnostics.push(...access.diagnostics);
    if (!access.value) continue;
    const read = await withDevice(access.value, name, (device) => end(io, verb, device, name));
    diagnostics.push(...read.diagnostics);
    ended.push(...(read.value ?? []));
    if (verb === 'recover' && read.value) ended.push(...(await forgotten(io, name)));
    await access.value.close();
  }
  if (output.format === 'json') {
    const commits = ended.map(({ device, transaction, owner, outcome }) => ({ device, transaction, owner, outcome }));
    printJson(io, { version: 1, commits, diagnostics: diagnostics.map(diagnosticJson) });
  } else {
    for (const { device, transaction, owner, outcome } of ended) {
      io.stdout(`${device}: commit ${transaction}${owner && ` of ${owner}`} ${outcome}\n`);
    }
    if (ended.length === 0 && diagnostics.length === 0) io.stdout('No commit is open.\n');
    io.stderr(renderDiagnostics(diagnostics, { palette: output.remarkPalette, width: output.width }));
  }
  const isGood = ended.every((each) => each.isGood) && diagnostics.every(({ severity }) => severity !== 'error');
  const isNothing = verb !== 'recover' && ended.length === 0;
  return isGood && !isNothing ? exit.fine : exit.findings;
}

/** Commits of this directory of which the device knows nothing any more. */
async function forgotten(io: Io, name: string): Promise<readonly Ended[]> {
  const commits = (await journalledCommits(io)).filter(({ device, state }) => device === name && !isEnd(state));
  for (const { transaction } of commits) await noteEnd(io, transaction, 'gone');
  const outcome = 'is no longer on the device: it was undone, unless somebody confirmed it';
  return commits.map(({ transaction }) => ({ device: name, transaction, owner: '', outcome, isGood: true }));
}

async function end(io: Io, verb: OpenCommitVerb, device: Device, name: string): Promise<readonly Ended[]> {
  const commits = await openCommits(device);
  const describe = (commit: OpenCommit, outcome: string, isGood = true): Ended => ({
    device: name,
    transaction: commit.transaction,
    owner: commit.lock?.owner ?? '',
    outcome,
    isGood,
  });
  if (verb === 'recover') {
    const outcomes = await recover(device, { clock: io.clock });
    for (const [transaction, outcome] of outcomes) {
      if (outcome !== 'still-undoing') await noteEnd(io, transaction, outcome === 'undone' ? 'undone' : 'gone');
    }
    return commits.map((commit) => {
      const outcome = outcomes.get(commit.transaction) ?? 'cleared';
      return describe(commit, recovered[outcome], outcome !== 'still-undoing');
    });
  }
  const ended: Ended[] = [];
  for (const commit of commits.filter(({ state }) => state === 'open')) {
    if (verb === 'confirm') {
      const outcome = await confirmOpen(device, commit.transaction);
      if (outcome === 'confirmed') await noteEnd(io, commit.transaction, outcome);
      ended.push(describe(commit, confirmed[outcome], outcome === 'confirmed'));
    } else {
      const outcome = await rollbackOpen(device, commit.transaction, { clock: io.clock });
      if (outcome === 'undone') await noteEnd(io, commit.transaction, outcome);
      ended.push(describe(commit, recovered[outcome], outcome !== 'still-undoing'));
    }
  }
  return ended;
}

const recovered = {
  undone: 'was undone',
  cleared: 'had ended; what it left was cleared',
  'still-undoing': 'is still being undone; try again in a minute',
} as const;

const confirmed = {
  confirmed: 'is confirmed',
  gone: 'was gone already: confirmed before, or undone',
  refused: 'could not be confirmed; the device undoes it',
} as const;
