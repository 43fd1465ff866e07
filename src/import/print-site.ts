// A site as the YAML that a person would have written: one line a port, a VLAN, a route; defaults left out; columns
// aligned.

import { menuWords } from '../intent/menu-words.ts';
import { Secret } from '../intent/secret.ts';
import { wordSet } from '../source/word-set.ts';
import type { SiteDraft } from './site-draft.ts';
import { printScalar } from './yaml-scalar.ts';

export interface PrintOptions {
  /** Comment lines at the top, without `#`. */
  readonly header: readonly string[];
  /** Comments behind entries, by path (joined with line breaks); such entries stand on lines of their own. */
  readonly origins?: ReadonlyMap<string, string>;
}

type Value = string | number | boolean | Secret | readonly Value[] | { readonly [key: string]: Value | undefined };

const lineMax = 116;
/** Collections whose entries stand on lines of their own, however short they are. */
const spread = wordSet('vlans devices ports bonds routes vrfs nat firewall flows hosts');
/** So do rows in RouterOS's properties, and the groups of them, by their place below a device. */
const spreadBelowDevices: ReadonlySet<string> = new Set(
  menuWords.flatMap(({ at, form }) => [at[0], ...(form === 'settings' ? [] : [at.join('/')])]),
);
/** Devices always do. */
const blockDepth = 2;
/** Values that are text whatever they look like; the reader of sites knows it too. */
const versionKey = 'routeros';

export function printSite(site: SiteDraft, { header, origins }: PrintOptions): string {
  const sections = Object.entries(plain(site)).flatMap(([key, value]) =>
    value === undefined ? [] : [entry(key, value, { depth: 0, pad: 0, path: [key], ...(origins && { origins }) })],
  );
  const lines = sections.flatMap((section, index) => {
    const isBlock = section.length > 1;
    const wasBlock = (sections[index - 1]?.length ?? 0) > 1;
    return index > 0 && (isBlock || wasBlock) ? ['', ...section] : section;
  });
  return [...header.map((line) => (line === '' ? '#' : `# ${line}`)), ...lines, ''].join('\n');
}

interface Position {
  /** Of the key. */
  readonly depth: number;
  /** Width that the keys of the block have in common. */
  readonly pad: number;
  readonly path: readonly string[];
  readonly origins?: ReadonlyMap<string, string>;
}

/** The comment of an entry, and whether entries inside it have some. */
function originOf({ path, origins }: Position): string {
  const found = origins?.get(path.join('\n'));
  return found === undefined ? '' : `  # ${found}`;
}

function hasOriginsInside({ path, origins }: Position): boolean {
  const start = `${path.join('\n')}\n`;
  return origins !== undefined && [...origins.keys()].some((key) => key.startsWith(start));
}

function entry(key: string, value: Value, position: Position): string[] {
  const { depth, pad } = position;
  const indent = '  '.repeat(depth);
  const label = `${indent}${printScalar(key)}:`;
  if (typeof value === 'string' && value.includes('\n')) {
    const lines = value.replace(/\n$/, '').split('\n');
    return [`${label} |`, ...lines.map((line) => (line === '' ? '' : `${indent}  ${line}`))];
  }
  const inline = flow(value, key);
  const origin = originOf(position);
  const isSpread =
    typeof value === 'object' &&
    (spread.has(key) || isMenuWord(position.path) || isDevice(depth, value) || hasOriginsInside(position));
  const gap = ' '.repeat(Math.max(1, indent.length + pad + 1 - label.length + 1));
  if (!isSpread && label.length + 1 + inline.length <= lineMax) return [`${label}${gap}${inline}${origin}`];
  return [`${label}${origin}`, ...block(value, { ...position, depth: depth + 1 })];
}

function isMenuWord([first, , ...below]: readonly string[]): boolean {
  return first === 'devices' && spreadBelowDevices.has(below.join('/'));
}

/** The entries below `devices`. */
function isDevice(depth: number, value: Value): boolean {
  return depth === blockDepth - 1 && typeof value === 'object' && 'model' in value;
}

function block(value: Value, position: Position): string[] {
  const { depth, path } = position;
  const indent = '  '.repeat(depth);
  if (isList(value)) {
    return value.map((item, index) => {
      return `${indent}- ${flow(item, '')}${originOf({ ...position, path: [...path, String(index)] })}`;
    });
  }
  if (typeof value !== 'object') return [`${indent}${flow(value, '')}`];
  const entries = Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, each] as const]));
  const isTable = entries.every(([, each]) => typeof each === 'object' && !isList(each));
  const widest = Math.max(...entries.map(([key]) => printScalar(key).length));
  const pad = isTable && entries.length > 1 && widest <= 24 ? widest : 0;
  return entries.flatMap(([key, each]) => entry(key, each, { ...position, pad, path: [...path, key] }));
}

/** `{ a: 1, b: [x, y] }` */
function flow(value: Value, key: string): string {
  if (isList(value)) return `[${value.map((item) => flow(item, key)).join(', ')}]`;
  if (value instanceof Secret) return `!${value.from} ${value.name}`;
  if (typeof value !== 'object') return printScalar(value, { isText: key !== versionKey });
  const parts = Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : [`${printScalar(name)}: ${flow(each, name)}`],
  );
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** The draft as what it is made of, which its type does not say. */
function plain(value: object): { readonly [key: string]: Value | undefined } {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}

function plainValue(value: unknown): Value | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.flatMap((each: unknown) => plainValue(each) ?? []);
  if (value instanceof Secret) return value;
  if (typeof value === 'object' && value !== null) return plain(value);
  return undefined;
}
