// Reads a site file: YAML, schema, models, and the checks that need no configuration. It tells all mistakes at once.

import type { z } from 'zod';
import { countAlike } from '../diagnostics/alike.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { adviceBeyondKnown, beyondKnown, newestKnown, oldestKnown } from '../model/known-versions.ts';
import { parseVersion, type Version } from '../model/version.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { Target } from '../profile/target.ts';
import type { SourceFile, Span } from '../source/location.ts';
import { fieldOf, isRecord } from '../source/plain-data.ts';
import { checkSite } from './check-site.ts';
import { readSiteTree } from './include.ts';
import { type DeviceIntent, type Intent, placesOf, type TargetAt } from './intent.ts';
import { isBesideTheRest, issueDiagnostics } from './issues.ts';
import { readPorts } from './ports.ts';
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
  const issues = parsed.error?.issues ?? [];
  const diagnostics = [...yaml.diagnostics, ...issueDiagnostics(tree, issues)];
  const rest = parsed.success ? parsed.data : parseWhatFits(siteSchema, tree.data);
  if (!rest) return { value: undefined, diagnostics };
  const isIncomplete = tree.isIncomplete === true;
  const partial = isIncomplete || !issues.every((issue) => isBesideTheRest(tree, issue));
  const { intent, known, diagnostics: further } = resolveSite(tree, rest, { ...options, partial });
  diagnostics.push(...further, ...checkSite(intent, { partial, data: tree.data }));
  return {
    value: parsed.success && !isIncomplete ? { ...intent, devices: known } : undefined,
    diagnostics: countAlike(diagnostics),
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

// Takes out of a site what its schema refuses, so that the rest can still be checked and all mistakes are told at once.

type Issue = z.core.$ZodIssue;

/** Rounds of pruning: each removes at least one value, and the last can only remove the whole site. */
const roundsMax = 30;

/** The parsed part of the data that fits, or undefined when nothing does. */
function parseWhatFits<S extends z.ZodType>(schema: S, data: unknown): z.output<S> | undefined {
  let rest = structuredCopy(data);
  for (let round = 0; round < roundsMax; round++) {
    const result = schema.safeParse(rest);
    if (result.success) return result.data;
    const doomed = result.error.issues.flatMap(pathsOf).sort((a, b) => b.length - a.length);
    if (doomed.some((path) => path.length === 0)) return undefined;
    for (const path of doomed) rest = without(rest, path);
  }
  return undefined;
}

/** What has to go: the unknown keys, the wrong value, or, where the value is missing already, its owner. */
function pathsOf(issue: Issue): readonly PropertyKey[][] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
  return [issue.path];
}

function without(data: unknown, path: readonly PropertyKey[]): unknown {
  const owners: unknown[] = [data];
  for (const step of path.slice(0, -1)) owners.push(fieldOf(owners.at(-1), step));
  // A value that is not there cannot go, so its owner does.
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const owner = owners[depth];
    const step = path[depth];
    if (step === undefined || fieldOf(owner, step) === undefined) continue;
    if (Array.isArray(owner)) owner.splice(Number(step), 1);
    else if (isRecord(owner)) Reflect.deleteProperty(owner, step);
    return data;
  }
  return data;
}

/** Copies maps and lists; scalars and secrets are shared. */
function structuredCopy(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(structuredCopy);
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== null) return data;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(data)) copy[key] = structuredCopy(value);
  return copy;
}

// What stands for a device of which nobody knows the model or the RouterOS version, while the rest of the site is
// checked: it has the ports that the site names, and nothing is known of them. No intent that is lowered holds it.

function standIn(site: Site, name: string): TargetAt {
  const ports = new Map(
    namedPorts(site, name).map((port) => [
      port,
      {
        name: port,
        mbps: Number.POSITIVE_INFINITY,
        switch: undefined,
        medium: 'unknown' as const,
        says: (claim: string) => ({ claim, grade: 'inferred' as const, citation: 'site' }),
      },
    ]),
  );
  return (routeros): Target => ({
    model: 'the device',
    routeros,
    ports,
    switches: [],
    offloadSwitch: undefined,
    switchOf: () => undefined,
    fact: () => undefined,
  });
}

function namedPorts({ devices, hosts = {} }: Site, name: string): readonly string[] {
  const settings = devices[name];
  const written = [
    ...Object.keys(settings?.ports ?? {}),
    ...Object.values(settings?.ports ?? {}).flatMap(({ isolation = [] }) => isolation),
    ...(settings?.['dhcp-snooping']?.trusted ?? []),
    ...(settings?.management?.port === undefined ? [] : [settings.management.port]),
    ...Object.values(hosts).flatMap((host) => (host.device === name ? [host.port] : [])),
  ];
  return written.flatMap(membersOf);
}

/** More ports than any device has. */
const portsMax = 1000;

/** `ether1-3` names three ports; so might the lane of one, which is a port too. */
function membersOf(written: string): readonly string[] {
  const [, stem = '', first, last] = /^(.*\D)(\d+)-(?:\1)?(\d+)$/.exec(written) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || to < from || to - from > portsMax) return [written];
  return Array.from({ length: to - from + 1 }, (_, index) => `${stem}${from + index}`);
}
