// Reads a fleet file and what it needs to know of its sites: their names, their devices, and the labels of these. The
// sites themselves are analysed later, as many as are asked for.

import { type Diagnostic, isError, type Staged } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { type FleetDevice, type FleetFile, type FleetSite, nameInFleet } from '../../fleet/fleet.ts';
import { loadFleet } from '../../fleet/load.ts';
import type { Labels } from '../../fleet/selector.ts';
import { groupsOf } from '../../fleet/waves.ts';
import { readSiteTree } from '../../intent/include.ts';
import { glob, relativeTo } from '../../io/glob.ts';
import type { Io } from '../../io/io.ts';
import { readSource } from '../../io/read-source.ts';
import type { SourceFile, Span } from '../../source/location.ts';
import { fieldOf } from '../../source/plain-data.ts';
import { readSite } from '../read/read-site.ts';

export interface Fleet extends FleetFile {
  readonly sites: readonly FleetSite[];
  /** Of all sites, in their order. */
  readonly devices: readonly FleetDevice[];
  /** Texts of all files that it is made of, for its digest. */
  readonly texts: readonly string[];
}

export async function readFleet(io: Io, path: string): Promise<Staged<Fleet | undefined>> {
  const source = await readSource(io, path);
  if (!source.value) return { value: undefined, diagnostics: source.diagnostics };
  const loaded = loadFleet(source.value);
  const file = loaded.value;
  if (!file) return { value: undefined, diagnostics: loaded.diagnostics };
  const diagnostics: Diagnostic[] = [...loaded.diagnostics];
  const texts: string[] = [file.file.text];
  const sites: FleetSite[] = [];
  for (const [sitePath, { labels, at }] of await sitePaths(io, file, diagnostics)) {
    const read = await indexSite(io, sitePath, { labels, at, file });
    diagnostics.push(...read.diagnostics);
    if (!read.value) continue;
    const { site, text } = read.value;
    const twin = sites.find(({ name }) => name === site.name);
    if (twin) diagnostics.push(siteTwice(site, twin, at));
    else {
      sites.push(site);
      texts.push(text);
    }
  }
  const value = { ...file, sites, devices: sites.flatMap(({ devices }) => devices), texts };
  return { value: diagnostics.some(isError) ? undefined : value, diagnostics };
}

interface Listed {
  readonly labels: Readonly<Record<string, string>>;
  readonly at: Span;
}

/** A file that several entries mean has the labels of all. */
async function sitePaths(io: Io, file: FleetFile, diagnostics: Diagnostic[]): Promise<ReadonlyMap<string, Listed>> {
  const listed = new Map<string, Listed>();
  for (const [index, { path, labels = {} }] of file.settings.sites.entries()) {
    const at = file.at('sites', index);
    // From where rosc runs, absolute only where the fleet file itself is named so.
    const pattern = relativeTo(file.file.path, path);
    const found = (await glob(inFolder(io), pattern)).filter((each) => each !== file.file.path);
    if (found.length === 0) {
      diagnostics.push(
        mistake('fleet/no-site', {
          what: `no file matches \`${path}\`, so the fleet lacks its sites`,
          at,
          label: pattern,
        }),
      );
    }
    for (const each of found)
      listed.set(each, { at, ...listed.get(each), labels: { ...listed.get(each)?.labels, ...labels } });
  }
  return listed;
}

/** Lists from the directory that rosc runs in. */
function inFolder(io: Io): Pick<Io, 'listFiles' | 'listFolders'> {
  const at = (path: string) => (path.startsWith('/') ? path : `${io.cwd}/${path}`.replace(/\/\.$/, ''));
  return { listFiles: (path) => io.listFiles(at(path)), listFolders: (path) => io.listFolders(at(path)) };
}

interface IndexContext extends Listed {
  readonly file: FleetFile;
}

interface IndexedSite {
  readonly site: FleetSite;
  readonly text: string;
}

async function indexSite(io: Io, path: string, context: IndexContext): Promise<Staged<IndexedSite | undefined>> {
  const { at, labels, file } = context;
  const source = await readSite(io, path);
  if (!source.value) return unreadable(path, at, source.diagnostics);
  const { value: tree, diagnostics } = readSiteTree(source.value);
  const name = fieldOf(tree?.data, 'site');
  const devices = fieldOf(tree?.data, 'devices');
  if (typeof name !== 'string' || typeof devices !== 'object' || devices === null) {
    return unreadable(path, at, diagnostics);
  }
  const members = Object.entries(devices).map(([device, settings]): FleetDevice => {
    const model = fieldOf(settings, 'model');
    const own = { site: name, device, ...(typeof model === 'string' && { model }) };
    const withoutGroups = labelsOf({ ...labels, ...own });
    const groups = groupsOf(file.settings.groups, withoutGroups);
    return {
      name: nameInFleet(name, device),
      site: name,
      device,
      labels: new Map([...withoutGroups, ['group', new Set(groups)]]),
    };
  });
  return { value: { site: { name, path, labels, devices: members }, text: textsOf(source.value) }, diagnostics: [] };
}

function labelsOf(values: Readonly<Record<string, string>>): Labels {
  return new Map(Object.entries(values).map(([label, value]) => [label, new Set([value])]));
}

/** With everything that it includes. */
function textsOf({ text, included = new Map() }: SourceFile): string {
  const parts = [...included.values()].map((part) => (typeof part === 'string' ? part : textsOf(part)));
  return [text, ...parts].join('\n');
}

function unreadable(path: string, at: Span, causes: readonly Diagnostic[]): Staged<undefined> {
  const because = causes[0]?.what ?? 'it names no site and no devices';
  const what = `\`${path}\` cannot be a site of the fleet: ${because}`;
  const own = mistake('fleet/site-unreadable', { what, at, label: 'named here' });
  return { value: undefined, diagnostics: [...causes.filter(isError), own] };
}

function siteTwice({ name, path }: FleetSite, twin: FleetSite, at: Span): Diagnostic {
  return mistake('fleet/site-twice', {
    what: `two sites are named \`${name}\`: ${twin.path} and ${path}`,
    at,
    label: 'the second comes from here',
  });
}
