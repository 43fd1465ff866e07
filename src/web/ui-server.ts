// The HTTP server of `rosc ui`: the page, its API, and the events that keep it fresh. Every request passes the guard;
// none reaches the file system, and none changes a device.

import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../device/device.ts';
import type { Guard } from '../io/guard.ts';
import { Refusal } from '../io/refusal.ts';
import { openApi } from './api/open-api.ts';
import type { ApiRoute } from './api/route.ts';
import type { Assets } from './assets.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { EventStreams } from './event-stream.ts';
import { RateLimit } from './rate-limit.ts';
import type { Workspace } from './workspace.ts';

export interface UiServerOptions {
  readonly workspace: Workspace;
  readonly routes: readonly ApiRoute[];
  readonly registry: DeviceRegistry;
  readonly assets: Assets;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Larger than any export that people paste. */
const bodyBytesMax = 8 * 1024 * 1024;

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ownHeaders = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

export function createUiServer(options: UiServerOptions): FastifyInstance {
  const { workspace, registry, routes, assets, guard, clock, signal } = options;
  const server = fastify({
    bodyLimit: bodyBytesMax,
    forceCloseConnections: true,
    exposeHeadRoutes: true,
    // What the router cannot decode meets no hook.
    frameworkErrors: (_, __, reply) => void refuse(reply.headers(ownHeaders), unreadable),
    clientErrorHandler: refuseConnection,
  });
  server.removeContentTypeParser('text/plain');
  const reading = new RateLimit({ clock, burst: 200, perSecond: 50 });
  const analysing = new RateLimit({ clock, burst: 40, perSecond: 10 });
  const open = new Set([...assets.keys()].map(assetRoute));
  server.addHook('onRequest', async (request, reply) => {
    void reply.headers(ownHeaders);
    const { headers, raw, routeOptions, url } = request;
    const refusal =
      guard({ headers, rawHeaders: raw.rawHeaders, url }, open.has(routeOptions.url ?? '')) ??
      (reading.admits(request.ip) && (request.method !== 'POST' || analysing.admits(request.ip))
        ? undefined
        : new Refusal(429, 'too-many-requests', 'Too many requests; wait a moment'));
    if (refusal) await refuse(reply, refusal);
  });
  server.setErrorHandler((error, _, reply) => refuse(reply, refusalOf(error)));
  server.setNotFoundHandler((_, reply) => refuse(reply, new Refusal(404, 'not-found', 'There is nothing here')));
  for (const route of routes) {
    server.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => answer(route, request, reply),
    });
  }
  const description = openApi(routes);
  server.get('/api/openapi.json', (request, reply) => sendJson(request, reply, description));
  addEvents(server, { workspace, registry, streams: new EventStreams(clock, signal) });
  addAssets(server, assets);
  return server;
}

async function answer(route: ApiRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parameters = { ...asRecord(request.query), ...asRecord(request.params) };
  const outcome = await route.answer({ parameters, body: request.body });
  return outcome instanceof Refusal ? refuse(reply, outcome) : sendJson(request, reply, outcome);
}

function addEvents(
  server: FastifyInstance,
  {
    workspace,
    registry,
    streams,
  }: Pick<UiServerOptions, 'workspace' | 'registry'> & { readonly streams: EventStreams },
): void {
  const stops = [
    workspace.onChange(({ id }) => streams.send('analysis', { id })),
    registry.onProgress((progress) => streams.send('reading', progress)),
  ];
  server.addHook('onClose', async () => {
    for (const stop of stops) stop();
    streams.close();
  });
  // It does not end, so that nobody can be told its head alone.
  server.get('/api/v1/events', { exposeHeadRoute: false }, (request, reply) => {
    const refusal = streams.add(request.raw, reply.raw);
    if (refusal) return refuse(reply, refusal);
    reply.hijack();
    reply.raw.writeHead(200, { ...ownHeaders, 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // A page that was away for a while learns at once whether it missed something.
    reply.raw.write(`event: analysis\ndata: ${JSON.stringify({ id: workspace.current.id })}\n\n`);
    return reply;
  });
}

function addAssets(server: FastifyInstance, assets: Assets): void {
  for (const [path, { type, body, gzipped, immutable }] of assets) {
    server.get(assetRoute(path), (request, reply) => {
      const isZipped = acceptsGzip(request) && gzipped.length < body.length;
      return reply
        .type(type)
        .header('cache-control', immutable ? 'max-age=31536000, immutable' : 'no-cache')
        .header('vary', 'accept-encoding')
        .headers(isZipped ? { 'content-encoding': 'gzip' } : {})
        .send(isZipped ? gzipped : body);
    });
  }
}

function assetRoute(path: string): string {
  return path === '/index.html' ? '/' : path;
}

function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const text = JSON.stringify(value);
  const isZipped = text.length > 2000 && acceptsGzip(request);
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .headers(isZipped ? { 'content-encoding': 'gzip' } : {})
    .send(isZipped ? gzipSync(text, { level: 1 }) : text);
}

function refuse(reply: FastifyReply, { status, code, message }: Refusal): FastifyReply {
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ error: { code, message } }));
}

const unreadable = new Refusal(400, 'malformed', 'The request cannot be read');

/** What is no HTTP at all gets the same answer, as far as there is still somebody to read it. */
function refuseConnection(_: Error, socket: Socket): void {
  if (!socket.writable) return;
  const { code, message } = unreadable;
  const body = JSON.stringify({ error: { code, message } });
  const type = 'content-type: application/json; charset=utf-8';
  socket.end(
    `HTTP/1.1 400 Bad Request\r\n${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** What fastify says of a body is the sender's matter; anything else is ours, and its text stays here. */
function refusalOf(error: unknown): Refusal {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return new Refusal(413, 'too-large', 'The text is larger than 8 MB');
  if (status === 415) return new Refusal(415, 'not-json', 'The body has to be application/json');
  if (status >= 400 && status < 500) return new Refusal(status, unreadable.code, unreadable.message);
  return new Refusal(500, 'internal', 'rosc failed to answer; this is a defect of rosc');
}

function acceptsGzip({ headers: { 'accept-encoding': accepted } }: FastifyRequest): boolean {
  return accepted !== undefined && /\bgzip\b/.test(String(accepted));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
