// The post-check alone, of one device of a site: what the site promises, and what the device shows. It only reads.

import { glanceMs, type PostCheckReport, postCheckDiagnostics, runPostCheck } from '../../apply/post-check.ts';
import type { Device } from '../../device/device.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import type { Io } from '../../io/io.ts';
import { applyChanges } from '../../plan/patch.ts';
import type { Plan } from '../../plan/plan.ts';
import { plural } from '../../report/units.ts';
import type { AnalysedDevice, AnalysedSite } from '../analyse/analyse-site.ts';
import { deviceAddressOf } from '../device/device-address.ts';
import { useDevice } from '../device/open-device.ts';
import { siteSecrets } from '../device/secrets.ts';
import { planDevice } from '../plan/plan-device.ts';
import type { PlanRequest } from '../plan/plan-site.ts';
import { readLive } from '../plan/read-prior.ts';

export interface VerifiedDevice {
  /** Absent: the device could not be read, or is not the one that the site describes. */
  readonly report?: PostCheckReport;
  readonly diagnostics: readonly Diagnostic[];
}

export async function verifyDevice(
  io: Io,
  site: AnalysedSite,
  device: AnalysedDevice,
  request: PlanRequest,
): Promise<VerifiedDevice> {
  const { device: name, config } = device.lowered;
  const context = {
    site: site.intent.site.site,
    profiles: site.profiles,
    secret: await siteSecrets(io, site, [device]),
    ...(request.acceptVersion && { acceptVersion: true }),
  };
  const judge = async (connection: Device): Promise<VerifiedDevice> => {
    const prior = await readLive(connection, name, config);
    const planned = planDevice(device, prior.value, context);
    const early = [...prior.diagnostics, ...planned.diagnostics];
    if (!planned.value) return { diagnostics: early };
    const { plan } = planned.value;
    const report = await runPostCheck(connection, {
      expected: applyChanges(prior.value.config, plan.changes),
      predictions: plan.predictions,
      hosts: plan.hosts,
      clock: io.clock,
      deadline: io.clock.now() + glanceMs,
    });
    const drifted = drift(plan);
    const why = drifted && 'The device is not configured as the site says: see `plan/drift`.';
    return { report, diagnostics: [early, drifted ?? [], postCheckDiagnostics(report, name, why)].flat() };
  };
  const where = request.where ?? deviceAddressOf(site, device, request.picked);
  const read = await useDevice(io, where, request, judge);
  return read.value ?? { diagnostics: read.diagnostics };
}

/** What the device is not, whatever its hardware does. */
function drift({ changes, displaced, device }: Plan): Diagnostic | undefined {
  const count = changes.length + displaced.length;
  if (count === 0) return undefined;
  return deviceProblem(device.name, 'plan/drift', {
    what: `\`${device.name}\` is not configured as the site says: ${plural(count, 'change')} would be planned`,
    label: changes[0] ? `${changes[0].action} ${changes[0].menu} ${changes[0].key}` : '',
    why: 'The post-check proves what a site promises only where the site is what the device is configured as.',
    fix: '`rosc plan` shows the difference; `rosc apply` removes it',
  });
}
