// `rosc capture FLEET -o FOLDER`: what each device of a fleet prints, anonymised, one file a device.

import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { usage } from '../io/output.ts';
import { writeNew } from '../io/write-new.ts';
import { eachDevice, withName } from '../pipeline/fleet/plan-fleet.ts';
import { type DeviceOutcome, reasonOf } from '../report/run-report.ts';
import { type CaptureOptions, captureDevice, captureText } from './capture.ts';
import { beginFleet, counter, endFleet, type FleetCommandOptions, outcomeHead } from './fleet-frame.ts';

export async function fleetCapture(
  io: Io,
  path: string,
  options: CaptureOptions & FleetCommandOptions,
): Promise<ExitStatus> {
  const { out, force } = options;
  if (out === undefined) return usage(io, 'a fleet is captured into a folder: give -o FOLDER');
  const run = await beginFleet(io, path, options);
  if (typeof run === 'number') return run;
  const { output, scope } = run;
  const diagnostics: Diagnostic[] = [...run.diagnostics];
  const devices: DeviceOutcome[] = [];
  const told = counter(output, scope.devices.length, 'captured');
  await eachDevice(
    io,
    run,
    options,
    async (member, { where }) => {
      const captured = await captureDevice(io, where, options);
      const file = join(out, `${member.name.replace('/', '-')}.json`);
      const text = captured.value && captureText(captured.value);
      const problem = text === undefined ? undefined : await writeNew(io, file, text, { force: force === true });
      const isDone = text !== undefined && !problem;
      return { member, isDone, found: [...captured.diagnostics, ...(problem ? [problem] : [])] };
    },
    (member, found) => ({ member, isDone: false, found: found.map((each) => withName(each, member)) }),
    ({ member, isDone, found }) => {
      const known = outcomeHead(run, member);
      const state = isDone ? 'captured' : 'failed';
      devices.push({ ...known, state, ...(!isDone && { reason: reasonOf(found, 'it could not be read') }) });
      diagnostics.push(...found);
      told(member.name, state);
    },
  );
  const status = devices.every(({ state }) => state === 'captured') ? exit.fine : exit.findings;
  return endFleet(io, run, { verb: 'capture', status, devices, diagnostics });
}
