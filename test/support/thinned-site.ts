// Sites that say less: the sites that show every key, without some of their keys. So whatever a site can say is in one
// of two of them and not in the other.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { hasAtLeast } from '../../src/diagnostics/diagnostic.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { lower } from '../../src/lower/lower.ts';
import { evaluateRaw } from '../../src/pipeline/analyse/evaluate-raw.ts';
import { builtInProfiles } from './built-in-profiles.ts';
import { projectRoot } from './project-root.ts';

export interface ThinnedPair {
  readonly device: string;
  readonly one: string;
  readonly other: string;
}

type Path = readonly string[];

/** By site: the devices that are the subjects. */
const subjects = [
  ['reference', 'core'],
  ['reference', 'access'],
  ['reference', 'edge'],
  ['reference', 'lab-switch'],
  ['services', 'core'],
] as const;

/** Every key of a device, of what it holds, and of the VLANs and policies of its site; what the rest needs stays. */
function removable(text: string, device: string): readonly Path[] {
  const document = parseDocument(text);
  const below = (path: Path, depth: number): Path[] => {
    const node = document.getIn(path);
    if (depth === 0 || !isMap(node)) return [];
    const keys = (node as YAMLMap).items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : []));
    return keys.flatMap((key) => [[...path, key], ...below([...path, key], depth - 1)]);
  };
  const fixed = new Set(['model', 'routeros', 'ports', 'gateways', 'id', '<<']);
  const paths = [
    ...below(['devices', device], 4),
    ...below(['vlans'], 2).filter(({ length }) => length === 3),
    ...below(['acls'], 1),
  ];
  // Both sites are about one device.
  return paths.filter((path) => !fixed.has(path.at(-1) ?? '') && !path.includes('model'));
}

function without(text: string, paths: readonly Path[]): string {
  const document = parseDocument(text, { merge: true });
  for (const path of paths) if (document.hasIn(path)) document.deleteIn(path);
  return document.toString();
}

function isSite(text: string, device: string): boolean {
  const { value: intent, diagnostics } = loadIntent({ path: 'site.yaml', text }, { profiles: builtInProfiles() });
  const target = intent?.devices.get(device)?.target;
  if (!intent || !target || hasAtLeast(diagnostics, 'error')) return false;
  return !hasAtLeast(lower(intent, device, target, { evaluateRaw }).diagnostics, 'error');
}

/** Up to a dozen keys are missing in each; what the site then no longer means is not drawn. */
export const thinnedPair: fc.Arbitrary<ThinnedPair> = fc.constantFrom(...subjects).chain(([site, device]) => {
  const file = readFileSync(join(projectRoot, 'fixtures', 'sites', site, 'site.yaml'), 'utf8');
  const text = file.replace(/!(?:env|file) [\w.-]+/g, '!env KEY');
  const paths = removable(text, device);
  const thinned = fc
    .subarray([...paths], { maxLength: 12 })
    .map((some) => without(text, some))
    .filter((each) => isSite(each, device));
  return fc.record({ device: fc.constant(device), one: thinned, other: thinned });
});
