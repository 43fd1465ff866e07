// What every command does with a fleet file before and after its own work: open it, and print what became of the
// devices.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { type FleetDevice, nameInFleet } from '../fleet/fleet.ts';
import { parseSelection } from '../fleet/selector.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printDiagnostics, printJson, usage } from '../io/output.ts';
import type { AnalysedSite } from '../pipeline/analyse/analyse-site.ts';
import type { ScopeOptions } from '../pipeline/fleet/fleet-scope.ts';
import { type OpenFleet, openFleet } from '../pipeline/fleet/open-fleet.ts';
import {
  type DeviceOutcome,
  type RunReport,
  renderFailures,
  renderSummary,
  runReportJson,
} from '../report/run-report.ts';
import type { SiteDeviceOptions } from './plan.ts';

export interface FleetCommandOptions extends CommonOptions, ScopeOptions {
  readonly parallel?: number;
  readonly state?: string;
}

/** Of a command that asks the devices of a site, or of a fleet. */
export type FleetDeviceOptions = SiteDeviceOptions & FleetCommandOptions;

export interface FleetRun extends OpenFleet {
  readonly output: Output;
  readonly shard: ScopeOptions['shard'];
  readonly diagnostics: readonly Diagnostic[];
}

/** The status with which the command ends where the file cannot be worked with. */
export async function beginFleet(io: Io, path: string, options: FleetCommandOptions): Promise<FleetRun | ExitStatus> {
  const output = outputOf(io, options);
  if (!parseSelection(options.select ?? []))
    return usage(io, '--select takes LABEL=VALUE, such as --select kind=branch');
  const { value, diagnostics } = await openFleet(io, path, options);
  if (value) return { ...value, output, shard: options.shard, diagnostics };
  if (output.format === 'json')
    printJson(io, { version: 1, devices: [], diagnostics: diagnostics.map(diagnosticJson) });
  else printDiagnostics(io, output, diagnostics);
  return exit.findings;
}

export interface FleetEnd extends Pick<RunReport, 'verb' | 'devices' | 'rollout'>, Partial<Pick<RunReport, 'waves'>> {
  readonly status: ExitStatus;
  readonly diagnostics: readonly Diagnostic[];
}

/** The table by wave, then what failed; or all of it as JSON, with what the command adds. */
export function endFleet(
  io: Io,
  { output, fleet, scope, shard }: FleetRun,
  end: FleetEnd,
  more: Readonly<Record<string, unknown>> = {},
): ExitStatus {
  const { verb, status, devices, diagnostics, rollout } = end;
  const places = new Map(fleet.settings.waves?.map(({ name }, index) => [name, index + 1]));
  const own = end.waves ?? (fleet.settings.waves ? scope.waves.map(({ name }) => ({ name })) : []);
  const waves = own.map((wave) => {
    const place = places.get(wave.name);
    return place === undefined ? wave : { ...wave, place };
  });
  const report: RunReport = {
    verb,
    fleet: fleet.settings.fleet,
    ...(rollout !== undefined && { rollout }),
    ...(shard && { shard: `${shard.index}/${shard.count}` }),
    status,
    waves,
    devices,
    diagnostics: diagnostics.map(diagnosticJson),
  };
  if (output.format === 'json') {
    printJson(io, { ...runReportJson(report), ...more });
    return status;
  }
  printDiagnostics(io, output, diagnostics);
  io.stdout(`\n${renderSummary(report, output.palette)}`);
  const failures = renderFailures(devices, output.palette);
  if (failures !== '') io.stdout(`\n${failures}`);
  return status;
}

/** What every outcome of a device begins with. */
export function outcomeHead({ scope }: FleetRun, { name, site }: FleetDevice): Omit<DeviceOutcome, 'state'> {
  const wave = scope.waveOf.get(name);
  return { name, site, ...(wave !== undefined && { wave }) };
}

/** What is said of a site itself, once, however many of its devices come by. */
export function diagnosticsOnce(): { of(site: AnalysedSite): readonly Diagnostic[] } {
  const told = new Set<string>();
  return {
    of(site) {
      if (told.has(site.intent.site.site)) return [];
      told.add(site.intent.site.site);
      return inFleet(site.intent.site.site, site.diagnostics);
    },
  };
}

/** Devices of a site by their names in the fleet. */
export function inFleet(site: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) => {
    return each.device === undefined ? each : { ...each, device: nameInFleet(site, each.device) };
  });
}

/** A progress line that counts. */
export function counter(output: Output, count: number, verb: string): (name: string, what: string) => void {
  let done = 0;
  return (name, what) => {
    done += 1;
    output.progress(done === count ? '' : `${verb} ${done} of ${count}: ${name} ${what}`);
  };
}
