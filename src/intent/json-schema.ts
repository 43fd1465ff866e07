// The JSON Schema of a site file, for editors: completion, hints, and red underlines while one types.

import * as z from 'zod';
import { siteSchema } from './schema.ts';

/** Secrets are YAML tags, which editors see as plain text. */
export function siteJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(siteSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'string';
    },
  });
  return { ...schema, title: 'rosc site' };
}
