// The plans that apply carries out: made from a site now, or read from a plan file.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Plan } from '../plan/plan.ts';
import { parsePlan } from '../plan/plan-file.ts';
import { analyseSite, isAnalysed } from './analyse-site.ts';
import type { Io } from './io.ts';
import { loadAllProfiles } from './load-profiles.ts';
import { pickDevices, unknownDevices } from './pick-devices.ts';
import { type PlanOptions, planOne } from './plan.ts';
import { readSource } from './read-source.ts';

export interface GatheredPlans {
  readonly plans: readonly Plan[];
  /** Where the site says that a device is, by name. */
  readonly urls: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Every device that was asked for has a plan. */
  readonly isComplete: boolean;
}

export async function gatherPlans(io: Io, path: string, options: PlanOptions): Promise<GatheredPlans> {
  if (!/\.ya?ml$/.test(path)) return readPlanFile(io, path);
  const picked = pickDevices(options.device);
  const { profiles: directory } = options;
  const only = picked.map(({ name }) => name);
  const site = await analyseSite(io, path, { only, ...(directory !== undefined && { profiles: directory }) });
  if (!isAnalysed(site)) return { plans: [], urls: nowhere, diagnostics: site.diagnostics, isComplete: false };
  const diagnostics: Diagnostic[] = [...site.diagnostics, ...unknownDevices(picked, site.intent)];
  const isRefused = ({ severity, code, also = [] }: Diagnostic) =>
    severity === 'error' && ![code, ...also].some((each) => (options.accept ?? []).includes(each));
  // A site with errors is not even compared with a device.
  if (diagnostics.some(isRefused)) return { plans: [], urls: nowhere, diagnostics, isComplete: false };
  const profiles = (await loadAllProfiles(io, directory)).value;
  const plans: Plan[] = [];
  for (const device of site.devices) {
    const planned = await planOne(io, site, device, { picked, profiles, options });
    diagnostics.push(...planned.diagnostics);
    if (planned.value) plans.push(planned.value.plan);
  }
  const urls = site.devices.flatMap(({ lowered: { device, url } }) =>
    url === undefined ? [] : [[device, url] as const],
  );
  return {
    plans,
    urls: new Map(urls),
    diagnostics,
    isComplete: plans.length === site.devices.length && plans.length > 0,
  };
}

async function readPlanFile(io: Io, path: string): Promise<GatheredPlans> {
  const source = await readSource(io, path);
  if (!source.value) return { plans: [], urls: nowhere, diagnostics: source.diagnostics, isComplete: false };
  const parsed = parsePlan(source.value);
  const plans = parsed.value ? [parsed.value] : [];
  return { plans, urls: nowhere, diagnostics: parsed.diagnostics, isComplete: plans.length > 0 };
}

const nowhere: ReadonlyMap<string, string> = new Map();
