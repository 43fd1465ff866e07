// `rosc plan SITE`: what would change, against the live device or an export, with offload before and after.

import { resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printJson, statusOf, usage } from '../io/output.ts';
import { analyseSite, isAnalysed } from '../pipeline/analyse/analyse-site.ts';
import { type DevicePlanning, type PlanRequest, planSite, readAtOnce } from '../pipeline/plan/plan-site.ts';
import { namesOf, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import type { Plan } from '../plan/plan.ts';
import { printPlan } from '../plan/plan-file.ts';
import { upgradeJson } from '../report/upgrade.ts';
import { printBriefly } from './print-briefly.ts';
import { showPlan, writePlan } from './print-plan.ts';

/** Options of every command that asks the devices of a site. */
export interface SiteDeviceOptions extends CommonOptions, Omit<PlanRequest, 'picked'> {
  readonly device?: readonly string[];
}

export interface PlanOptions extends SiteDeviceOptions {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  /** Devices that are read at the same time. */
  readonly parallel?: number;
}

export async function plan(io: Io, path: string, options: PlanOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  if (isKeptForLater(options)) return usage(io, laterProblem);
  const picked = pickDevices(options.device);
  const { upgrade: routeros } = options;
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles: options.profiles, routeros });
  if (!isAnalysed(site)) {
    print(io, output, [], site.diagnostics);
    return exit.findings;
  }
  if (options.against !== undefined && site.devices.length > 1) {
    return usage(io, 'the site has several devices; say by --device NAME which one the export is from');
  }
  const { parallel = readAtOnce } = options;
  const onDevice = (name: string) => output.progress(`reading ${name} …`);
  const planned = await planSite(io, site, { ...options, picked }, { parallel, onDevice });
  output.progress('');
  const plans = planned.flatMap((each) => each.plan ?? []);
  const found = planned.flatMap((each) => each.diagnostics);
  const diagnostics = [...site.diagnostics, ...unknownDevices(picked, site.intent), ...found];
  print(io, output, planned, diagnostics);
  if (plans.length === 0 || plans.length < site.devices.length) return exit.findings;
  if (options.out !== undefined) await writePlans(io, options.out, plans);
  const appearing = planned.flatMap(({ upgrade }) => upgrade?.appearing ?? []);
  const hasChanges = plans.some(({ changes }) => changes.length > 0);
  return statusOfPlans(hasChanges, [...diagnostics, ...appearing], options);
}

/** A plan for a version that the device does not run yet is nothing to apply. */
export function isKeptForLater({ upgrade, out }: PlanOptions): boolean {
  return upgrade !== undefined && out !== undefined;
}

export const laterProblem = 'a plan for after an upgrade is made when the device runs it: leave out --out';

function print(io: Io, output: Output, planned: readonly DevicePlanning[], diagnostics: readonly Diagnostic[]): void {
  if (output.format === 'json') {
    // As in the plan file: secrets are digests.
    const plans = planned.flatMap(({ plan: own }): unknown[] => (own ? [JSON.parse(printPlan(own))] : []));
    const upgrades = planned.flatMap(({ name, upgrade }) => (upgrade ? [upgradeJson(name, upgrade)] : []));
    const more = upgrades.length > 0 ? { upgrades } : {};
    printJson(io, { version: 1, plans, ...more, diagnostics: diagnostics.map(diagnosticJson) });
    return;
  }
  for (const each of planned) showPlan(io, output, each);
  printBriefly(io, output, diagnostics);
}

/** Errors of the intent do not stop a plan: they show in the exit status. */
export function statusOfPlans(
  hasChanges: boolean,
  diagnostics: readonly Diagnostic[],
  { failOn, detailedExitcode }: PlanOptions,
): ExitStatus {
  const status = statusOf(diagnostics, failOn);
  if (status !== exit.fine) return status;
  return detailedExitcode && hasChanges ? exit.changes : exit.fine;
}

/** One plan is a file of its own; several become one file a device, named after it. */
async function writePlans(io: Io, path: string, plans: readonly Plan[]): Promise<void> {
  const [first] = plans;
  if (plans.length === 1 && first) return io.writeFile(resolve(io.cwd, path), printPlan(first));
  for (const each of plans) await writePlan(io, path, each);
}
