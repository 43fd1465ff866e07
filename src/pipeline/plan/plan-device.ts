// The plan for one device of a site: its prior configuration, the difference, and what the change does to offload.

import type { Identity } from '../../device/device.ts';
import { type Diagnostic, isError, type Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { buildNetwork } from '../../forwarding/build.ts';
import type { Lowered } from '../../lower/lowered.ts';
import { type Config, itemId } from '../../model/config.ts';
import type { DeferredSources } from '../../model/resolve-deferred.ts';
import { isSameMinor, parseVersion } from '../../model/version.ts';
import { type Analysis, analyze } from '../../offload/analyze.ts';
import type { RuleContext } from '../../offload/rule.ts';
import { makePlan } from '../../plan/make-plan.ts';
import { applyChanges } from '../../plan/patch.ts';
import type { Plan, Prediction } from '../../plan/plan.ts';
import { findModel, foldSpelling } from '../../profile/find-model.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import type { SourceFile } from '../../source/location.ts';
import type { AnalysedDevice } from '../analyse/analyse-site.ts';
import { beyondSite } from '../analyse/beyond-site.ts';
import { networkAfter } from '../analyse/network-after.ts';
import { configurationOf } from '../read/device-configuration.ts';
import { unknownVersion } from '../read/known-versions.ts';
import { judgePlan } from './judge-plan.ts';

export interface Prior {
  readonly identity: Identity;
  readonly config: Config;
  /** The device's address that the session goes to. */
  readonly managementAddress?: string;
  /** The export that it was read from, with the secrets that are in it. */
  readonly source?: SourceFile;
}

export interface PlanDeviceOptions {
  readonly site: string;
  readonly profiles: Profiles;
  readonly displace?: boolean;
  readonly acceptVersion?: boolean;
  /** The device is judged by the version that it is to run: that it runs another one is what is asked about. */
  readonly isUpgrade?: boolean;
  readonly secret?: DeferredSources['secret'];
}

export interface PlannedDevice {
  readonly plan: Plan;
  /** What the whole device does as it is. Nobody is told its findings, so their fixes are not judged. */
  readonly before: Omit<Analysis, 'diagnostics'>;
  /** What the whole device does after the plan, foreign items included. */
  readonly after: Analysis;
  /** Everything that the device has then. */
  readonly resulting: Config;
  /** What the changes themselves do to forwarding: of concern to whoever is about to make them. */
  readonly judged: readonly Diagnostic[];
}

/** Undefined when the device is not the one that the site describes. */
export function planDevice(
  device: AnalysedDevice,
  prior: Prior,
  options: PlanDeviceOptions,
): Staged<PlannedDevice | undefined> {
  const { lowered } = device;
  const mismatch = identityProblems(device, prior.identity, options);
  if (mismatch.some(isError)) return { value: undefined, diagnostics: mismatch };
  const base = makePlan({
    site: options.site,
    device: { ...prior.identity, name: lowered.device },
    prior: prior.config,
    desired: lowered.config,
    exclusive: lowered.exclusive,
    displace: options.displace ?? false,
    ...(options.secret && { secret: options.secret }),
    ...(prior.managementAddress !== undefined && { managementAddress: prior.managementAddress }),
  });
  const { hosts } = lowered;
  const plan: Plan = { ...base.value, ...(hosts && { hosts }) };
  const value = foresee(plan, { prior: prior.config, target: lowered.target, lowered });
  const foreign = beyondSite(value.after.diagnostics, value.resulting, device);
  return { value, diagnostics: [...mismatch, ...base.diagnostics, ...foreign] };
}

export interface ForeseeContext {
  /** Everything that the device has. */
  readonly prior: Config;
  readonly target: Target;
  /** What the site says of the device, where the plan comes from one. */
  readonly lowered?: Lowered;
}

/** The plan with what it makes of the whole device, and what making it does. */
export function foresee(plan: Plan, { prior, target, lowered }: ForeseeContext): PlannedDevice {
  const now = contextOf(prior, target, lowered?.learntRoutes);
  const resulting = applyChanges(prior, [...plan.changes, ...(plan.marks ?? [])]);
  const then = contextOf(resulting, target, lowered?.learntRoutes);
  const after = analyze({ ...then, context: 'device', files: [], after: networkAfter(then.config, target) });
  // Most devices are as their site says already, and a look at them before the plan would see what this one saw.
  const before = isSame(resulting, prior) ? after : analyze({ ...now, context: 'device', files: [] });
  return {
    plan: { ...plan, predictions: predictions(before, after) },
    before,
    after,
    resulting,
    judged: judgePlan(plan, { before: now, ...(lowered && { desired: lowered.config }) }),
  };
}

/** Item by item, in the same order. */
function isSame(a: Config, b: Config): boolean {
  return a.items.length === b.items.length && a.items.every((item, index) => item === b.items[index]);
}

/** `learntRoutes`: what somebody has said of neighbours. */
export function contextOf(reading: Config, target: Target, learntRoutes: Lowered['learntRoutes'] = []): RuleContext {
  const config = configurationOf(reading);
  return { config, target, network: buildNetwork(config, target, { learntRoutes }) };
}

/** What is said of each item, with what was said of it before. */
export function predictions(before: PlannedDevice['before'], after: Analysis): readonly Prediction[] {
  const earlier = new Map(before.verdicts.map((verdict) => [itemId(verdict.subject), verdict]));
  return after.verdicts.map(({ subject, kind, placement, because }) => {
    const prior = earlier.get(itemId(subject));
    return {
      menu: subject.menu,
      key: subject.key,
      kind,
      placement,
      because,
      ...(prior && { before: prior.placement }),
    };
  });
}

function identityProblems(
  { lowered }: AnalysedDevice,
  identity: Identity,
  { profiles, acceptVersion, isUpgrade }: PlanDeviceOptions,
): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const { target, device: name } = lowered;
  // A model that the site describes is none of the profiles: there the name itself has to be the same.
  const found = findModel(profiles, identity.model)?.id ?? identity.model;
  if (identity.model !== '' && foldSpelling(found) !== foldSpelling(target.model)) {
    problems.push(
      deviceProblem(name, 'plan/other-model', {
        what: `\`${name}\` is a ${identity.model}, but the site describes a ${target.model}`,
        label: identity.model,
        why: 'Ports, tables and rules of the two differ, so nothing of the plan could be trusted.',
        fix: 'correct `model:` in the site, or the address of the device',
      }),
    );
  }
  const running = parseVersion(identity.routeros);
  if (running) problems.push(...unknownVersion(name, running));
  if (running && running.text !== target.routeros.text && !isUpgrade) {
    const isClose = isSameMinor(running, target.routeros);
    problems.push(
      deviceProblem(name, 'plan/other-version', {
        severity: isClose || acceptVersion ? 'warning' : 'error',
        what: `\`${name}\` runs RouterOS ${running.text}, but the site says ${target.routeros.text}`,
        label: running.text,
        why: isClose
          ? 'Within one minor version only fixes differ.'
          : 'Properties and what the chip does differ between minor versions, so the verdicts may not hold.',
        fix: isClose
          ? `write \`routeros: ${running.text}\` in the site`
          : `write \`routeros: ${running.text}\` in the site and check it again, or give \`--accept-version\``,
      }),
    );
  }
  return problems;
}
