// Plans for the devices of a site, each against what the device, or an export of it, has now.

import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import type { Io } from '../../io/io.ts';
import type { Plan } from '../../plan/plan.ts';
import type { UpgradeEffect } from '../../report/upgrade.ts';
import type { AnalysedDevice, AnalysedSite } from '../analyse/analyse-site.ts';
import { type DeviceAddress, deviceAddressOf } from '../device/device-address.ts';
import { type DeviceOptions, useDevice } from '../device/open-device.ts';
import { siteSecrets } from '../device/secrets.ts';
import { withMaskedFile } from '../read/mask-diagnostics.ts';
import type { PickedDevice } from '../read/pick-devices.ts';
import { someAtATime } from '../read/some-at-a-time.ts';
import { type PlannedDevice, type Prior, planDevice } from './plan-device.ts';
import { readLive, readPriorExport } from './read-prior.ts';
import { upgradeEffect } from './upgrade-effect.ts';

export interface PlanRequest extends DeviceOptions {
  /** The devices that somebody named, with the addresses that they gave; those of others are the site's. */
  readonly picked: readonly PickedDevice[];
  /** Where the device is, in place of what the site and whoever picked it say. */
  readonly where?: DeviceAddress;
  /** An export that stands for the device. */
  readonly against?: string;
  /** Items of others that are in the way are removed. */
  readonly displace?: boolean;
  /** The device may run another minor version than the site says. */
  readonly acceptVersion?: boolean;
  /** The RouterOS version that the site was analysed by, and that the devices are to run. */
  readonly upgrade?: string;
}

/** Reads what one device has and plans it. */
export async function planSiteDevice(
  io: Io,
  site: AnalysedSite,
  device: AnalysedDevice,
  request: PlanRequest,
): Promise<Staged<PlannedSiteDevice | undefined>> {
  const prior = await readPrior(io, site, device, request);
  if (!prior.value) return { value: undefined, diagnostics: prior.diagnostics };
  const { device: name, target: next } = device.lowered;
  const { profiles } = site;
  const effect = request.upgrade === undefined ? undefined : upgradeEffect(prior.value, { name, profiles, next });
  if (effect && !effect.value) return { value: undefined, diagnostics: [...prior.diagnostics, ...effect.diagnostics] };
  const planned = planDevice(device, prior.value, {
    site: site.intent.site.site,
    profiles,
    secret: await siteSecrets(io, site, [device]),
    ...(request.displace && { displace: true }),
    ...(request.acceptVersion && { acceptVersion: true }),
    ...(effect && { isUpgrade: true }),
  });
  const found = [...planned.diagnostics, ...(planned.value?.judged ?? [])];
  const { source } = prior.value;
  const shown = source ? withMaskedFile(found, source) : found;
  const value = planned.value && { ...planned.value, ...(effect?.value && { upgrade: effect.value }) };
  return { value, diagnostics: [...prior.diagnostics, ...shown] };
}

export interface PlannedSiteDevice extends PlannedDevice {
  /** What the new version makes of the device as it is, when that was asked. */
  readonly upgrade?: UpgradeEffect;
}

/** What the device, or the export that stands for it, has now. */
export async function readPrior(
  io: Io,
  site: Pick<AnalysedSite, 'intent' | 'profiles'>,
  device: Pick<AnalysedDevice, 'lowered'>,
  request: PlanRequest,
): Promise<Staged<Prior | undefined>> {
  if (request.against !== undefined) return readPriorExport(io, request.against, device, site.profiles);
  const { device: name, config } = device.lowered;
  const where = request.where ?? deviceAddressOf(site, device, request.picked);
  const read = await useDevice(io, where, request, (connection) => readLive(connection, name, config));
  return { value: read.value?.value, diagnostics: [...read.diagnostics, ...(read.value?.diagnostics ?? [])] };
}

/** What reading and planning one device came to. */
export interface DevicePlanning {
  readonly name: string;
  /** Absent where the device could not be read, or is not what the site says; the diagnostics tell. */
  readonly plan?: Plan;
  readonly upgrade?: UpgradeEffect;
  readonly diagnostics: readonly Diagnostic[];
}

/** Devices that are read at the same time: reading changes nothing, and each waits for its own answers. */
export const readAtOnce = 8;

export interface PlanSiteOptions {
  /** Absent = all of the site. */
  readonly devices?: readonly AnalysedDevice[];
  readonly parallel?: number;
  onDevice?(name: string): void;
}

/** In the given order; `onDevice` hears of each before it is read. */
export function planSite(
  io: Io,
  site: AnalysedSite,
  request: PlanRequest,
  { devices = site.devices, parallel = readAtOnce, onDevice }: PlanSiteOptions = {},
): Promise<readonly DevicePlanning[]> {
  return someAtATime(devices, parallel, async (device) => {
    const { device: name } = device.lowered;
    onDevice?.(name);
    const { value, diagnostics } = await planSiteDevice(io, site, device, request);
    const upgrade = value?.upgrade;
    return { name, ...(value && { plan: value.plan }), ...(upgrade && { upgrade }), diagnostics };
  });
}
