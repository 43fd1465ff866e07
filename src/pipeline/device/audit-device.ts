// `rosc audit URL`: the same rules on what a live device says of itself.

import { readStable } from '../../device/read.ts';
import { buildNetwork } from '../../forwarding/build.ts';
import type { Io } from '../../io/io.ts';
import { analyze } from '../../offload/analyze.ts';
import { emptyReport, type Report } from '../../report/site-report.ts';
import { networkAfter } from '../analyse/network-after.ts';
import { configurationOf } from '../read/device-configuration.ts';
import { type DeviceTargetOptions, targetOfDevice } from '../read/device-target.ts';
import { loadAllProfiles } from '../read/load-profiles.ts';
import { isOnlyLookedAt, readMenus } from '../read/read-menus.ts';
import { type DeviceOptions, useDevice } from './open-device.ts';

export type AuditDeviceOptions = DeviceOptions & DeviceTargetOptions;

export async function auditDevice(io: Io, url: string, options: AuditDeviceOptions): Promise<Report> {
  const read = await useDevice(io, { url }, options, async (device, name) => ({
    name,
    identity: await device.identity(),
    reading: await readStable(device, readMenus(), name, { mayMiss: isOnlyLookedAt }),
  }));
  if (!read.value) return { ...emptyReport, diagnostics: read.diagnostics };
  const { name, identity, reading } = read.value;
  const profiles = await loadAllProfiles(io, options.profiles);
  const { value: target, diagnostics } = targetOfDevice(name, identity, profiles.value, options);
  if (!target) return { ...emptyReport, diagnostics };
  const config = configurationOf(reading.value.config);
  const network = buildNetwork(config, target);
  const after = networkAfter(config, target);
  const analysis = analyze({ config, target, network, context: 'device', after, limits: {} });
  return {
    devices: [{ name, target, verdicts: analysis.verdicts, flows: [], capacity: analysis.capacity }],
    flows: [],
    diagnostics: [...diagnostics, ...reading.diagnostics, ...analysis.diagnostics],
    accepted: analysis.accepted,
  };
}
