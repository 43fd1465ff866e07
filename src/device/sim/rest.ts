// The simulated device over REST: JSON around the same commands, with the service's own quirks.
// Source: manual, developer-guides/rest-api; status codes and odd cases as captured from 7.23 by public projects.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { MenuPath } from '../../model/config.ts';
import { isRecord, parseJson } from '../../source/plain-data.ts';
import { readAtMost } from '../../source/read-at-most.ts';
import type { Row } from '../device.ts';
import { type Listening, type ListenOptions, listen } from './listening.ts';
import type { Answer, Request } from './request.ts';
import type { Simulator } from './simulator.ts';
import { Trap } from './trap.ts';

interface RestReply {
  readonly status: number;
  readonly body?: unknown;
}

const bodyBytesMax = 1024 * 1024;

export function startRest(simulator: Simulator, options: ListenOptions): Promise<Listening> {
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    answer(simulator, request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, failure(error)),
    );
  };
  const server = options.certificate ? createHttpsServer(options.certificate, onRequest) : createServer(onRequest);
  return listen(server, options);
}

function send(response: ServerResponse, { status, body }: RestReply): void {
  response.statusCode = status;
  if (status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="RouterOS"');
  if (body === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}

function failure(error: unknown): RestReply {
  if (error instanceof Trap) return badRequest(error.message);
  throw error;
}

function badRequest(detail: string): RestReply {
  return { status: 400, body: { error: 400, message: 'Bad Request', detail } };
}

const notFound: RestReply = { status: 404, body: { error: 404, message: 'Not Found' } };
const unauthorized: RestReply = { status: 401, body: { error: 401, message: 'Unauthorized' } };

async function answer(simulator: Simulator, request: IncomingMessage): Promise<RestReply> {
  const [, user, password] = /^([^:]*):(.*)$/s.exec(credentialsOf(request)) ?? [];
  if (user === undefined || password === undefined) return unauthorized;
  const url = new URL(request.url ?? '/', 'http://device');
  if (!url.pathname.startsWith('/rest/') && url.pathname !== '/rest') return notFound;
  const fields = await readBody(request);
  if (!fields) return badRequest('malformed JSON or wrong Content-Type');
  const run = (menu: MenuPath, verb: string, args: Fields, query: readonly string[] = []): Answer => {
    const done = simulator.request({ user, password }, requestOf(menu, verb, args, query));
    if (!done) throw new Unauthorized();
    return done;
  };
  try {
    return perform(simulator, request.method ?? 'GET', url, fields, run);
  } catch (error) {
    if (error instanceof Unauthorized) return unauthorized;
    throw error;
  }
}

class Unauthorized extends Error {}

type Fields = Readonly<Record<string, unknown>>;
type Run = (menu: MenuPath, verb: string, args: Fields, query?: readonly string[]) => Answer;

function perform(simulator: Simulator, method: string, url: URL, fields: Fields, run: Run): RestReply {
  const path = url.pathname.slice('/rest'.length);
  if (/%2a/i.test(path)) return badRequest('missing or invalid resource identifier');
  const { menu, item } = splitPath(simulator, decodeURIComponent(path));
  switch (method) {
    case 'GET':
      return get(run, menu, item, url.searchParams, simulator);
    case 'PUT': {
      const { ret = '' } = run(menu, 'add', fields);
      return { status: 201, body: rowOf(run, menu, ret) };
    }
    case 'PATCH': {
      if (item === undefined) return badRequest('missing or invalid resource identifier');
      if (!rowOf(run, menu, item)) return notFound;
      run(menu, 'set', { ...fields, '.id': item });
      return { status: 200, body: rowOf(run, menu, item) };
    }
    case 'DELETE':
      if (item === undefined) return badRequest('missing or invalid resource identifier');
      if (!rowOf(run, menu, item)) return notFound;
      run(menu, 'remove', { '.id': item });
      return { status: 204 };
    case 'POST':
      return post(run, decodeURIComponent(path), fields);
    default:
      return { status: 501, body: { error: 501, message: 'Not Implemented' } };
  }
}

/** The last segment is an item when it has an id or when the whole is no menu. */
function splitPath(simulator: Simulator, path: string): { menu: MenuPath; item?: string } {
  const whole: MenuPath = `/${path.replace(/^\/|\/$/g, '')}`;
  const end = whole.lastIndexOf('/');
  const last = whole.slice(end + 1);
  if (!last.startsWith('*') && simulator.isMenu(whole)) return { menu: whole };
  return { menu: `/${whole.slice(1, end)}`, item: last };
}

function get(
  run: Run,
  menu: MenuPath,
  item: string | undefined,
  search: URLSearchParams,
  simulator: Simulator,
): RestReply {
  if (item !== undefined) {
    const row = rowOf(run, menu, item);
    return row ? { status: 200, body: row } : notFound;
  }
  const proplist = search.get('.proplist');
  const query = [...search].filter(([name]) => name !== '.proplist').map(([name, value]) => `${name}=${value}`);
  const { rows } = run(menu, 'print', proplist === null ? {} : { '.proplist': proplist }, query);
  return { status: 200, body: simulator.isSettings(menu) ? (rows[0] ?? {}) : rows };
}

/** The last segment is a command: `print` gives rows, `add` gives an id, changes give an empty array. */
function post(run: Run, path: string, fields: Fields): RestReply {
  const end = path.lastIndexOf('/');
  const menu: MenuPath = end <= 0 ? '/' : `/${path.slice(1, end)}`;
  const { '.query': query, ...args } = fields;
  const words = Array.isArray(query) ? query.map(String) : [];
  const { rows, ret } = run(menu, path.slice(end + 1), args, words);
  return { status: 200, body: ret === undefined ? rows : { ret } };
}

function rowOf(run: Run, menu: MenuPath, item: string): Row | undefined {
  return run(menu, 'print', {}).rows.find((row) => row['.id'] === item || row.name === item);
}

/** Values may be JSON strings, numbers, booleans or lists; `null` and an empty text clear a property. */
function requestOf(menu: MenuPath, verb: string, fields: Fields, query: readonly string[]): Request {
  const args = new Map<string, string>();
  const cleared: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) cleared.push(name);
    else if (Array.isArray(value)) args.set(name, value.map(String).join(','));
    else args.set(name, String(value));
  }
  return { menu, verb, args, cleared, query };
}

function credentialsOf({ headers }: IncomingMessage): string {
  const [, encoded = ''] = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8');
}

/** An empty body has no fields; undefined when it is not a JSON object or not declared as one. */
async function readBody(request: IncomingMessage): Promise<Fields | undefined> {
  const body = await readAtMost(request, bodyBytesMax);
  if (body?.length === 0) return {};
  if (!body || request.headers['content-type'] !== 'application/json') return undefined;
  const fields = parseJson(body.toString('utf8'));
  return isRecord(fields) && !Array.isArray(fields) ? fields : undefined;
}
