// `rosc verify SITE`: the post-check alone. It reads; it changes nothing.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type Output, outputOf, printDiagnostics, printJson, statusOf } from '../io/output.ts';
import { analyseSite, isAnalysed } from '../pipeline/analyse/analyse-site.ts';
import { type VerifiedDevice, verifyDevice } from '../pipeline/change/verify-device.ts';
import { readAtOnce } from '../pipeline/plan/plan-site.ts';
import { namesOf, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import { someAtATime } from '../pipeline/read/some-at-a-time.ts';
import { postCheckJson, renderPostCheck } from '../report/post-check.ts';
import { reasonOf } from '../report/run-report.ts';
import type { SiteDeviceOptions } from './plan.ts';

interface Verified extends VerifiedDevice {
  readonly name: string;
}

export async function verify(io: Io, path: string, options: SiteDeviceOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles: options.profiles, judgesFixes: false });
  if (!isAnalysed(site)) {
    print(io, output, [], site.diagnostics);
    return exit.findings;
  }
  const outcomes = await someAtATime(site.devices, readAtOnce, async (device) => {
    const { device: name } = device.lowered;
    output.progress(`reading ${name} …`);
    return { name, ...(await verifyDevice(io, site, device, { ...options, picked })) };
  });
  output.progress('');
  const diagnostics = [...unknownDevices(picked, site.intent), ...outcomes.flatMap((each) => each.diagnostics)];
  print(io, output, outcomes, diagnostics);
  if (outcomes.length === 0 || outcomes.some(({ report }) => !report)) return exit.findings;
  return statusOf(diagnostics, options.failOn);
}

function print(io: Io, output: Output, outcomes: readonly Verified[], diagnostics: readonly Diagnostic[]): void {
  if (output.format === 'json') {
    const devices = outcomes.map((each) => outcomeJson(each));
    printJson(io, { version: 1, devices, diagnostics: diagnostics.map(diagnosticJson) });
    return;
  }
  for (const { name, report } of outcomes) {
    if (report) io.stdout(`${renderPostCheck(name, report, output)}\n`);
  }
  printDiagnostics(io, output, diagnostics);
}

/** A device that could not be judged has not passed. */
function outcomeJson({ name, report, diagnostics }: Verified) {
  if (report) return postCheckJson(name, report);
  return { device: name, passed: false, lines: [], reason: reasonOf(diagnostics) };
}
