// `rosc verify SITE`: the post-check alone. It reads; it changes nothing.

import { glanceMs, type PostCheckReport, postCheckDiagnostics, runPostCheck } from '../apply/post-check.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { outputOf, printJson, statusOf } from '../io/output.ts';
import { type AnalysedDevice, type AnalysedSite, analyseSite, isAnalysed } from '../pipeline/analyse-site.ts';
import { deviceAddressOf } from '../pipeline/device-address.ts';
import { diagnosticAt } from '../pipeline/device-problem.ts';
import { loadAllProfiles } from '../pipeline/load-profiles.ts';
import { accessDevice, withDevice } from '../pipeline/open-device.ts';
import { pickDevices, unknownDevices } from '../pipeline/pick-devices.ts';
import { planDevice } from '../pipeline/plan-device.ts';
import { siteSecrets } from '../pipeline/secrets.ts';
import { applyChanges } from '../plan/patch.ts';
import type { Plan } from '../plan/plan.ts';
import { postCheckJson, renderPostCheck } from '../report/post-check.ts';
import { plural } from '../report/units.ts';
import { type PlanContext, type PlanOptions, readLive } from './plan.ts';

interface Verified {
  readonly device: string;
  readonly report: PostCheckReport;
}

export async function verify(io: Io, path: string, options: PlanOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const { profiles: directory } = options;
  const only = picked.map(({ name }) => name);
  const site = await analyseSite(io, path, { only, ...(directory !== undefined && { profiles: directory }) });
  const diagnostics: Diagnostic[] = [];
  const verified: Verified[] = [];
  if (!isAnalysed(site)) diagnostics.push(...site.diagnostics);
  else {
    diagnostics.push(...unknownDevices(picked, site.intent));
    const profiles = (await loadAllProfiles(io, directory)).value;
    for (const device of site.devices) {
      output.progress(`reading ${device.lowered.device} …`);
      const outcome = await verifyOne(io, site, device, { picked, profiles, options });
      output.progress('');
      diagnostics.push(...outcome.diagnostics);
      if (outcome.report) verified.push({ device: device.lowered.device, report: outcome.report });
    }
  }
  if (output.format === 'json') {
    const devices = verified.map(({ device, report }) => postCheckJson(device, report));
    printJson(io, { version: 1, devices, diagnostics: diagnostics.map(diagnosticJson) });
  } else {
    for (const { device, report } of verified)
      io.stdout(`${renderPostCheck(device, report, { palette: output.palette })}\n`);
    const shown = output.verbose ? diagnostics : diagnostics.filter(({ severity }) => severity !== 'note');
    if (shown.length > 0) io.stderr(renderDiagnostics(shown, { palette: output.remarkPalette, width: output.width }));
  }
  if (!isAnalysed(site) || verified.length === 0 || verified.length < site.devices.length) return exit.findings;
  return statusOf(diagnostics, options.failOn);
}

interface Outcome {
  readonly report?: PostCheckReport;
  readonly diagnostics: readonly Diagnostic[];
}

async function verifyOne(
  io: Io,
  site: AnalysedSite,
  device: AnalysedDevice,
  { picked, profiles, options }: PlanContext,
): Promise<Outcome> {
  const { device: name } = device.lowered;
  const access = await accessDevice(io, deviceAddressOf(site, device, picked), options);
  if (!access.value) return { diagnostics: access.diagnostics };
  const secret = await siteSecrets(io, site);
  const context = {
    site: site.intent.site.site,
    profiles,
    secret,
    ...(options.acceptVersion && { acceptVersion: true }),
  };
  try {
    const read = await withDevice(access.value, name, async (connection): Promise<Outcome> => {
      const prior = await readLive(connection, name, device.lowered.config);
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
      return { report, diagnostics: [...early, ...drift(plan), ...postCheckDiagnostics(report, name)] };
    });
    return read.value ?? { diagnostics: read.diagnostics };
  } finally {
    await access.value.close();
  }
}

/** What the device is not, whatever its hardware does. */
function drift({ changes, displaced, device }: Plan): readonly Diagnostic[] {
  const count = changes.length + displaced.length;
  if (count === 0) return [];
  return [
    diagnosticAt(device.name, {
      code: 'plan/drift',
      severity: 'error',
      what: `\`${device.name}\` is not configured as the site says: ${plural(count, 'change')} would be planned`,
      label: changes[0] ? `${changes[0].action} ${changes[0].menu} ${changes[0].key}` : '',
      why: 'The post-check proves what a site promises only where the site is what the device is configured as.',
      fix: '`rosc plan` shows the difference; `rosc apply` removes it',
    }),
  ];
}
