// What is said of one thing in a site that does not fit its schema: the place, the nearest known name, the right shape.

import { Document } from 'yaml';
import type { z } from 'zod';
import type { Diagnostic, Fix, Label } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { writeInstead } from '../diagnostics/write-instead.ts';
import type { Location, Span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import { locate, locateKey, type Path } from './locate.ts';
import { siteSchema } from './schema.ts';
import { device } from './schema-device.ts';
import { exampleAt, homesOf, placeOf } from './schema-places.ts';
import { Secret } from './secret.ts';
import { dataAt, noAnchor, type YamlTree } from './yaml.ts';

export type Issue = z.core.$ZodIssue;

/** What kind of file it is, in messages. */
export type FileKind = 'site' | 'fleet';

export interface Tree extends YamlTree {
  readonly kind: FileKind;
}

export const typeWords: Readonly<Record<string, string>> = {
  object: 'a map',
  record: 'a map',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
};

export interface UnknownKey {
  /** Of the map that has the key. */
  readonly path: Path;
  readonly key: string;
  readonly known: readonly string[];
}

export function unknownKey(tree: Tree, unknown: UnknownKey): Diagnostic {
  const { path, key, known } = unknown;
  const at = locateKey(tree, [...path, key]);
  const instead = saidOtherwise[placeOf(path)]?.[key];
  const meant = instead === undefined ? meantBy(tree, unknown) : undefined;
  return mistake('intent/unknown-key', {
    what: `${ownerOf(tree, path)} has no key \`${key}\`, so what it says would not happen`,
    at,
    ...labelAndFix(),
  });

  function labelAndFix(): { label: string; fix: Fix | string } {
    if (instead !== undefined) return { label: 'a site says it otherwise', fix: instead };
    if (!meant) {
      return { label: 'unknown here', fix: `use one of ${known.map((each) => `\`${each}\``).join(', ')}` };
    }
    const { name, homes } = meant;
    if (homes) {
      return {
        label: `\`${name}\` stands ${homes.map(homeText).join(' or ')}`,
        fix: `move it there, as \`${name}:\``,
      };
    }
    return { label: `did you mean \`${name}\`?`, fix: writeInstead(at, name) };
  }
}

const plugged = 'say where it is plugged in: `device: DEVICE` and `port: PORT`';

/** Words that people use at a place of the schema for what a site says otherwise there, and how. */
const saidOtherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'hosts.*': {
    at: plugged,
    on: plugged,
    switch: plugged,
    interface: plugged,
    ip: 'write `address:`',
    ipv4: 'write `address:`',
    ipv6: 'write `address:`',
    vlan: 'leave it out: a host is in the VLAN of its port',
  },
  'devices.*.ports.*': {
    access: 'write `vlan:`',
    untagged: 'write `vlan:`, or `native:` beside a trunk',
    pvid: 'write `vlan:`, or `native:` beside a trunk',
    tagged: 'write `trunk:`',
  },
};

/** Nothing is spelt like it, here or elsewhere. */
export function isStrange(tree: Tree, unknown: UnknownKey): boolean {
  if (saidOtherwise[placeOf(unknown.path)]?.[unknown.key] !== undefined) return false;
  return meantBy(tree, unknown) === undefined;
}

/** Keys of the two levels that people mix up. */
const levels = [...Object.keys(siteSchema.shape), ...Object.keys(device.shape)];

/** A key that stands at more places than this says nothing about where it belongs. */
const homesMax = 2;

/** The known key that was meant, and, where it is none of this map, which maps have it. */
function meantBy(
  { kind }: Tree,
  { path, key, known }: UnknownKey,
): { readonly name: string; readonly homes?: readonly string[] } | undefined {
  if (kind !== 'site') {
    const near = nearestName(key, known);
    return near === undefined ? undefined : { name: near };
  }
  const own = placeOf(path);
  // Other levels are looked through for a slip only from one of them: elsewhere too much is like something.
  const near = nearestName(key, own === '' || own === 'devices.*' ? [...known, ...levels] : known);
  if (near !== undefined && known.includes(near)) return { name: near };
  for (const name of [key, near]) {
    const homes = name === undefined ? [] : homesOf(name).filter((home) => home !== own);
    if (name !== undefined && homes.length > 0 && homes.length <= homesMax) return { name, homes };
  }
  const nearHere = nearestName(key, known);
  return nearHere === undefined ? undefined : { name: nearHere };
}

function homeText(home: string): string {
  if (home === '') return 'at the top level';
  if (home === 'devices.*') return 'under a device';
  return home.endsWith('[]') ? `in an entry of \`${home.slice(0, -2)}\`` : `under \`${home}\``;
}

/** An entry of a list that is written in another language altogether: one mistake, with all that does not fit. */
export function strangeEntry(tree: Tree, path: Path, marks: readonly Label[]): Diagnostic {
  const whole = locate(tree, path);
  const [first, ...others] = marks.filter(({ at }) => !isSamePlace(at, whole));
  const shape = shapeAt(tree, path);
  return mistake('intent/unknown-key', {
    what: `\`${path.map(String).join('.')}\` is written in a way that rosc does not read, so it would not happen`,
    at: first?.at ?? whole,
    label: first?.text ?? '',
    related: others,
    fix: shape === undefined ? undefined : `write it as \`${shape}\``,
  });
}

function isSamePlace(left: Location, right: Span): boolean {
  return left.kind === 'source' && left.start === right.start && left.end === right.end;
}

export function missingKey(tree: Tree, path: Path): Diagnostic {
  const key = String(path.at(-1) ?? '');
  const parent = path.slice(0, -1);
  const owner = parent.length > 0 ? `\`${parent.map(String).join('.')}\`` : `the ${tree.kind}`;
  return mistake('intent/missing-key', {
    what: `${owner} does not say its \`${key}\``,
    at: parent.length > 0 ? locateKey(tree, parent) : locate(tree, parent),
    label: `\`${key}\` is missing here`,
    fix: `add \`${shapeAt(tree, path) ?? `${key}:`}\` here`,
  });
}

export function wrongType(tree: Tree, path: Path, expected: string): Diagnostic {
  const value = dataAt(tree, path);
  const at = locate(tree, path);
  const wanted = typeWords[expected] ?? expected;
  if (path.length === 0) return notASite(tree, kindOf(value));
  const isQuotable = expected === 'string' && (typeof value === 'number' || typeof value === 'boolean');
  const written = at.file.text.slice(at.start, at.end);
  if (value === null && written.startsWith('*')) return noAnchor(at, written.slice(1));
  const quoted = JSON.stringify(written);
  const shape = shapeAt(tree, path);
  const quoting: Fix = { title: 'quote it', applicability: 'safe', edits: [{ span: at, text: quoted }] };
  return mistake('intent/wrong-type', {
    what: `\`${path.map(String).join('.')}\` is ${kindOf(value)} where a ${tree.kind} has ${wanted}`,
    at,
    label: `expected ${wanted}`,
    fix: isQuotable ? quoting : shape === undefined ? undefined : `write it as \`${shape}\``,
  });
}

function notASite(tree: Tree, kind: string): Diagnostic {
  return mistake('intent/wrong-type', {
    what: `\`${tree.file.path}\` is not a ${tree.kind}: it is ${kind} where a ${tree.kind} has keys and their values`,
    at: locate(tree, []),
    label: tree.kind === 'site' ? 'a site begins with `version: 1`' : 'expected a map',
    fix: 'start from `rosc init`; RouterOS exports are for `rosc audit` and `rosc import`',
  });
}

/** `key: value` or `- value`, as an example has it at that place. */
function shapeAt({ kind }: Tree, path: Path): string | undefined {
  const example = kind === 'site' ? exampleAt(placeOf(path)) : undefined;
  if (example === undefined) return undefined;
  const last = path.at(-1);
  const text = new Document(example).toString({ collectionStyle: 'flow', lineWidth: 0 }).trim();
  return typeof last === 'number' ? `- ${text}` : `${String(last)}: ${text}`;
}

function ownerOf(tree: Tree, path: Path): string {
  return path.length > 0 ? `\`${path.map(String).join('.')}\`` : `a ${tree.kind}`;
}

export function badName(tree: Tree, path: Path, message: string): Diagnostic {
  return mistake('intent/bad-value', {
    what: `\`${String(path.at(-1))}\` cannot be a name here`,
    at: locateKey(tree, path),
    label: message,
  });
}

export function badValue(tree: Tree, issue: Issue, path: Path): Diagnostic {
  const at = locate(tree, path);
  const replacement = issue.code === 'custom' ? issue.params?.replacement : undefined;
  // A number that no schema has a limit for, since JavaScript could not count there.
  const isBeyondAll = issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER;
  return mistake('intent/bad-value', {
    what: `\`${path.map(String).join('.')}\` cannot be this`,
    at,
    label: isBeyondAll ? 'far too large' : issue.message,
    fix: typeof replacement === 'string' ? writeInstead(at, replacement) : undefined,
  });
}

export function literalSecret(tree: Tree, path: Path): Diagnostic {
  return mistake('intent/literal-secret', {
    what: 'a secret stands in the site, where everybody who can read the file reads it',
    at: locate(tree, path),
    label: 'a secret is written as `!env NAME` or `!file PATH`',
    why: 'A site is kept in git and shown in plans; rosc fetches secrets when it needs them and stores none.',
    fix: `put the secret into an environment variable and write \`${String(path.at(-1))}: !env NAME\``,
  });
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Secret) return 'a secret';
  switch (typeof value) {
    case 'object':
      return 'a map';
    case 'string':
      return 'text';
    case 'number':
      return Number.isFinite(value) ? 'a number' : `\`${String(value)}\``;
    default:
      return typeof value === 'boolean' ? `\`${String(value)}\`` : 'something else';
  }
}
