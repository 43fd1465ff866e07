// The plans for a site as the page reads them: against the device where one is at hand, otherwise against one that is
// just out of its box. The page never applies them.

import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import type { DeferredSources } from '../model/resolve-deferred.ts';
import type { AnalysedSite } from '../pipeline/analyse/analyse-site.ts';
import { type Prior, planDevice } from '../pipeline/plan/plan-device.ts';
import { planSchema } from '../plan/plan.ts';
import { printPlan } from '../plan/plan-file.ts';
import { factoryConfig } from '../profile/factory.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { Target } from '../profile/target.ts';
import type { PlanJson, PlansJson } from './api/device-schema.ts';
import type { DeviceRegistry } from './device-registry.ts';

export interface PlanViewOptions {
  readonly profiles: Profiles;
  readonly registry: DeviceRegistry;
  /** Undefined for drafts: what they name is not looked up. */
  readonly secret?: DeferredSources['secret'];
  /** Reads the devices anew. */
  readonly fresh: boolean;
}

export async function plansOf(site: AnalysedSite, options: PlanViewOptions): Promise<PlansJson> {
  const { registry, profiles, secret, fresh } = options;
  const plans: PlanJson[] = [];
  const against: Record<string, string | null> = {};
  const diagnostics: Diagnostic[] = [];
  for (const device of site.devices) {
    const { device: name, target, config } = device.lowered;
    const prior = registry.has(name)
      ? await registry.prior(name, { desired: config, fresh })
      : outOfTheBox(name, target);
    diagnostics.push(...prior.diagnostics);
    if (!prior.value) continue;
    const planned = planDevice(device, prior.value, {
      site: site.intent.site.site,
      profiles,
      ...(secret && { secret }),
    });
    // Without a device nobody asked for its values: they are no mistake, and the page says where they come from.
    const isMissing = ({ code }: Diagnostic) => code === 'plan/unresolved-value' && !registry.has(name);
    diagnostics.push(...planned.diagnostics.filter((each) => !isMissing(each)));
    if (!planned.value) continue;
    diagnostics.push(...planned.value.judged);
    plans.push(planSchema.parse(JSON.parse(printPlan(planned.value.plan))));
    against[name] = registry.places.get(name) ?? null;
  }
  return { version: 1, plans, against, diagnostics: diagnostics.map(diagnosticJson) };
}

function outOfTheBox(name: string, target: Target): Staged<Prior> {
  const identity = { name, model: target.model, serial: '', routeros: target.routeros.text };
  return { value: { identity, config: factoryConfig(target) }, diagnostics: [] };
}
