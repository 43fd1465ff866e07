// `rosc check SITE`: a verdict for every route, VLAN, rule and flow, and everything that breaks offload; no device.

import { offloadMatrix } from '../forwarding/matrix.ts';
import type { ExitStatus, Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printJson, statusOf, usage } from '../io/output.ts';
import { type AnalysedSite, analyseSite, isAnalysed, siteReport } from '../pipeline/analyse/analyse-site.ts';
import { hypothesise } from '../pipeline/analyse/hypothesise.ts';
import { namesOf, pickDevices } from '../pipeline/read/pick-devices.ts';
import { type DeviceMatrix, matrixJson, renderMatrix } from '../report/matrix.ts';
import { type Report, reportJson } from '../report/site-report.ts';
import { renderWhatIf, type WhatIf } from '../report/what-if.ts';
import { printReport } from './print-report.ts';

export interface CheckOptions extends CommonOptions {
  readonly strict?: boolean;
  /** Who talks to whom by which path, too. */
  readonly matrix?: boolean;
  readonly routeros?: string;
  readonly down?: readonly string[];
  readonly device?: readonly string[];
}

export async function check(io: Io, path: string, options: CheckOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const { strict, profiles, routeros, down = [] } = options;
  const picked = pickDevices(options.device);
  const given = { only: namesOf(picked), strict, profiles };
  const site = await analyseSite(io, path, { ...given, down, routeros });
  const unknown = isAnalysed(site) ? unknownPorts(site, down) : undefined;
  if (unknown !== undefined) {
    return usage(io, `${unknown} is neither a device of the site nor a port of a picked one`);
  }
  const report = siteReport(site, picked);
  const matrices = options.matrix && isAnalysed(site) ? matricesOf(site) : undefined;
  const isHypothetical = routeros !== undefined || down.length > 0;
  const whatIf =
    isHypothetical && isAnalysed(site)
      ? hypothesise({ down, routeros }, await analyseSite(io, path, given), site)
      : undefined;
  print(io, output, { report, matrices, whatIf });
  return statusOf(report.diagnostics, options.failOn);
}

interface Checked {
  readonly report: Report;
  readonly matrices: readonly DeviceMatrix[] | undefined;
  readonly whatIf: WhatIf | undefined;
}

function print(io: Io, output: Output, { report, matrices, whatIf }: Checked): void {
  if (output.format === 'json') {
    const matrix = matrices?.map(matrixJson);
    printJson(io, { ...reportJson(report), ...(whatIf && { whatIf }), ...(matrix && { matrix }) });
    return;
  }
  printReport(io, output, report);
  if (output.format !== 'text') return;
  for (const each of matrices ?? []) io.stdout(`\n${renderMatrix(each, output)}`);
  if (whatIf) io.stdout(`\n${renderWhatIf(whatIf, output.palette)}`);
}

function matricesOf({ devices }: AnalysedSite): readonly DeviceMatrix[] {
  return devices.map(({ lowered, network }) => ({ device: lowered.device, matrix: offloadMatrix(network) }));
}

function unknownPorts({ devices, intent }: AnalysedSite, down: readonly string[]): string | undefined {
  return down.find((text) => {
    if (intent.devices.has(text)) return false;
    const [, name, port = ''] = /^(?:([^:]+):)?(.+)$/.exec(text) ?? [];
    const asked = devices.filter(({ lowered }) => name === undefined || lowered.device === name);
    return !asked.some(({ lowered }) => lowered.target.ports.has(port));
  });
}
