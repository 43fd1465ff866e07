// The JSON Schema of site files: from the zod schema that rosc itself reads them with, plus the names that it knows.

import * as z from 'zod';
import { type MenuWord, menuWords, wordsOf } from '../intent/menu-words.ts';
import { ownWords } from '../intent/row-words.ts';
import { siteSchema } from '../intent/schema.ts';
import { siteExamples } from '../intent/site-examples.ts';
import { modelNames } from '../profile/find-model.ts';
import { portNamesOf } from '../profile/port-names.ts';
import type { Profiles } from '../profile/profiles.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema 2020-12. Models and port names are offered for completion; other spellings stay allowed. */
export function siteJsonSchema(profiles: Profiles): JsonSchema {
  const schema: JsonSchema = z.toJSONSchema(siteSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => allowNumbers(jsonSchema),
  });
  for (const [place, examples] of Object.entries(siteExamples)) {
    for (const node of schemasAt(schema, place)) node.examples = [...examples];
  }
  const device = schemaOf(schemaOf(schema.properties?.devices)?.additionalProperties);
  const properties = device?.properties;
  if (properties) {
    properties.model = offering(schemaOf(properties.model), modelNames(profiles));
    const ports = schemaOf(properties.ports);
    if (ports) ports.propertyNames = offering(undefined, portNamesOf(profiles));
  }
  for (const word of menuWords) if (!ownWords.has(word.menu)) offerProperties(schema, word);
  // The author's own keys: a place for anchors.
  schema.patternProperties = { '^x-': {} };
  return { ...schema, title: 'rosc site', description: 'What a network should do, for rosc to compile to RouterOS' };
}

const rowSteps = { rows: '[]', named: '.*', radios: '.*', settings: '' } as const;

/** Rows in RouterOS's properties have the names that its menu knows. */
function offerProperties(schema: JsonSchema, { at, form, menu, menu6 }: MenuWord): void {
  const words = new Set([...wordsOf(menu), ...(menu6 === undefined ? [] : wordsOf(menu6))]);
  for (const node of schemasAt(schema, `devices.*.${at.join('.')}${rowSteps[form]}`)) {
    node.propertyNames = { enum: [...words].sort() };
  }
}

/** What is text to JSON, which knows no other names, may be a number to an editor: the name `1`, the word `2`. */
function allowNumbers(schema: JsonSchema): void {
  const { propertyNames, enum: words } = schema;
  if (typeof propertyNames === 'object') delete propertyNames.type;
  if (words?.every((word) => typeof word === 'string' && /^\d+$/.test(word))) {
    delete schema.type;
    schema.enum = [...words.map(Number), ...words];
  }
}

/** The schemas at a place such as `devices.*.routes[].to`, in every alternative that has it. */
export function schemasAt(schema: JsonSchema, place: string): readonly JsonSchema[] {
  let nodes: JsonSchema[] = [schema];
  for (const step of place.replaceAll('[]', '.[]').split('.')) {
    nodes = nodes.flatMap(alternativesOf).flatMap((node) => {
      const next = step === '*' ? node.additionalProperties : step === '[]' ? node.items : node.properties?.[step];
      const found = Array.isArray(next) ? undefined : schemaOf(next);
      return found ? [found] : [];
    });
  }
  return nodes;
}

/** The schema itself and what it allows instead. */
export function alternativesOf(node: JsonSchema): JsonSchema[] {
  return [node, ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((each) => alternativesOf(each))];
}

export function schemaOf(node: JsonSchema | boolean | undefined): JsonSchema | undefined {
  return typeof node === 'object' ? node : undefined;
}

/** Editors complete from the enum; the second branch keeps every other text valid. */
function offering(node: JsonSchema | undefined, names: readonly string[]): JsonSchema {
  const { description, ...rest } = node ?? { type: 'string' as const };
  return { ...(description !== undefined && { description }), anyOf: [{ type: 'string', enum: [...names] }, rest] };
}
