// The plans that apply carries out: made from a site now, or read from a plan file.

import { resolve } from 'node:path';
import { codesOf, type Diagnostic, isError } from '../../diagnostics/diagnostic.ts';
import type { Io } from '../../io/io.ts';
import { readSource } from '../../io/read-source.ts';
import { resolveDeferred } from '../../model/resolve-deferred.ts';
import type { Plan } from '../../plan/plan.ts';
import { parsePlan, restoreSecrets } from '../../plan/plan-file.ts';
import type { SourceFile } from '../../source/location.ts';
import { analyseSite, isAnalysed } from '../analyse/analyse-site.ts';
import { type DeviceAddress, deviceAddressOf } from '../device/device-address.ts';
import { siteSecrets } from '../device/secrets.ts';
import { safeOrder } from '../read/device-order.ts';
import { namesOf, unknownDevices } from '../read/pick-devices.ts';
import { inShard, type Shard } from '../read/shard.ts';
import { type DevicePlanning, type PlanRequest, planSite } from './plan-site.ts';

export interface GatherRequest extends PlanRequest {
  /** Codes of errors that do not stop it. */
  readonly accept?: readonly string[];
  /** The site that a plan file was made from: it supplies the secrets, and says where the device is. */
  readonly site?: string;
  readonly shard?: Shard;
  /** False: the device keeps no backup. */
  readonly backup?: boolean;
  /** A device that cannot be read or planned does not stop the others. */
  readonly continue?: boolean;
  /** What the device does when its undo has failed for its whole time; absent = it goes on trying. */
  readonly lastResort?: 'backup';
}

export interface GatheredPlans {
  /** In the order in which the devices are best changed. */
  readonly plans: readonly Plan[];
  /** Where each device is, by name. */
  readonly deviceAddress: ReadonlyMap<string, DeviceAddress>;
  readonly diagnostics: readonly Diagnostic[];
  /** Devices that the others do not wait for, with what is in their way; it is not among the diagnostics. */
  readonly skipped: readonly DevicePlanning[];
  /** Every device that was asked for has a plan, or is skipped. */
  readonly isComplete: boolean;
  /** They come from a plan file, which `plan` showed when it wrote it. */
  readonly isFile?: boolean;
}

export async function gatherPlans(io: Io, path: string, options: GatherRequest): Promise<GatheredPlans> {
  if (!/\.ya?ml$/.test(path)) return readPlanFile(io, path, options);
  const { picked, profiles } = options;
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles });
  if (!isAnalysed(site)) return nothingPlanned(site.diagnostics);
  const diagnostics: Diagnostic[] = [...site.diagnostics, ...unknownDevices(picked, site.intent)];
  const isInTheWay = (each: Diagnostic) => isRefused(each, options);
  // A site with errors is not even compared with a device.
  if (diagnostics.some(isInTheWay)) return nothingPlanned(diagnostics);
  const { shard } = options;
  const part = shard && inShard([...site.intent.devices.keys()], shard);
  const own = site.devices.filter(({ lowered }) => !part || part.has(lowered.device));
  const planned = await planSite(io, site, options, { devices: own });
  const isSkipped = ({ plan, diagnostics: found }: DevicePlanning) => !plan || found.some(isInTheWay);
  const skipped = options.continue ? planned.filter(isSkipped) : [];
  const others = planned.filter((each) => !skipped.includes(each));
  const plans = new Map(others.flatMap(({ name, plan }) => (plan ? [[name, plan] as const] : [])));
  return {
    plans: safeOrder(own.map(({ lowered }) => lowered)).flatMap((name) => plans.get(name) ?? []),
    deviceAddress: new Map(own.map((device) => [device.lowered.device, deviceAddressOf(site, device, picked)])),
    diagnostics: [...diagnostics, ...others.flatMap((each) => each.diagnostics)],
    skipped,
    isComplete: plans.size === others.length && (planned.length > 0 || shard !== undefined),
  };
}

/** An error that nobody accepted. */
export function isRefused(diagnostic: Diagnostic, { accept = [] }: Pick<GatherRequest, 'accept'>): boolean {
  return diagnostic.severity === 'error' && !codesOf(diagnostic).some((code) => accept.includes(code));
}

async function readPlanFile(io: Io, path: string, options: GatherRequest): Promise<GatheredPlans> {
  const source = await readSource(io, path);
  if (!source.value) return nothingPlanned(source.diagnostics);
  const parsed = parsePlan(source.value);
  if (!parsed.value) return nothingPlanned(parsed.diagnostics);
  const restored = await withSecrets(io, parsed.value, source.value, options);
  const diagnostics = [...parsed.diagnostics, ...restored.diagnostics];
  return {
    ...restored,
    diagnostics,
    skipped: [],
    isFile: true,
    isComplete: !diagnostics.some(isError),
  };
}

type Restored = Omit<GatheredPlans, 'isComplete' | 'isFile' | 'skipped'>;

/** A plan file holds digests of secrets only: their values come from the site, here and now. */
async function withSecrets(io: Io, plan: Plan, file: SourceFile, options: GatherRequest): Promise<Restored> {
  const { name } = plan.device;
  const { picked, profiles } = options;
  const given = picked.find((each) => each.name === name)?.url;
  const here: DeviceAddress = { name, ...(given !== undefined && { url: given }) };
  if (options.site === undefined) {
    const { value, diagnostics } = restoreSecrets(plan, { items: [] }, file);
    return { plans: [value], deviceAddress: new Map([[name, here]]), diagnostics };
  }
  // A device of a fleet is `SITE/DEVICE`, and its site may leave the version to the fleet.
  const [own = name] = name.split('/').slice(-1);
  const reading = { only: [own], profiles, judgesFixes: false, defaultRouteros: plan.device.routeros };
  const site = await analyseSite(io, resolve(io.cwd, options.site), reading);
  const isIts = isAnalysed(site) && [own, `${site.intent.site.site}/${own}`].includes(name);
  const device = isIts ? site.devices.find(({ lowered }) => lowered.device === own) : undefined;
  if (!isAnalysed(site) || !device) {
    const unknown = isAnalysed(site) ? unknownDevices([{ name }], site.intent) : site.diagnostics;
    return { plans: [], deviceAddress: new Map(), diagnostics: unknown };
  }
  const secret = await siteSecrets(io, site);
  const { config } = resolveDeferred(device.lowered.config, { observed: { items: [] }, secret });
  const { value, diagnostics } = restoreSecrets(plan, config, file);
  return {
    plans: [value],
    deviceAddress: new Map([[name, { ...deviceAddressOf(site, device, picked), ...here }]]),
    diagnostics,
  };
}

export function nothingPlanned(diagnostics: readonly Diagnostic[]): GatheredPlans {
  return { plans: [], deviceAddress: new Map(), diagnostics, skipped: [], isComplete: false };
}
