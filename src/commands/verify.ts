// `rosc verify SITE`: the post-check alone. It reads; it changes nothing.

import type { PostCheckReport } from '../apply/post-check.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type Output, outputOf, printDiagnostics, printJson, statusOf } from '../io/output.ts';
import { analyseSite, isAnalysed } from '../pipeline/analyse/analyse-site.ts';
import { verifyDevice } from '../pipeline/change/verify-device.ts';
import { readAtOnce } from '../pipeline/plan/plan-site.ts';
import { namesOf, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import { someAtATime } from '../pipeline/read/some-at-a-time.ts';
import { postCheckJson, renderPostCheck } from '../report/post-check.ts';
import type { SiteDeviceOptions } from './plan.ts';

interface Verified {
  readonly device: string;
  readonly report: PostCheckReport;
}

export async function verify(io: Io, path: string, options: SiteDeviceOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles: options.profiles });
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
  const verified = outcomes.flatMap(({ name, report }): Verified[] => (report ? [{ device: name, report }] : []));
  const found = outcomes.flatMap(({ diagnostics }) => diagnostics);
  const diagnostics = [...unknownDevices(picked, site.intent), ...found];
  print(io, output, verified, diagnostics);
  if (verified.length === 0 || verified.length < site.devices.length) return exit.findings;
  return statusOf(diagnostics, options.failOn);
}

function print(io: Io, output: Output, verified: readonly Verified[], diagnostics: readonly Diagnostic[]): void {
  if (output.format === 'json') {
    const devices = verified.map(({ device, report }) => postCheckJson(device, report));
    printJson(io, { version: 1, devices, diagnostics: diagnostics.map(diagnosticJson) });
    return;
  }
  for (const { device, report } of verified) {
    io.stdout(`${renderPostCheck(device, report, output)}\n`);
  }
  printDiagnostics(io, output, diagnostics);
}
