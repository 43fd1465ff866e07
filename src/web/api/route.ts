// One request of the API as data: where, what goes in and out as zod schemas, and the function that answers it. The server
// registers routes, and openapi.json is generated from them.

import * as z from 'zod';

/** Schemas that openapi.json lists by name. */
export const apiSchemas = z.registry<{ id: string }>();

/** Why a request is not answered; `code` is for programs. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;

  constructor(status: number, code: string, message: string) {
    this.status = status;
    this.code = code;
    this.message = message;
  }
}

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

interface Definition<P extends z.ZodObject, B extends z.ZodType, R extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly parameters?: P;
  readonly body?: B;
  readonly response: R;
  handle(parameters: z.infer<P>, body: z.infer<B>): unknown | Refusal | Promise<unknown | Refusal>;
}

const noParameters = z.strictObject({});

export function defineRoute<
  R extends z.ZodType,
  P extends z.ZodObject = typeof noParameters,
  B extends z.ZodType = z.ZodUndefined,
>(definition: Definition<P, B, R>): ApiRoute {
  const { method, path, summary, body, response, handle } = definition;
  const parameters: z.ZodObject = definition.parameters ?? noParameters;
  return {
    method,
    path,
    summary,
    parameters,
    ...(body && { body }),
    response,
    async answer(request) {
      const given = definition.parameters?.safeParse(request.parameters);
      if (given && !given.success) return malformed('parameter', given.error);
      const sent = body?.safeParse(request.body);
      if (sent && !sent.success) return malformed('body', sent.error);
      return handle(given?.data as z.infer<P>, sent?.data as z.infer<B>);
    },
  };
}

function malformed(part: string, { issues }: z.ZodError): Refusal {
  const [issue] = issues;
  const where = issue && issue.path.length > 0 ? `${part} \`${issue.path.join('.')}\`` : part;
  return new Refusal(400, 'malformed', `${where}: ${issue?.message ?? 'it has another shape'}`);
}
