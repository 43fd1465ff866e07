// `rosc check SITE`: a verdict for every route, VLAN, rule and flow, and everything that breaks offload; no device.

import { parseVersion } from '../model/version.ts';
import { analyseSite, siteReport } from './analyse-site.ts';
import { type ExitStatus, exit, type Io } from './io.ts';
import { type CommonOptions, outputOf, statusOf } from './output.ts';
import { pickDevices } from './pick-devices.ts';
import { printReport } from './print-report.ts';

export interface CheckOptions extends CommonOptions {
  readonly strict?: boolean;
  readonly routeros?: string;
  readonly down?: readonly string[];
  readonly device?: readonly string[];
}

export async function check(io: Io, path: string, options: CheckOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  if (options.routeros !== undefined && !parseVersion(options.routeros)) {
    io.stderr(`rosc: ${JSON.stringify(options.routeros)} is no RouterOS version; write it as 7.20.8\n`);
    return exit.usage;
  }
  const only = pickDevices(options.device).map(({ name }) => name);
  const site = await analyseSite(io, path, { ...options, only });
  const report = siteReport(site);
  printReport(io, output, report);
  return statusOf(report.diagnostics, options.failOn);
}
