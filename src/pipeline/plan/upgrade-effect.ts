// What another RouterOS version makes of a device as it is: both versions judge the same configuration.

import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { type Config, isDynamic } from '../../model/config.ts';
import { knowsProperty, propertySpec } from '../../model/menus.ts';
import { compareVersions, parseVersion, type Version } from '../../model/version.ts';
import { type Analysis, analyze } from '../../offload/analyze.ts';
import { makeTarget } from '../../profile/make-target.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import type { UnknownProperty, UpgradeEffect } from '../../report/upgrade.ts';
import { computeIfAbsent } from '../../source/grouping.ts';
import { contextOf, type Prior, predictions } from './plan-device.ts';

export interface UpgradeOptions {
  readonly name: string;
  readonly profiles: Profiles;
  /** The device at the version that it is to run. */
  readonly next: Target;
}

/** Undefined where the device cannot get there by an upgrade. */
export function upgradeEffect(
  { identity, config }: Prior,
  { name, profiles, next }: UpgradeOptions,
): Staged<UpgradeEffect | undefined> {
  const from = parseVersion(identity.routeros);
  const to = next.routeros;
  if (!from || compareVersions(to, from) < 0) return { value: undefined, diagnostics: [noUpgrade(name, from, to)] };
  // What a site says of a model of its own, it says of every version.
  const now = makeTarget(profiles, next.model, from) ?? { ...next, routeros: from };
  const before = analyse(config, now);
  const after = analyse(config, next);
  return {
    value: {
      from: from.text,
      to: to.text,
      placements: predictions(before, after).filter((each) => each.before !== each.placement),
      appearing: without(after.diagnostics, before.diagnostics, [from, to]),
      disappearing: without(before.diagnostics, after.diagnostics, [from, to]),
      unknownProperties: unknownProperties(config, from, to),
    },
    diagnostics: [],
  };
}

function analyse(config: Config, target: Target): Analysis {
  return analyze({ ...contextOf(config, target), context: 'device', files: [] });
}

/** Of one list what the other has not; a text that only names another version is the same. */
function without(
  list: readonly Diagnostic[],
  other: readonly Diagnostic[],
  versions: readonly Version[],
): readonly Diagnostic[] {
  const keyOf = ({ code, what, primary: { at } }: Diagnostic) => {
    const place = at.kind === 'device' ? `${at.menu} ${at.key}` : `${at.file.path} ${at.start}`;
    return `${code} ${place} ${versions.reduce((text, { text: own }) => text.replaceAll(own, ''), what)}`;
  };
  const known = new Set(other.map(keyOf));
  return list.filter((each) => !known.has(keyOf(each)));
}

/** What RouterOS itself makes of them at the upgrade nobody wrote down; a value that is the default is no loss. */
function unknownProperties({ items }: Config, from: Version, to: Version): readonly UnknownProperty[] {
  const found = new Map<string, { readonly menu: UnknownProperty['menu']; readonly name: string; keys: string[] }>();
  for (const item of items) {
    if (isDynamic(item)) continue;
    for (const [name, { value }] of item.properties) {
      const { menu, key } = item;
      if (knowsProperty(menu, name, to) || !knowsProperty(menu, name, from)) continue;
      if (value === (propertySpec(menu, name)?.default ?? '')) continue;
      computeIfAbsent(found, `${menu} ${name}`, () => ({ menu, name, keys: [] })).keys.push(key);
    }
  }
  return [...found.values()];
}

function noUpgrade(name: string, from: Version | undefined, to: Version): Diagnostic {
  return deviceProblem(name, 'plan/no-upgrade', {
    what: from
      ? `\`${name}\` runs RouterOS ${from.text}, and ${to.text} is older: going back takes hands`
      : `\`${name}\` does not say which RouterOS it runs, so nothing can be said about an upgrade to ${to.text}`,
    label: from?.text ?? 'no version',
    why: 'A downgrade can lose configuration, and is part of no undo.',
    fix: 'name a newer version by `--upgrade`',
  });
}
