// What a live device is: its model and RouterOS as it says them, or as the command line says in their place.

import type { Identity } from '../../device/device.ts';
import type { Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { parseVersion } from '../../model/version.ts';
import { findModel } from '../../profile/find-model.ts';
import { makeTarget } from '../../profile/make-target.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import { unknownVersion } from './known-versions.ts';

export interface DeviceTargetOptions {
  /** In place of what the device says of itself. */
  readonly model?: string;
  readonly routeros?: string;
}

export function targetOfDevice(
  name: string,
  identity: Identity,
  profiles: Profiles,
  { model = identity.model, routeros = identity.routeros }: DeviceTargetOptions,
): Staged<Target | undefined> {
  const found = findModel(profiles, model);
  const version = parseVersion(routeros);
  const value = found && version && makeTarget(profiles, found.id, version);
  if (value) return { value, diagnostics: unknownVersion(name, value.routeros) };
  const unknown = deviceProblem(name, 'audit/unknown-model', {
    what: `no profile describes \`${model}\`, so nothing can be said about its hardware`,
    label: model,
    why: 'Which chip a device has decides what it forwards in hardware.',
    fix: 'give `--model MODEL`; `rosc models` lists them',
  });
  return { value, diagnostics: [unknown] };
}
