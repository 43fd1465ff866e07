// `rosc confirm`, `rosc rollback`, `rosc recover`: what to do with a commit that is still open on a device.

import { isError } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type Output, outputOf, printAll, printJson } from '../io/output.ts';
import { analyseSite, isAnalysed } from '../pipeline/analyse/analyse-site.ts';
import {
  type CommitOutcome,
  type CommitVerb,
  type EndedCommit,
  type EndedCommits,
  endCommits,
} from '../pipeline/change/end-commits.ts';
import { namesOf, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import type { SiteDeviceOptions } from './plan.ts';

export async function openCommit(
  io: Io,
  verb: CommitVerb,
  path: string,
  options: SiteDeviceOptions,
): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles: options.profiles, judgesFixes: false });
  if (!isAnalysed(site)) {
    print(io, output, { ended: [], diagnostics: site.diagnostics });
    return exit.findings;
  }
  const { ended, diagnostics } = await endCommits(io, site, verb, { ...options, picked });
  const all = [...unknownDevices(picked, site.intent), ...diagnostics];
  print(io, output, { ended, diagnostics: all });
  const isGood = ended.every((each) => isWanted(verb, each)) && !all.some(isError);
  const isNothing = verb !== 'recover' && ended.length === 0;
  return isGood && !isNothing ? exit.fine : exit.findings;
}

const good: ReadonlySet<CommitOutcome> = new Set(['confirmed', 'undone', 'cleared']);

/** Who asks for one end is not told that any other is as good. */
export function isWanted(verb: CommitVerb, { outcome }: EndedCommit): boolean {
  return good.has(outcome) || (outcome === 'forgotten' && verb === 'recover');
}

const texts: Readonly<Record<CommitOutcome, string>> = {
  confirmed: 'is confirmed',
  gone: 'was gone already: confirmed before, or undone',
  refused: 'could not be confirmed; the device undoes it',
  undone: 'was undone: read back, the device is as it was before',
  differs: 'was undone without a failure, but the device is not as it was before: look with `rosc plan`',
  unread: 'was undone without a failure; how the device was before is not known: look with `rosc plan`',
  cleared: 'had ended; what it left was cleared',
  'still-undoing': 'is still being undone; try again in a minute',
  forgotten: 'is no longer on the device: it was undone, unless somebody confirmed it',
};

export function textOf({ outcome, lines }: EndedCommit): string {
  if (lines === undefined) return texts[outcome];
  return `is not undone: the device tries again, and logs what fails:${lines}`;
}

export function lineOf(ended: EndedCommit): string {
  const { device, transaction, owner } = ended;
  return `${device}: commit ${transaction}${owner && ` of ${owner}`} ${textOf(ended)}\n`;
}

function print(io: Io, output: Output, { ended, diagnostics }: EndedCommits): void {
  if (output.format === 'json') {
    const commits = ended.map((each) => ({ ...each, outcome: textOf(each) }));
    printJson(io, { version: 1, commits, diagnostics: diagnostics.map(diagnosticJson) });
    return;
  }
  for (const each of ended) io.stdout(lineOf(each));
  if (ended.length === 0 && diagnostics.length === 0) io.stdout('No commit is open.\n');
  printAll(io, output, diagnostics);
}
