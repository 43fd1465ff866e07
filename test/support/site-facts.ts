// An imported site as single facts, one a line, in the terms of the file that it was made from: VLANs by their ids,
// ports by the names that they had there. What is expected of an import is written down in the same form.

import { parse } from 'yaml';

type Words = ReadonlyMap<string, string>;
interface Tree {
  readonly [key: string]: unknown;
}

/** Maps below these have names of VLANs and ports as their keys. */
const placesBelow = new Set([
  'ports',
  'gateways',
  'dhcp-relay',
  'dhcp-server',
  'router-advertisements',
  'interfaces',
  'vlans',
]);
/** Values of these are names of VLANs and ports. */
const placeKeys = new Set(['vlan', 'trunk', 'native', 'from', 'interfaces', 'isolation', 'trusted', 'port', 'out']);

/** `text` is the printed import, whose head says which port became which. */
export function siteFacts(text: string): string[] {
  // `!env` is a word of sites, which stands for the name of the variable here.
  const site = tree(parse(text, { logLevel: 'error' }));
  const [head = ''] = text.split(/^version:/m);
  const ports = [...head.matchAll(/(\S+) = ([\w-]+)/g)].map(([, theirs = '', ours = '']) => [ours, theirs] as const);
  const vlans = Object.entries(tree(site.vlans)).map(([name, vlan]) => [name, String(tree(vlan).id)] as const);
  const words = new Map([...ports, ...vlans]);
  const vlanFacts = Object.entries(tree(site.vlans)).map(([name, { id, ...rest }]: [string, Tree]) => [
    String(id),
    { name, ...rest },
  ]);
  const devices = Object.values(tree(site.devices)).map(({ model, routeros, ports: own, ...rest }: Tree) => ({
    ...rest,
    ports: Object.fromEntries(
      Object.entries(tree(own)).flatMap(([name, port]) => spread(name).map((one) => [one, port])),
    ),
  }));
  const parts: Tree[] = [{ vlans: Object.fromEntries(vlanFacts), acls: site.acls, zones: site.zones }, ...devices];
  return parts.flatMap((part) => flat(part, words)).sort();
}

function tree(value: unknown): Record<string, Tree> {
  return typeof value === 'object' && value !== null ? (value as Record<string, Tree>) : {};
}

/** `ether1-3` is three ports. */
function spread(name: string): string[] {
  const [, stem = '', first, last] = /^(.*?)(\d+)-(\d+)$/.exec(name) ?? [];
  if (last === undefined) return [name];
  const from = Number(first);
  return Array.from({ length: Number(last) - from + 1 }, (_, index) => `${stem}${from + index}`);
}

function flat(value: unknown, words: Words, path: readonly string[] = []): string[] {
  const at = path.join('.');
  const key = path.at(-1) ?? '';
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.some((each) => typeof each === 'object')) {
    const isOrdered = key !== 'routes';
    return value.map((each, index) => `${at}${isOrdered ? `.${index + 1}` : ''} ${inline(each, words, key)}`);
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [`${at} ${inline(value, words, key)}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${at} {}`];
  return entries.flatMap(([name, each]) => {
    return flat(each, words, [...path, placesBelow.has(key) ? (words.get(name) ?? name) : name]);
  });
}

/** Lists are sorted, as are the keys of a rule. */
function inline(value: unknown, words: Words, key: string): string {
  if (Array.isArray(value)) {
    const all = value.map((each) => inline(each, words, key));
    return all.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).join(',');
  }
  if (typeof value !== 'object' || value === null) {
    const text = String(value);
    if (!placeKeys.has(key)) return text;
    const each = spread(text).map((one) => words.get(one));
    return words.get(text) ?? (each.every((one) => one !== undefined) ? each.join(',') : text);
  }
  const parts = Object.entries(value).map(([name, each]) => `${name} ${inline(each, words, name)}`);
  return parts.sort().join(' ');
}

/** What a file of facts says: `{1-4}` stands for four facts, and what begins with `#` is a remark. */
export function writtenFacts(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.flatMap(expand).sort();
}

function expand(line: string): string[] {
  const [all, first, last] = /\{(\d+)-(\d+)\}/.exec(line) ?? [];
  if (all === undefined) return [line];
  const from = Number(first);
  return Array.from({ length: Number(last) - from + 1 }, (_, index) => line.replace(all, String(from + index)));
}
