// The API's description, generated from its routes and their schemas.

import * as z from 'zod';
import { versionText } from '../../io/version.ts';
import { type ApiRoute, apiSchemas } from './route.ts';

const errorSchema = z
  .strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })
  .register(apiSchemas, { id: 'Error' });

const eventsPath = {
  get: {
    summary: 'Server-sent events: `analysis` with the id of the file’s analysis, now and whenever it changes',
    responses: { 200: { description: 'A stream', content: { 'text/event-stream': { schema: { type: 'string' } } } } },
  },
} as const;

/** An OpenAPI 3.1 document. */
export function openApi(routes: readonly ApiRoute[]): unknown {
  const { schemas } = z.toJSONSchema(apiSchemas, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The only custom type of the API is the path of a menu.
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'string';
    },
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = operations;
  }
  paths['/api/v1/events'] = eventsPath;
  return {
    openapi: '3.1.0',
    info: {
      title: 'rosc',
      version: versionText(),
      description: 'Reads and judges; no request changes a device or a file.',
    },
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
      ),
    },
  };
}

function operationOf({ summary, path, parameters, body, response }: ApiRoute) {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const { properties = {}, required = [] } = z.toJSONSchema(parameters, { io: 'input' });
  return {
    summary,
    ...(Object.keys(properties).length > 0 && {
      parameters: Object.entries(properties).map(([name, schema]) => ({
        name,
        in: inPath.has(name) ? 'path' : 'query',
        required: inPath.has(name) || required.includes(name),
        schema,
      })),
    }),
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      200: { description: 'Done', content: contentOf(response) },
      default: { description: 'Refused', content: contentOf(errorSchema) },
    },
  };
}

function contentOf(schema: z.ZodType) {
  const id = apiSchemas.get(schema)?.id;
  if (id === undefined) throw new Error('a schema of the API has no name');
  return { 'application/json': { schema: { $ref: `#/components/schemas/${id}` } } };
}
