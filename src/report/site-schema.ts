// The JSON Schema of site files: from the zod schema that rosc itself reads them with, plus the names that it knows.

import * as z from 'zod';
import { siteSchema } from '../intent/schema.ts';
import { modelNames } from '../profile/find-model.ts';
import { portNamesOf } from '../profile/port-names.ts';
import type { Profiles } from '../profile/profiles.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema 2020-12. Models and port names are offered for completion; other spellings stay allowed. */
export function siteJsonSchema(profiles: Profiles): JsonSchema {
  const schema: JsonSchema = z.toJSONSchema(siteSchema, { io: 'input', unrepresentable: 'any' });
  const device = schemaOf(schemaOf(schema.properties?.devices)?.additionalProperties);
  const properties = device?.properties;
  if (properties) {
    properties.model = offering(schemaOf(properties.model), modelNames(profiles));
    const ports = schemaOf(properties.ports);
    if (ports) ports.propertyNames = offering(undefined, portNamesOf(profiles));
  }
  return { ...schema, title: 'rosc site', description: 'What a network should do, for rosc to compile to RouterOS' };
}

function schemaOf(node: JsonSchema | boolean | undefined): JsonSchema | undefined {
  return typeof node === 'object' ? node : undefined;
}

/** Editors complete from the enum; the second branch keeps every other text valid. */
function offering(node: JsonSchema | undefined, names: readonly string[]): JsonSchema {
  const { description, ...rest } = node ?? { type: 'string' as const };
  return { ...(description !== undefined && { description }), anyOf: [{ type: 'string', enum: [...names] }, rest] };
}
