// Prometheus metrics over HTTP: one path, made anew at each scrape, behind the same guard as the web page.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { createGuard, type Guard } from './guard.ts';
import { type GuardedAddress, printListenAddress } from './listen-address.ts';

interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

export interface MetricsServer {
  /** `http://127.0.0.1:41234/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

/** Throws the error of node:net when it cannot listen. */
export async function serveMetrics(
  make: () => Promise<MetricsText>,
  { host, port, token }: GuardedAddress,
): Promise<MetricsServer> {
  const guard = createGuard({ host, token, names: [hostname()] });
  const service = { guard, make: sharedWhileMade(make) };
  const server = createServer((request, response) => void answer(request, response, service));
  // Nobody scrapes so often that a connection would serve again; answers to many at once would wait for their reader.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${printListenAddress(host, own)}/metrics`,
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Service {
  readonly guard: Guard;
  readonly make: () => Promise<MetricsText>;
}

async function answer(request: IncomingMessage, response: ServerResponse, { guard, make }: Service): Promise<void> {
  const { url = '/', method = 'GET', headers, rawHeaders } = request;
  const refusal = guard({ headers, rawHeaders, url }, false);
  if (refusal) return end(response, refusal.status, `${refusal.message}\n`);
  if (url.split('?')[0] !== '/metrics') return end(response, 404, 'The metrics are at /metrics\n');
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return end(response, 405, 'Metrics can only be read\n');
  }
  const { contentType, text } = await make();
  response.setHeader('Content-Type', contentType);
  response.end(text);
}

/** Those that ask while it is made get the same. */
function sharedWhileMade<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().finally(() => {
      making = undefined;
    });
    return making;
  };
}

function end(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(text);
}
