// One request of the API as data: where, what goes in and out as zod schemas, and the function that answers it. The
// server registers routes, and openapi.json is generated from them.

import * as z from 'zod';
import { Refusal } from '../../io/refusal.ts';

/** Schemas that openapi.json lists by name. */
export const apiSchemas = z.registry<{ id: string }>();

/** A request before anything of it was checked. */
export interface RawRequest {
  readonly parameters: unknown;
  readonly body: unknown;
}

export interface ApiRoute {
  readonly method: 'GET' | 'POST';
  /** Parameters in braces. */
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly parameters: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  answer(request: RawRequest): Promise<unknown>;
}

interface Definition<P extends z.ZodObject, B extends z.ZodType>
  extends Pick<ApiRoute, 'method' | 'path' | 'summary' | 'response'> {
  readonly parameters: P;
  readonly body: B;
  handle(parameters: z.output<P>, body: z.output<B>): unknown | Promise<unknown>;
}

export const noParameters = z.strictObject({});
export const noBody = z.undefined();

/** Makes the route check what comes in, so that `handle` meets nothing but what its schemas say. */
export function defineRoute<P extends z.ZodObject, B extends z.ZodType>(definition: Definition<P, B>): ApiRoute {
  const { method, path, summary, parameters, body, response } = definition;
  return {
    method,
    path,
    summary,
    parameters,
    ...(method === 'POST' && { body }),
    response,
    async answer(request) {
      const given = parameters.safeParse(request.parameters);
      if (!given.success) return malformed('parameter', given.error);
      const sent = body.safeParse(request.body);
      if (!sent.success) return malformed('body', sent.error);
      return definition.handle(given.data, sent.data);
    },
  };
}

function malformed(part: string, { issues }: z.ZodError): Refusal {
  const [issue] = issues;
  const where = issue && issue.path.length > 0 ? `${part} \`${issue.path.join('.')}\`` : part;
  return new Refusal(400, 'malformed', `${where}: ${issue?.message ?? 'it has another shape'}`);
}
