// The reference site holds every key that a site can have, and the schema for editors describes every one of them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { siteJsonSchema } from '../../src/report/site-schema.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { projectRoot } from '../support/project-root.ts';

type Json = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every key that the schema knows below a value, with its description: `devices.*.ports.*.vlan`. */
function keysOf(schema: unknown, path: string): { path: string; description: unknown }[] {
  if (!isMap(schema)) return [];
  const { properties, additionalProperties, items, anyOf } = schema;
  const own = isMap(properties)
    ? Object.entries(properties).flatMap(([key, value]) => {
        // The former name of a key is not shown to whoever learns the keys.
        if (isMap(value) && value.deprecated === true) return [];
        const below = path === '' ? key : `${path}.${key}`;
        return [{ path: below, description: isMap(value) ? value.description : undefined }, ...keysOf(value, below)];
      })
    : [];
  const forms = Array.isArray(anyOf) ? anyOf.flatMap((form) => keysOf(form, path)) : [];
  return [...own, ...keysOf(additionalProperties, `${path}.*`), ...keysOf(items, path), ...forms];
}

/** Every key that occurs in the reference, in the same spelling. `named` says whether the keys of a map are names. */
function occurring(value: unknown, path: string, known: ReadonlySet<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => occurring(each, path, known));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const plain = path === '' ? key : `${path}.${key}`;
    return known.has(plain) ? [plain, ...occurring(each, plain, known)] : occurring(each, `${path}.*`, known);
  });
}

const described = keysOf(siteJsonSchema(builtInProfiles()), '');
const known = new Set(described.map(({ path }) => path));

test('every key has a description', () => {
  expect(known.size).toBeGreaterThan(150);
  expect(described.filter(({ description }) => typeof description !== 'string').map(({ path }) => path)).toEqual([]);
});

test('the reference holds every key', () => {
  const path = join(projectRoot, 'fixtures', 'sites', 'reference', 'site.yaml');
  const found = new Set(occurring(parse(readFileSync(path, 'utf8'), { logLevel: 'silent', merge: true }), '', known));
  // It has to load as one text; fixtures/cli/check-include/ shows a site of several files.
  expect([...known].filter((key) => !found.has(key))).toEqual(['include']);
});
