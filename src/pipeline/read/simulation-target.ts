// The target of a simulation: a model as people spell it, and a RouterOS version.

import defaults from '../../../profiles/defaults.json' with { type: 'json' };
import { parseVersion } from '../../model/version.ts';
import { findModel, modelNames } from '../../profile/find-model.ts';
import { makeTarget } from '../../profile/make-target.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import { readHeader } from '../../rsc/header.ts';
import { nearestName } from '../../source/near-name.ts';

/** Of the device that an export is from, what its header says; RouterOS 6 is not simulated. */
export function saidBy(text: string): { readonly model?: string; readonly routeros?: string } {
  const { model, routeros } = readHeader(text);
  const version = parseVersion(routeros?.text ?? '');
  return { ...(model && { model: model.text }), ...(version && version.major >= 7 && { routeros: version.text }) };
}

/** The target, or why there is none. */
export function simulationTarget(profiles: Profiles, model: string, routeros: string | undefined): Target | string {
  const version = parseVersion(routeros ?? defaults.simulated.routeros);
  if (!version) return `${JSON.stringify(routeros)} is not a RouterOS version; write it as 7.20.8`;
  const found = findModel(profiles, model);
  const target = found && makeTarget(profiles, found.id, version);
  if (target) return target;
  const near = nearestName(model, modelNames(profiles));
  return `no model is called ${JSON.stringify(model)}${near ? `; did you mean ${near}?` : ''}`;
}
