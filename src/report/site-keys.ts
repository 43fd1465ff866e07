// Every key of a site file, from the schema that rosc itself reads sites with.

import { alternativesOf, type JsonSchema, schemaOf } from './site-schema.ts';

export interface SiteKey {
  readonly place: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly meaning: string;
  readonly examples: readonly string[];
}

/** The keys below a schema in the order of the schema; alternatives that give the same key are one row. */
export function keysOfSite(schema: JsonSchema, place = ''): readonly SiteKey[] {
  const found = new Map<string, SiteKey>();
  const prefix = place === '' ? '' : `${place}.`;
  for (const node of alternativesOf(schema)) {
    for (const [key, value] of Object.entries(node.properties ?? {})) {
      const child = schemaOf(value);
      if (child) add(found, child, `${prefix}${key}`, node.required?.includes(key) ?? false);
    }
    const other = schemaOf(node.additionalProperties);
    if (other) add(found, other, `${place}.*`, false);
    const item = Array.isArray(node.items) ? undefined : schemaOf(node.items);
    keep(found, item ? keysOfSite(item, `${place}[]`) : []);
  }
  return [...found.values()];
}

function add(found: Map<string, SiteKey>, schema: JsonSchema, place: string, isRequired: boolean): void {
  const told = alternativesOf(schema).flatMap((node) => node.examples ?? []);
  const examples = told.slice(0, 2).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const meaning = alternativesOf(schema).find(({ description }) => description !== undefined)?.description ?? '';
  keep(found, [{ place, kind: kindOf(schema), isRequired, meaning, examples }, ...keysOfSite(schema, place)]);
}

function keep(found: Map<string, SiteKey>, rows: readonly SiteKey[]): void {
  for (const row of rows) if (!found.has(row.place)) found.set(row.place, row);
}

/** Long lists of names are for editors; here a few words are enough. */
const wordsMax = 14;

function kindOf(schema: JsonSchema): string {
  return [...new Set(alternativesOf(schema).flatMap(kindsOf))].join(' or ');
}

function kindsOf(node: JsonSchema): readonly string[] {
  if (node.const !== undefined) return [`\`${String(node.const)}\``];
  if (node.enum) return [wordsOf(node.enum)];
  if (node.type === 'integer' || node.type === 'number') return [`${node.type}${rangeOf(node)}`];
  return kindOfType[String(node.type)] ?? [];
}

const kindOfType: Readonly<Record<string, readonly string[]>> = {
  array: ['list'],
  object: ['mapping'],
  boolean: ['true, false'],
  string: ['text'],
};

function wordsOf(words: readonly unknown[]): string {
  return words.length > wordsMax ? 'name' : [...new Set(words.map(String))].map((word) => `\`${word}\``).join(', ');
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  const isWide = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER;
  if (minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER) return '';
  return isWide ? ` from ${minimum}` : ` ${minimum} to ${maximum}`;
}
