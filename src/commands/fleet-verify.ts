// `rosc verify FLEET`: the post-check alone, of each device of a fleet. It reads; it changes nothing.

import { type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { statusOf } from '../io/output.ts';
import { eachDevice } from '../pipeline/fleet/plan-fleet.ts';
import { type VerifiedMember, verifyMember } from '../pipeline/fleet/verify-fleet.ts';
import { postCheckJson, renderPostCheck } from '../report/post-check.ts';
import { type DeviceOutcome, reasonOf } from '../report/run-report.ts';
import { beginFleet, counter, endFleet, type FleetDeviceOptions, outcomeHead } from './fleet-frame.ts';

export async function fleetVerify(io: Io, path: string, options: FleetDeviceOptions): Promise<ExitStatus> {
  const run = await beginFleet(io, path, options);
  if (typeof run === 'number') return run;
  const { output, scope } = run;
  const diagnostics: Diagnostic[] = [...run.diagnostics];
  const devices: DeviceOutcome[] = [];
  const told = counter(output, scope.devices.length, 'verified');
  await eachDevice<VerifiedMember>(
    io,
    run,
    options,
    (member, ready) => verifyMember(io, member, ready, options),
    (member, found) => ({ member, diagnostics: found }),
    ({ member, report, diagnostics: found }) => {
      const { name } = member;
      const errors = found.filter(isError);
      const state = !report ? 'failed' : report.passed && errors.length === 0 ? 'passed' : 'findings';
      const reason = state === 'passed' ? {} : { reason: reasonOf(found, 'the post-check failed') };
      devices.push({
        ...outcomeHead(run, member),
        state,
        ...reason,
        ...(report && { details: { postCheck: postCheckJson(name, report) } }),
      });
      diagnostics.push(...found);
      told(name, state);
      if (report && output.format !== 'json' && (state !== 'passed' || output.verbose)) {
        output.progress('');
        io.stdout(`${renderPostCheck(name, report, { palette: output.palette })}\n`);
      }
    },
  );
  const hasAll = devices.every(({ state }) => state !== 'failed') && devices.length === scope.devices.length;
  const status = hasAll ? statusOf(diagnostics, options.failOn) : exit.findings;
  return endFleet(io, run, { verb: 'verify', status, devices, diagnostics });
}
