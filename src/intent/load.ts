// Reads a site file: YAML, schema, models, and the checks that need no configuration. It tells all mistakes at once.

import { countAlike } from '../diagnostics/alike.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { parseVersion } from '../model/version.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { SourceFile } from '../source/location.ts';
import { checkSite } from './check-site.ts';
import { readSiteTree } from './include.ts';
import { type DeviceIntent, type Intent, placesOf } from './intent.ts';
import { issueDiagnostics } from './issues.ts';
import { advise, mistake } from './mistake.ts';
import { readPorts } from './ports.ts';
import { parseWhatFits } from './prune.ts';
import { resolveModel } from './resolve-model.ts';
import { type Site, siteSchema } from './schema.ts';
import type { YamlTree } from './yaml.ts';

export interface LoadOptions {
  readonly profiles: Profiles;
  /** Of devices that name none, nor does the site: what its fleet says. */
  readonly routeros?: string;
}

/**
 * The intent of a site file. Undefined when the file is no YAML or does not fit the schema; with other mistakes in
 * it the intent is there, and what they touch is left out of it.
 */
export function loadIntent(file: SourceFile, options: LoadOptions): Staged<Intent | undefined> {
  const yaml = readSiteTree(file);
  const tree = yaml.value;
  if (!tree) return { value: undefined, diagnostics: yaml.diagnostics };
  const parsed = siteSchema.safeParse(tree.data);
  if (parsed.success) {
    const isIncomplete = tree.isIncomplete === true;
    const { intent, diagnostics } = resolveSite(tree, parsed.data, { ...options, partial: isIncomplete });
    const partial = isIncomplete || isPartial(intent);
    return {
      value: isIncomplete ? undefined : intent,
      diagnostics: countAlike([
        ...yaml.diagnostics,
        ...diagnostics,
        ...checkSite(intent, { partial, data: tree.data }),
      ]),
    };
  }
  const diagnostics = [...yaml.diagnostics, ...issueDiagnostics(tree, parsed.error.issues)];
  const rest = parseWhatFits(siteSchema, tree.data);
  if (rest) {
    const { intent, diagnostics: further } = resolveSite(tree, rest, { ...options, partial: true });
    diagnostics.push(...further, ...checkSite(intent, { partial: true, data: tree.data }));
  }
  return { value: undefined, diagnostics: countAlike(diagnostics) };
}

function resolveSite(
  tree: YamlTree,
  site: Site,
  options: LoadOptions & { readonly partial: boolean },
): { intent: Intent; diagnostics: Diagnostic[] } {
  const places = placesOf(tree);
  const diagnostics: Diagnostic[] = [];
  const devices = new Map<string, DeviceIntent>();
  for (const [name, settings] of Object.entries(site.devices)) {
    const below = places.below('devices', name);
    const resolved = targetOf(site, name, { ...options, places, diagnostics });
    if (!resolved) continue;
    const { target } = resolved;
    const reading = readPorts(settings.ports ?? {}, { target, places: below.below('ports'), device: name });
    diagnostics.push(...reading.diagnostics);
    devices.set(name, { name, settings, ...resolved, places: below, ports: reading.ports });
  }
  return { intent: { file: tree.file, site, devices, ...places }, diagnostics };
}

/** A device whose model or version is unknown is missing from the intent. */
function isPartial({ devices, site }: Intent): boolean {
  return devices.size < Object.keys(site.devices).length;
}

interface TargetContext extends LoadOptions {
  readonly partial: boolean;
  readonly places: ReturnType<typeof placesOf>;
  readonly diagnostics: Diagnostic[];
}

function targetOf(
  site: Site,
  name: string,
  { profiles, places, diagnostics, partial, ...otherwise }: TargetContext,
): Pick<DeviceIntent, 'target' | 'targetAt'> | undefined {
  const settings = site.devices[name];
  if (!settings) return undefined;
  const routeros = settings.routeros ?? site.defaults?.routeros ?? otherwise.routeros;
  const version = routeros === undefined ? undefined : parseVersion(routeros);
  if (!version) {
    // The schema may have refused the version that is written.
    if (partial) return undefined;
    diagnostics.push(
      mistake('intent/missing-key', {
        what: `device \`${name}\` does not say its RouterOS version`,
        at: places.keyAt('devices', name),
        label: '`routeros` is missing here and in `defaults`',
        why: 'What a chip forwards and which properties exist depend on the version.',
        device: name,
        fix: advise('add `routeros:` with the version that `/system/resource/print` shows'),
      }),
    );
    return undefined;
  }
  if (version.major !== 7) {
    diagnostics.push(
      mistake('intent/unknown-version', {
        what: `rosc cannot say what RouterOS ${version.text} forwards in hardware`,
        at:
          settings.routeros === undefined ? places.at('defaults', 'routeros') : places.at('devices', name, 'routeros'),
        label: 'rosc knows RouterOS 7',
        device: name,
      }),
    );
    return undefined;
  }
  const model = resolveModel(settings.model, { profiles, device: name, places: places.below('devices', name) });
  diagnostics.push(...model.diagnostics);
  return model.value && { target: model.value(version), targetAt: model.value };
}
