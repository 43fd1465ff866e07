// `rosc audit URL`: the same rules on what a live device says of itself.

import { readStable } from '../device/read.ts';
import { buildNetwork } from '../forwarding/build.ts';
import type { Io } from '../io/io.ts';
import { parseVersion } from '../model/version.ts';
import { analyze } from '../offload/analyze.ts';
import { findModel } from '../profile/find-model.ts';
import { makeTarget } from '../profile/make-target.ts';
import { emptyReport, type Report } from '../report/site-report.ts';
import { configurationOf } from './device-configuration.ts';
import { diagnosticAt } from './device-problem.ts';
import { unknownVersion } from './known-versions.ts';
import { loadAllProfiles } from './load-profiles.ts';
import { networkAfter } from './network-after.ts';
import { accessDevice, type DeviceOptions, withDevice } from './open-device.ts';
import { isOnlyLookedAt, readMenus } from './read-menus.ts';

export interface AuditDeviceOptions extends DeviceOptions {
  /** In place of what the device says of itself. */
  readonly model?: string;
  readonly routeros?: string;
}

export async function auditDevice(io: Io, url: string, options: AuditDeviceOptions): Promise<Report> {
  const access = await accessDevice(io, { url }, options);
  if (!access.value) return { ...emptyReport, diagnostics: access.diagnostics };
  const name = access.value.url.text;
  try {
    const read = await withDevice(access.value, name, async (device) => ({
      identity: await device.identity(),
      reading: await readStable(device, readMenus(), name, { mayMiss: isOnlyLookedAt }),
    }));
    if (!read.value) return { ...emptyReport, diagnostics: read.diagnostics };
    const { identity, reading } = read.value;
    const profiles = await loadAllProfiles(io, options.profiles);
    const model = findModel(profiles.value, options.model ?? identity.model);
    const version = parseVersion(options.routeros ?? identity.routeros);
    const target = model && version && makeTarget(profiles.value, model.id, version);
    if (!target) return { ...emptyReport, diagnostics: [unknownDevice(name, identity.model)] };
    const config = configurationOf(reading.value.config);
    const network = buildNetwork(config, target);
    const analysis = analyze({ config, target, network, context: 'device', after: networkAfter(config, target) });
    return {
      devices: [{ name, target, verdicts: analysis.verdicts, flows: [], capacity: analysis.capacity }],
      flows: [],
      diagnostics: [...unknownVersion(name, target.routeros), ...reading.diagnostics, ...analysis.diagnostics],
      accepted: analysis.accepted,
    };
  } finally {
    await access.value.close();
  }
}

function unknownDevice(name: string, model: string) {
  return diagnosticAt(name, {
    code: 'audit/unknown-model',
    severity: 'error',
    what: `no profile describes \`${model}\`, so nothing can be said about its hardware`,
    label: model,
    why: 'Which chip a device has decides what it forwards in hardware.',
    fix: 'give `--model MODEL`; `rosc models` lists them',
  });
}
