// `rosc plan SITE`: what would change, against the live device or an export, with offload before and after.

import { resolve } from 'node:path';
import { otherCommit } from '../apply/preflight.ts';
import type { Device } from '../device/device.ts';
import { readStable } from '../device/read.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { hasAtLeast } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printJson, statusOf } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { type Config, menusOf } from '../model/config.ts';
import { type AnalysedDevice, type AnalysedSite, analyseSite, isAnalysed } from '../pipeline/analyse-site.ts';
import { deviceAddressOf } from '../pipeline/device-address.ts';
import { loadAllProfiles } from '../pipeline/load-profiles.ts';
import { withMaskedFile } from '../pipeline/mask-diagnostics.ts';
import { accessDevice, type DeviceOptions, withDevice } from '../pipeline/open-device.ts';
import { type PickedDevice, pickDevices, unknownDevices } from '../pipeline/pick-devices.ts';
import { type PlannedDevice, type Prior, planDevice } from '../pipeline/plan-device.ts';
import { readExport } from '../pipeline/read-export.ts';
import { readMenus } from '../pipeline/read-menus.ts';
import { siteSecrets } from '../pipeline/secrets.ts';
import type { Plan } from '../plan/plan.ts';
import { printPlan } from '../plan/plan-file.ts';
import { renderPlan } from '../plan/render.ts';
import type { Profiles } from '../profile/profiles.ts';

export interface PlanOptions extends CommonOptions, Omit<DeviceOptions, 'profiles'> {
  readonly against?: string;
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  readonly displace?: boolean;
  readonly acceptVersion?: boolean;
  readonly accept?: readonly string[];
  readonly device?: readonly string[];
}

export async function plan(io: Io, path: string, options: PlanOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const site = await analyseSite(io, path, { only: picked.map(({ name }) => name), ...profilesOf(options) });
  const diagnostics: Diagnostic[] = [...site.diagnostics];
  const plans: Plan[] = [];
  if (isAnalysed(site)) {
    diagnostics.push(...unknownDevices(picked, site.intent));
    if (options.against !== undefined && site.devices.length > 1) {
      io.stderr('rosc: the site has several devices; say by --device NAME which one the export is from\n');
      return exit.usage;
    }
    const profiles = (await loadAllProfiles(io, options.profiles)).value;
    for (const device of site.devices) {
      output.progress(`reading ${device.lowered.device} …`);
      const planned = await planOne(io, site, device, { picked, profiles, options });
      diagnostics.push(...planned.diagnostics);
      if (planned.value) plans.push(planned.value.plan);
    }
    output.progress('');
  }
  if (output.format === 'json') {
    printJson(io, { version: 1, plans: plans.map(planJson), diagnostics: diagnostics.map(diagnosticJson) });
  } else {
    for (const each of plans) io.stdout(`${renderPlan(each, { palette: output.palette, width: output.width })}\n`);
    const shown = output.verbose ? diagnostics : diagnostics.filter(({ severity }) => severity !== 'note');
    io.stderr(renderDiagnostics(shown, { palette: output.remarkPalette, width: output.width }));
  }
  if (!isAnalysed(site) || plans.length === 0 || plans.length < site.devices.length) return exit.findings;
  if (options.out !== undefined) await writePlans(io, options.out, plans);
  const hasChanges = plans.some(({ changes }) => changes.length > 0);
  // Errors of the intent do not stop a plan, unless somebody asked to fail at them.
  if (options.failOn !== undefined && hasAtLeast(diagnostics, options.failOn))
    return statusOf(diagnostics, options.failOn);
  return options.detailedExitcode && hasChanges ? exit.changes : exit.fine;
}

export interface PlanContext {
  readonly picked: readonly PickedDevice[];
  readonly profiles: Profiles;
  readonly options: PlanOptions;
}

/** Reads the prior configuration and plans one device. */
export async function planOne(
  io: Io,
  site: AnalysedSite,
  device: AnalysedDevice,
  { picked, profiles, options }: PlanContext,
): Promise<Staged<PlannedDevice | undefined>> {
  const prior = await readPrior(io, site, device, { picked, profiles, options });
  if (!prior.value) return { value: undefined, diagnostics: prior.diagnostics };
  const planned = planDevice(device, prior.value, {
    site: site.intent.site.site,
    profiles,
    secret: await siteSecrets(io, site),
    ...(options.displace && { displace: true }),
    ...(options.acceptVersion && { acceptVersion: true }),
  });
  const found = [...planned.diagnostics, ...(planned.value?.judged ?? [])];
  const { source } = prior.value;
  const shown = source ? withMaskedFile(found, source) : found;
  return { value: planned.value, diagnostics: [...prior.diagnostics, ...shown] };
}

async function readPrior(
  io: Io,
  site: AnalysedSite,
  device: AnalysedDevice,
  { picked, profiles, options }: PlanContext,
): Promise<Staged<Prior | undefined>> {
  const { device: name } = device.lowered;
  if (options.against !== undefined) return readPriorExport(io, options.against, device, profiles);
  const access = await accessDevice(io, deviceAddressOf(site, device, picked), options);
  if (!access.value) return { value: undefined, diagnostics: access.diagnostics };
  try {
    const read = await withDevice(access.value, name, (connection) =>
      readLive(connection, name, device.lowered.config),
    );
    return { value: read.value?.value, diagnostics: [...read.diagnostics, ...(read.value?.diagnostics ?? [])] };
  } finally {
    await access.value.close();
  }
}

/** What the site says of the device's place in its own network, and everything that is configured there. */
export async function readLive(connection: Device, name: string, desired: Config = nothing): Promise<Staged<Prior>> {
  const identity = await connection.identity();
  const { value, diagnostics } = await readStable(connection, readMenus(menusOf(desired)), name);
  const open = await otherCommit(connection, name);
  const { peerAddress } = connection;
  return {
    value: { identity, config: value.config, ...(peerAddress !== undefined && { managementAddress: peerAddress }) },
    diagnostics: [...open, ...diagnostics],
  };
}

const nothing: Config = { items: [] };

async function readPriorExport(
  io: Io,
  path: string,
  { lowered }: AnalysedDevice,
  profiles: Profiles,
): Promise<Staged<Prior | undefined>> {
  const source = await readSource(io, path);
  if (!source.value) return { value: undefined, diagnostics: source.diagnostics };
  const reading = readExport(source.value, { profiles, target: lowered.target, keepSecrets: true });
  const diagnostics = withMaskedFile(reading.diagnostics, source.value);
  if (!reading.value) return { value: undefined, diagnostics };
  const { header, config, serial } = reading.value;
  const identity = {
    name: lowered.device,
    model: header.model?.text ?? lowered.target.model,
    serial,
    routeros: header.routeros?.text ?? lowered.target.routeros.text,
  };
  return { value: { identity, config, source: source.value }, diagnostics };
}

/** One plan is a file of its own; several become one file a device, named after it. */
async function writePlans(io: Io, path: string, plans: readonly Plan[]): Promise<void> {
  const [first] = plans;
  if (plans.length === 1 && first) return io.writeFile(resolve(io.cwd, path), printPlan(first));
  for (const each of plans) {
    const own = path.replace(/(\.json)?$/, `-${each.device.name}.json`);
    await io.writeFile(resolve(io.cwd, own), printPlan(each));
  }
}

/** As in the plan file: secrets are digests. */
function planJson(each: Plan): unknown {
  return JSON.parse(printPlan(each));
}

function profilesOf({ profiles }: PlanOptions) {
  return profiles === undefined ? {} : { profiles };
}
