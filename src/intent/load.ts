// Reads a site file: YAML, schema, models, and the checks that need no configuration. It tells all mistakes at once.

import { countAlike } from '../diagnostics/alike.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { adviceBeyondKnown, beyondKnown, newestKnown, oldestKnown } from '../model/known-versions.ts';
import { parseVersion, type Version } from '../model/version.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { SourceFile, Span } from '../source/location.ts';
import { checkSite } from './check-site.ts';
import { readSiteTree } from './include.ts';
import { type DeviceIntent, type Intent, placesOf } from './intent.ts';
import { isBesideTheRest, issueDiagnostics } from './issues.ts';
import { withMaskedLiterals } from './mask-literals.ts';
import { readPorts } from './ports.ts';
import { parseWhatFits } from './prune.ts';
import { resolveModel } from './resolve-model.ts';
import { type Site, siteSchema } from './schema.ts';
import { standIn } from './stand-in.ts';
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
  const issues = parsed.error?.issues ?? [];
  const diagnostics = [...yaml.diagnostics, ...issueDiagnostics(tree, issues)];
  const rest = parsed.success ? parsed.data : parseWhatFits(siteSchema, tree.data);
  if (!rest) return { value: undefined, diagnostics: withMaskedLiterals(diagnostics) };
  const isIncomplete = tree.isIncomplete === true;
  const partial = isIncomplete || !issues.every((issue) => isBesideTheRest(tree, issue));
  const { intent, known, diagnostics: further } = resolveSite(tree, rest, { ...options, partial });
  diagnostics.push(...further, ...checkSite(intent, { partial, data: tree.data }));
  return {
    value: parsed.success && !isIncomplete ? { ...intent, devices: known } : undefined,
    diagnostics: withMaskedLiterals(countAlike(diagnostics)),
  };
}

function resolveSite(
  tree: YamlTree,
  site: Site,
  options: LoadOptions & { readonly partial: boolean },
): { intent: Intent; known: Intent['devices']; diagnostics: Diagnostic[] } {
  const places = placesOf(tree);
  const diagnostics: Diagnostic[] = [];
  const devices = new Map<string, DeviceIntent>();
  const known = new Map<string, DeviceIntent>();
  for (const [name, settings] of Object.entries(site.devices)) {
    const below = places.below('devices', name);
    const resolved = targetOf(site, name, { ...options, places, diagnostics });
    if (!resolved) continue;
    const { target } = resolved;
    const reading = readPorts(settings.ports ?? {}, { target, places: below.below('ports'), device: name });
    diagnostics.push(...reading.diagnostics);
    const device = { name, settings, target, targetAt: resolved.targetAt, places: below, ports: reading.ports };
    devices.set(name, device);
    if (!resolved.isStandIn) known.set(name, device);
  }
  return { intent: { file: tree.file, site, devices, ...places }, known, diagnostics };
}

interface TargetContext extends LoadOptions {
  readonly partial: boolean;
  readonly places: ReturnType<typeof placesOf>;
  readonly diagnostics: Diagnostic[];
}

interface Resolved extends Pick<DeviceIntent, 'target' | 'targetAt'> {
  /** Nobody knows its model or its version: it is there so that the rest of the site can be checked. */
  readonly isStandIn: boolean;
}

function targetOf(site: Site, name: string, context: TargetContext): Resolved | undefined {
  const settings = site.devices[name];
  if (!settings) return undefined;
  const version = versionOf(site, name, context);
  const below = context.places.below('devices', name);
  const model = resolveModel(settings.model, { profiles: context.profiles, device: name, places: below });
  context.diagnostics.push(...model.diagnostics);
  const targetAt = model.value ?? standIn(site, name);
  return { target: targetAt(version ?? newestKnown), targetAt, isStandIn: !version || !model.value };
}

/** Undefined where none is known, which is said. */
function versionOf(site: Site, name: string, context: TargetContext): Version | undefined {
  const { places, diagnostics, partial } = context;
  const own = site.devices[name]?.routeros;
  const routeros = own ?? site.defaults?.routeros ?? context.routeros;
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
        fix: 'add `routeros:` with the version that `/system/resource/print` shows',
      }),
    );
    return undefined;
  }
  const at = own === undefined ? places.at('defaults', 'routeros') : places.at('devices', name, 'routeros');
  const side = beyondKnown(version);
  if (version.major === newestKnown.major) {
    if (side) diagnostics.push(beyondTables(version, { side, at, device: name }));
    return version;
  }
  diagnostics.push(
    mistake('intent/unknown-version', {
      what: `rosc cannot say what RouterOS ${version.text} forwards in hardware`,
      at,
      label: `rosc knows RouterOS ${newestKnown.major}`,
      device: name,
    }),
  );
  return undefined;
}

function beyondTables(
  { text }: Version,
  { side, at, device }: { side: 'newer' | 'older'; at: Span; device: string },
): Diagnostic {
  const { why, fix } = adviceBeyondKnown(side);
  return mistake('intent/unknown-version', {
    what: `RouterOS ${text} is ${side} than what rosc knows`,
    at,
    label: `rosc knows RouterOS ${oldestKnown.text} to ${newestKnown.text}`,
    why,
    severity: 'warning',
    device,
    fix: fix,
  });
}
