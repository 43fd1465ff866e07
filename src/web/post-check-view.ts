// The post-check of every device at hand, as the page reads it: it looks once, and changes nothing.

import { glanceMs, postCheckDiagnostics, runPostCheck } from '../apply/post-check.ts';
import type { Clock } from '../device/device.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import type { AnalysedSite } from '../pipeline/analyse/analyse-site.ts';
import { planDevice } from '../pipeline/plan/plan-device.ts';
import { applyChanges } from '../plan/patch.ts';
import { postCheckJson } from '../report/post-check.ts';
import type { PostCheckJson } from './api/device-schema.ts';
import type { PlanViewOptions } from './plan-view.ts';

export async function postChecksOf(
  site: AnalysedSite,
  { registry, profiles, secret, clock }: Omit<PlanViewOptions, 'fresh'> & { readonly clock: Clock },
): Promise<PostCheckJson> {
  const devices: PostCheckJson['devices'][number][] = [];
  const diagnostics: Diagnostic[] = [];
  for (const device of site.devices) {
    const { device: name } = device.lowered;
    if (!registry.has(name)) continue;
    const prior = await registry.prior(name, { desired: device.lowered.config, fresh: true });
    diagnostics.push(...prior.diagnostics);
    const { value } = prior;
    if (!value) continue;
    const planned = planDevice(device, value, {
      site: site.intent.site.site,
      profiles,
      ...(secret && { secret }),
    });
    if (!planned.value) {
      diagnostics.push(...planned.diagnostics);
      continue;
    }
    const { plan } = planned.value;
    const checked = await registry.use(name, (connection) =>
      runPostCheck(connection, {
        expected: applyChanges(value.config, plan.changes),
        predictions: plan.predictions,
        hosts: plan.hosts,
        clock,
        deadline: clock.now() + glanceMs,
      }),
    );
    diagnostics.push(...checked.diagnostics);
    if (!checked.value) continue;
    diagnostics.push(...postCheckDiagnostics(checked.value, name));
    devices.push(postCheckJson(name, checked.value));
  }
  return { version: 1, devices, diagnostics: diagnostics.map(diagnosticJson) };
}
