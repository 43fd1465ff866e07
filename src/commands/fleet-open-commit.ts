// `rosc confirm`, `rollback`, `recover` FLEET: what to do with the commits that are still open on the devices of a fleet.

import { type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import type { CommitVerb } from '../pipeline/change/end-commits.ts';
import { type EndedMember, endFleetCommits } from '../pipeline/fleet/end-fleet-commits.ts';
import { type DeviceOutcome, isBad, reasonOf } from '../report/run-report.ts';
import { beginFleet, counter, endFleet, type FleetDeviceOptions, outcomeHead } from './fleet-frame.ts';
import { isWanted, lineOf, textOf } from './open-commit.ts';

export async function fleetOpenCommit(
  io: Io,
  verb: CommitVerb,
  path: string,
  options: FleetDeviceOptions,
): Promise<ExitStatus> {
  const run = await beginFleet(io, path, options);
  if (typeof run === 'number') return run;
  const { output, scope, shard } = run;
  const diagnostics: Diagnostic[] = [...run.diagnostics];
  const devices: DeviceOutcome[] = [];
  const told = counter(output, scope.devices.length, 'asked');
  let count = 0;
  await endFleetCommits(io, run, verb, options, (each) => {
    const outcome = { ...outcomeHead(run, each.member), ...stateOf(verb, each) };
    devices.push(outcome);
    diagnostics.push(...each.diagnostics);
    count += each.ended?.length ?? 0;
    if (output.format === 'text' && each.ended && each.ended.length > 0) {
      output.progress('');
      for (const ended of each.ended) io.stdout(lineOf(ended));
    }
    told(each.member.name, outcome.state);
  });
  const isWhole = devices.length === scope.devices.length && !devices.some(isBad);
  // Whoever confirms thinks that something waits for it. Of a shard it may be with another runner.
  const isNothing = verb !== 'recover' && count === 0 && !shard;
  if (count === 0 && isWhole) output.remark('No commit is open.');
  const status = isWhole && !isNothing ? exit.fine : exit.findings;
  return endFleet(io, run, { verb, status, devices, diagnostics });
}

function stateOf(
  verb: CommitVerb,
  { ended, diagnostics }: EndedMember,
): Pick<DeviceOutcome, 'state' | 'reason' | 'details'> {
  if (!ended) return { state: 'failed', reason: reasonOf(diagnostics, 'it could not be asked') };
  const failed = diagnostics.find(isError);
  if (ended.length === 0) return failed ? { state: 'failed', reason: failed.what } : { state: 'unchanged' };
  const commits = ended.map((each) => ({ ...each, outcome: textOf(each) }));
  const other = ended.find((each) => !isWanted(verb, each));
  if (!other && failed) return { state: 'failed', reason: failed.what, details: { commits } };
  if (!other) return { state: verb === 'confirm' ? 'confirmed' : 'restored', details: { commits } };
  return { state: 'failed', reason: `commit ${other.transaction} ${textOf(other)}`, details: { commits } };
}
