// `include:` of a site: other files whose VLANs, devices, ACLs, hosts and flows are part of it. A name may stand in one
// of the files only, and every place leads into the file that has it.

import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { SourceFile, Span } from '../source/location.ts';
import { locate, locateKey } from './locate.ts';
import { type Moved, readYaml, type YamlTree } from './yaml.ts';
import { nothingRead, type YamlCounts } from './yaml-document.ts';

interface Inclusion {
  readonly path: string;
  readonly at: Span;
}

/**
 * The files that a site file asks for, as it writes them; empty where it is no YAML. `counts`: what was read of the
 * same site before.
 */
export function includedPaths(file: SourceFile, counts: YamlCounts = nothingRead()): readonly string[] {
  // Most sites are one file, which is not parsed twice for that.
  const tree = /\binclude\b/.test(file.text) ? readYaml(file, counts).value : undefined;
  return tree ? inclusionsOf(tree).map(({ path }) => path) : [];
}

/** The file and all that it includes, as one, each file once. Undefined when it is no YAML. */
export function readSiteTree(
  file: SourceFile,
  known: Set<string> = new Set(),
  counts: YamlCounts = nothingRead(),
): Staged<YamlTree | undefined> {
  const own = readYaml(file, counts);
  const tree = own.value;
  if (!tree || !isRecord(tree.data) || !('include' in tree.data)) return own;
  const diagnostics = [...own.diagnostics];
  const data: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(tree.data)) data[key] = value;
  if (!isPaths(data.include)) {
    diagnostics.push(noPaths(tree));
    data.include = undefined;
  }
  const moved = new Map<string, Moved>();
  let isIncomplete = false;
  for (const { path, at } of inclusionsOf(tree)) {
    const found = file.included?.get(path) ?? 'this site is not read from a disk';
    if (typeof found === 'string') {
      diagnostics.push(unreadable(path, found, at));
      isIncomplete = true;
      continue;
    }
    if (known.has(found.path)) continue;
    known.add(found.path);
    const part = readSiteTree(found, known, counts);
    diagnostics.push(...part.diagnostics);
    if (part.value) diagnostics.push(...merge({ tree, data, moved }, part.value));
    if (!part.value || part.value.isIncomplete) isIncomplete = true;
  }
  return { value: { ...tree, data, moved, isIncomplete }, diagnostics };
}

function isPaths(value: unknown): boolean {
  const paths: readonly unknown[] = Array.isArray(value) ? value : [value];
  return paths.length > 0 && paths.every((path) => typeof path === 'string' && path !== '');
}

function noPaths(tree: YamlTree): Diagnostic {
  return mistake('intent/wrong-type', {
    what: '`include` does not name files, so nothing is included',
    at: locate(tree, ['include']),
    label: 'expected a path or a list of paths',
  });
}

function inclusionsOf(tree: YamlTree): Inclusion[] {
  const written = isRecord(tree.data) ? tree.data.include : undefined;
  if (typeof written === 'string') return [{ path: written, at: locate(tree, ['include']) }];
  if (!Array.isArray(written)) return [];
  return written.flatMap((path: unknown, index): Inclusion[] =>
    typeof path === 'string' ? [{ path, at: locate(tree, ['include', index]) }] : [],
  );
}

interface MergedSite {
  readonly tree: YamlTree;
  readonly data: Record<string, unknown>;
  readonly moved: Map<string, Moved>;
}

/** Maps get each other's names, lists are put behind each other; everything else may stand once. */
function merge(site: MergedSite, part: YamlTree): Diagnostic[] {
  if (!isRecord(part.data)) return [];
  return Object.entries(part.data).flatMap(([section, value]) => mergeSection(site, part, section, value));
}

function mergeSection(
  { tree, data, moved }: MergedSite,
  part: YamlTree,
  section: string,
  value: unknown,
): Diagnostic[] {
  const before = data[section];
  // Its own files are in it already.
  if (section === 'include') return [];
  // Every file says its version, and all of them the same: another one is told as a mistake of that file.
  if (section === 'version' && before === value) return [];
  if (before === undefined) {
    data[section] = isRecord(value) ? Object.assign(Object.create(null), value) : value;
    moved.set(section, { tree: part, path: [section] });
    return [];
  }
  if (isRecord(before) && isRecord(value)) {
    const doubled = Object.keys(value).filter((name) => name in before);
    for (const name of Object.keys(value).filter((each) => !(each in before))) {
      before[name] = value[name];
      moved.set(`${section}\n${name}`, { tree: part, path: [section, name] });
    }
    return doubled.map((name) => again({ ...tree, moved }, part, [section, name]));
  }
  if (!Array.isArray(before) || !Array.isArray(value)) return [again({ ...tree, moved }, part, [section])];
  for (const index of value.keys()) {
    moved.set(`${section}\n${before.length + index}`, { tree: part, path: [section, index] });
  }
  data[section] = [...before, ...value];
  return [];
}

function again(whole: YamlTree, part: YamlTree, path: readonly PropertyKey[]): Diagnostic {
  return mistake('intent/duplicate-key', {
    what: `\`${path.map(String).join('.')}\` stands in two files, and only one of the two would count`,
    at: locateKey(part, path),
    label: 'written again here',
    related: [{ at: locateKey(whole, path), text: 'first here' }],
    fix: 'remove one of the two, or merge them',
  });
}

function unreadable(path: string, reason: string, at: Span): Diagnostic {
  return mistake('intent/include-unreadable', {
    what: `the site is incomplete: \`${path}\` cannot be included`,
    at,
    label: reason,
    why: 'Paths are relative to the file that includes.',
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === null;
}

/** Every file of the site once, the including one first. */
export function filesOf(file: SourceFile): readonly SourceFile[] {
  const files = new Map<string, SourceFile>();
  const waiting = [file];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (files.has(next.path)) continue;
    files.set(next.path, next);
    const parts = [...(next.included?.values() ?? [])].filter((part) => typeof part !== 'string');
    waiting.push(...parts.reverse());
  }
  return [...files.values()];
}
