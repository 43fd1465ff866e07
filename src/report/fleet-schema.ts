// The JSON Schema of fleet files: from the zod schema that rosc itself reads them with.

import * as z from 'zod';
import { fleetSchema } from '../fleet/schema.ts';
import type { JsonSchema } from './site-schema.ts';

/** JSON Schema 2020-12. */
export function fleetJsonSchema(): JsonSchema {
  const schema: JsonSchema = z.toJSONSchema(fleetSchema, { io: 'input', unrepresentable: 'any' });
  // The author's own keys: a place for anchors.
  schema.patternProperties = { '^x-': {} };
  return { ...schema, title: 'rosc fleet', description: 'Many sites, and how changes are rolled out to them' };
}
