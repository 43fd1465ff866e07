// Which model a device of the site is: one that a profile has, or one that the site describes itself.

import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { writeInstead } from '../diagnostics/write-instead.ts';
import { describeModel, type ModelDescription } from '../profile/describe-model.ts';
import type { Places as ProfilePlaces } from '../profile/document.ts';
import { findModel, modelNames } from '../profile/find-model.ts';
import { makeTarget } from '../profile/make-target.ts';
import type { Profiles } from '../profile/profiles.ts';
import { nearestName } from '../source/near-name.ts';
import type { Places, TargetAt } from './intent.ts';
import type { DeviceSettings } from './schema-device.ts';
import type { ModelDescriptionSettings } from './schema-model.ts';

interface ModelContext {
  readonly profiles: Profiles;
  readonly device: string;
  /** Below the device's map. */
  readonly places: Places;
}

/** Undefined when the model is unknown, or described with mistakes. */
export function resolveModel(model: DeviceSettings['model'], context: ModelContext): Staged<TargetAt | undefined> {
  const { profiles } = context;
  if (typeof model !== 'string') return describedModel(model, context);
  const found = findModel(profiles, model);
  return found
    ? { value: targetOf(profiles, found.id), diagnostics: [] }
    : { value: undefined, diagnostics: [unknownModel(model, context)] };
}

function targetOf(profiles: Profiles, id: string): TargetAt {
  return (version) => {
    const target = makeTarget(profiles, id, version);
    if (!target) throw new Error(`the profiles lost ${id}`);
    return target;
  };
}

function describedModel(
  { name, chip, ports }: ModelDescriptionSettings,
  { profiles, device, places }: ModelContext,
): Staged<TargetAt | undefined> {
  const keys = Object.keys(ports);
  const description: ModelDescription = {
    model: name ?? `described-${device}`,
    ...(chip !== undefined && { chip }),
    ports: Object.entries(ports).map(([key, port]) => {
      if (typeof port === 'number' || Array.isArray(port)) return { ports: key, mbps: port };
      const { speed, medium, cpu } = port;
      return { ports: key, mbps: speed, ...(medium && { medium }), ...(cpu && { onCpu: true }) };
    }),
  };
  const of: ProfilePlaces['of'] = ([first, index]) => {
    if (first === 'ports') return places.keyAt('model', 'ports', keys[Number(index)] ?? '');
    return places.at('model', first === 'model' ? 'name' : (first ?? ''));
  };
  const described = describeModel(profiles, description, { of, ofKey: of });
  const diagnostics = described.diagnostics.map((each): Diagnostic => ({ ...each, device }));
  return { value: diagnostics.length > 0 ? undefined : targetOf(described.value, description.model), diagnostics };
}

function unknownModel(model: string, { profiles, device, places }: ModelContext): Diagnostic {
  const at = places.at('model');
  const near = nearestName(model, modelNames(profiles));
  return mistake('intent/unknown-model', {
    what: `no profile describes \`${model}\`, so nothing can be said about its hardware`,
    at,
    label: near ? `did you mean \`${near}\`?` : 'unknown model',
    device,
    fix: near
      ? writeInstead(at, near)
      : '`rosc models` lists the models that rosc knows; `model: { chip: …, ports: … }` describes another',
  });
}
