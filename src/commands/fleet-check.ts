// `rosc check FLEET`: every site of a fleet, and what the sites say of each other; no device.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type FleetDevice, nameInFleet } from '../fleet/fleet.ts';
import type { ExitStatus, Io } from '../io/io.ts';
import { statusOf, usage } from '../io/output.ts';
import { isAnalysed, orderBySeverity, siteReport } from '../pipeline/analyse/analyse-site.ts';
import { fleetSites } from '../pipeline/fleet/fleet-sites.ts';
import { betweenSites } from '../pipeline/fleet/open-fleet.ts';
import { digestOfTexts } from '../pipeline/read/digest-of-texts.ts';
import type { DeviceOutcome } from '../report/run-report.ts';
import { type Report, reportJson } from '../report/site-report.ts';
import type { CheckOptions } from './check.ts';
import { beginFleet, endFleet, type FleetCommandOptions, type FleetRun, inFleet, outcomeHead } from './fleet-frame.ts';
import { printReport } from './print-report.ts';

export type FleetCheckOptions = CheckOptions & FleetCommandOptions & { readonly watch?: boolean };

export async function fleetCheck(io: Io, path: string, options: FleetCheckOptions): Promise<ExitStatus> {
  const { watch, matrix, routeros, down = [] } = options;
  if (watch || matrix || routeros !== undefined || down.length > 0) {
    return usage(io, '--watch, --matrix, --routeros and --down are about one site: name its file');
  }
  const run = await beginFleet(io, path, options);
  if (typeof run === 'number') return run;
  const { output, fleet, scope } = run;
  const sites = await fleetSites(io, fleet, scope, options);
  const found: Diagnostic[] = [...run.diagnostics, ...(await betweenSites(io, fleet, options))];
  const devices: DeviceOutcome[] = [];
  const reports: Report[] = [];
  for (const name of new Set(scope.devices.map(({ site }) => site))) {
    output.progress(`checking ${name} …`);
    const site = await sites.analyse(name);
    const report = siteReport(site);
    const diagnostics = inFleet(name, report.diagnostics);
    found.push(...diagnostics);
    devices.push(...outcomesOf(run, name, site, diagnostics));
    if (output.format !== 'text' || output.verbose) reports.push({ ...withNames(name, report), diagnostics });
  }
  output.progress('');
  const diagnostics = orderBySeverity(found);
  const status = statusOf(diagnostics, options.failOn);
  const whole = merged(reports, diagnostics);
  const end = { verb: 'check', status, devices, diagnostics };
  const digest = digestOfTexts(fleet.texts);
  if (output.format === 'text') {
    if (output.verbose) printReport(io, output, { ...whole, diagnostics: [] });
    endFleet(io, run, end);
    io.stdout(`\ndigest sha256:${digest}\n`);
    return status;
  }
  if (output.format !== 'json') {
    printReport(io, output, whole);
    return status;
  }
  const details = new Map(reportJson(whole).devices.map(({ name, ...rest }) => [name, rest]));
  const detailed = devices.map((each) => ({ ...each, details: details.get(each.name) ?? {} }));
  return endFleet(io, run, { ...end, devices: detailed }, { digest: `sha256:${digest}` });
}

/** Of the devices of one site that were asked about. */
function outcomesOf(
  run: FleetRun,
  name: string,
  site: Parameters<typeof isAnalysed>[0],
  diagnostics: readonly Diagnostic[],
): readonly DeviceOutcome[] {
  const judged = new Set(isAnalysed(site) ? site.devices.map(({ lowered }) => lowered.device) : []);
  return run.scope.devices
    .filter((each) => each.site === name)
    .map((member) => {
      const hasPassed = judged.has(member.device) && !diagnostics.some((each) => isErrorOf(member, each));
      return { ...outcomeHead(run, member), state: hasPassed ? 'passed' : 'findings' };
    });
}

/** An error of the device's, or of its whole site. */
function isErrorOf({ name }: FleetDevice, { severity, device }: Diagnostic): boolean {
  return severity === 'error' && (device === undefined || device === name);
}

function withNames(site: string, report: Report): Report {
  return { ...report, devices: report.devices.map((device) => ({ ...device, name: nameInFleet(site, device.name) })) };
}

function merged(reports: readonly Report[], diagnostics: readonly Diagnostic[]): Report {
  return {
    devices: reports.flatMap(({ devices }) => devices),
    flows: reports.flatMap(({ flows }) => flows),
    accepted: reports.flatMap(({ accepted }) => accepted),
    diagnostics,
  };
}
