// Plans for the devices of a site, each against what the device, or an export of it, has now.

import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import type { Io } from '../io/io.ts';
import type { Plan } from '../plan/plan.ts';
import type { AnalysedDevice, AnalysedSite } from './analyse-site.ts';
import { deviceAddressOf } from './device-address.ts';
import { withMaskedFile } from './mask-diagnostics.ts';
import { type DeviceOptions, useDevice } from './open-device.ts';
import type { PickedDevice } from './pick-devices.ts';
import { type PlannedDevice, type Prior, planDevice } from './plan-device.ts';
import { readLive, readPriorExport } from './read-prior.ts';
import { siteSecrets } from './secrets.ts';

export interface PlanRequest extends DeviceOptions {
  /** The devices that somebody named, with the addresses that they gave; those of others are the site's. */
  readonly picked: readonly PickedDevice[];
  /** An export that stands for the device. */
  readonly against?: string;
  /** Items of others that are in the way are removed. */
  readonly displace?: boolean;
  /** The device may run another minor version than the site says. */
  readonly acceptVersion?: boolean;
}

/** Reads what one device has and plans it. */
export async function planSiteDevice(
  io: Io,
  site: AnalysedSite,
  device: AnalysedDevice,
  request: PlanRequest,
): Promise<Staged<PlannedDevice | undefined>> {
  const prior = await readPrior(io, site, device, request);
  if (!prior.value) return { value: undefined, diagnostics: prior.diagnostics };
  const planned = planDevice(device, prior.value, {
    site: site.intent.site.site,
    profiles: site.profiles,
    secret: await siteSecrets(io, site),
    ...(request.displace && { displace: true }),
    ...(request.acceptVersion && { acceptVersion: true }),
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
  request: PlanRequest,
): Promise<Staged<Prior | undefined>> {
  if (request.against !== undefined) return readPriorExport(io, request.against, device, site.profiles);
  const { device: name, config } = device.lowered;
  const where = deviceAddressOf(site, device, request.picked);
  const read = await useDevice(io, where, request, (connection) => readLive(connection, name, config));
  return { value: read.value?.value, diagnostics: [...read.diagnostics, ...(read.value?.diagnostics ?? [])] };
}

export interface PlannedSite {
  /** One for each device that could be planned. */
  readonly plans: readonly Plan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One device after the other; `onDevice` hears of each before it is read. */
export async function planSite(
  io: Io,
  site: AnalysedSite,
  request: PlanRequest,
  onDevice?: (name: string) => void,
): Promise<PlannedSite> {
  const plans: Plan[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const device of site.devices) {
    onDevice?.(device.lowered.device);
    const planned = await planSiteDevice(io, site, device, request);
    diagnostics.push(...planned.diagnostics);
    if (planned.value) plans.push(planned.value.plan);
  }
  return { plans, diagnostics };
}
