// Nobody gets past the token: every route of the servers, asked for in every spelling of its path, without a token and
// with a wrong one, over raw sockets, because clients tidy up what they send.

import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realClock } from '../../src/io/real-clock.ts';
import { serveMetrics } from '../../src/io/serve-metrics.ts';
import { isLong } from '../support/examples.ts';
import { guardedUi, token } from '../support/guarded-ui.ts';
import { until } from '../support/until.ts';

const stopped = new AbortController();

let server: FastifyInstance;
let port: number;
/** As the server registered them: `GET /api/v1/analyses/:id`. */
let routes: readonly (readonly [method: string, url: string])[];

beforeAll(async () => {
  server = await guardedUi(realClock, stopped.signal);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  routes = routesIn(server.printRoutes({ commonPrefix: false }));
});

afterAll(async () => {
  stopped.abort();
  await server.close();
});

/** A tree: each line has what its path adds to the one above, four columns to the left. */
function routesIn(tree: string): [string, string][] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[└├]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(depth, Number.POSITIVE_INFINITY, part);
    return methods
      .split(', ')
      .flatMap((method): [string, string][] => (method === '' ? [] : [[method, above.join('')]]));
  });
}

/** The status, or 0 where the server only hung up. */
function ask(at: number, head: string, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(at, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      // Events go on; the first line has said it.
      if (text.includes('\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(Number(/^HTTP\/1\.[01] (\d{3}) /.exec(text)?.[1] ?? 0)));
    socket.on('error', reject);
    socket.end(`${head}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 'latin1');
  });
}

const percent = (text: string) => `%${text.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Ways to write a path that some server somewhere reads as the same. */
function spellings(path: string, at: number): readonly string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.map((part) => `/${part}`).join('');
  const single = [...path].flatMap((character, index) =>
    /[a-z\d]/i.test(character) ? [path.slice(0, index) + percent(character) + path.slice(index + 1)] : [],
  );
  const whole = `/${[...path.slice(1)].map((each) => (each === '/' ? each : percent(each))).join('')}`;
  return [
    path,
    ...single,
    whole,
    whole.toUpperCase(),
    ...single.slice(0, 3).map((each) => each.replace('%', '%25')),
    whole.replaceAll('%', '%25'),
    path.toUpperCase(),
    `/${first.charAt(0).toUpperCase()}${first.slice(1)}${tail}`,
    `/.${path}`,
    `/assets/..${path}`,
    `/assets/%2e%2e${path}`,
    `/assets/..%2f${path.slice(1)}`,
    `/index.html/..${path}`,
    `/${first}/.${tail}`,
    `/${first}/x/..${tail}`,
    `/${first}%2f${rest.join('/')}`,
    `/${first}%5c${rest.join('/')}`,
    `\\${path.slice(1)}`,
    `/${path}`,
    `//127.0.0.1:${at}${path}`,
    `///${path}`,
    path.replaceAll('/', '//'),
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}%2f`,
    `${path};a=b`,
    `${path}%00`,
    `${path}%20`,
    `${path}?/assets/index-Ab12.js`,
    `${path}#/assets/index-Ab12.js`,
    `/assets/index-Ab12.js/..${path}`,
    `http://127.0.0.1:${at}${path}`,
    `HTTP://127.0.0.1:${at}${path}`,
    `http://evil.example${path}`,
    `https:${path}`,
    path.slice(1),
    '*',
    '/%zz',
  ];
}

const credentials = ['', 'Authorization: Bearer wrong\r\n'] as const;

/** What proxies and other clients would send in its place. */
const otherCredentials = [
  `Authorization: Bearer ${token}x\r\n`,
  `Authorization: Basic ${token}\r\n`,
  `Authorization: ${token}\r\n`,
  `X-Forwarded-For: 127.0.0.1\r\nX-Original-URL: /\r\nX-Rewrite-URL: /\r\nCookie: token=${token}\r\n`,
] as const;

/** A right token, and one header more of whom it goes to or who sends it. */
const doubled = [
  `Host: 127.0.0.1\r\n`,
  `host: evil.example\r\n`,
  `AUTHORIZATION: Bearer ${token}\r\n`,
  ...credentials.slice(1),
].map((more) => `Authorization: Bearer ${token}\r\n${more}`);

/** In the gate each spelling meets each credential in one version, and both versions. */
function requestsFor(path: string, at: number): readonly (readonly [target: string, version: string, string])[] {
  return spellings(path, at).flatMap((target, row) => {
    const isPlain = target === path;
    return [...credentials, ...doubled, ...(isPlain ? otherCredentials : [])].flatMap((credential, column) => {
      const versions = ['1.1', '1.0'].filter((_, index) => isPlain || isLong || index === (row + column) % 2);
      return versions.map((version) => [target, version, credential] as const);
    });
  });
}

/** What each request was, and its status, where the status is not one of a refusal. */
async function leaks(at: number, method: string, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  const body = method === 'POST' ? '{"text":"version: 1"}' : '';
  for (const [target, version, credential] of requestsFor(path, at)) {
    const line = `${method} ${target} HTTP/${version}`;
    const type = 'Content-Type: application/json';
    const status = await ask(at, `${line}\r\nHost: 127.0.0.1:${at}\r\n${type}\r\n${credential}X: y`, body);
    if (![400, 401, 404].includes(status)) found.push(`${status} ${line} ${credential}`);
  }
  return found;
}

/** Without parameters, and with ones that name something. */
function pathsOf(url: string): readonly string[] {
  return [url.replace(':id', 'current').replace(':device', 'core').replace(':group', 'l3hw')];
}

describe('the web page', () => {
  test('has the routes that this asks for', () => {
    expect(routes.filter(([, url]) => !url.startsWith('/api/')).sort()).toEqual([
      ['GET', '/'],
      ['GET', '/assets/index-Ab12.js'],
      ['HEAD', '/'],
      ['HEAD', '/assets/index-Ab12.js'],
    ]);
    expect(routes.length).toBeGreaterThan(11);
  });

  test('answers no spelling of any path without the token', async () => {
    const closed = routes.filter(([, url]) => url.startsWith('/api/'));
    const all = await Promise.all(
      closed.flatMap(([method, url]) => pathsOf(url).map((path) => leaks(port, method, path))),
    );
    expect(all.flat()).toEqual([]);
  });

  test('answers with it, and only in the plain spelling', async () => {
    const host = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}`;
    for (const path of [
      '/api/openapi.json',
      '/api/v1/analyses/current',
      '/api/v1/events',
      '/api/v1/analyses/%63urrent',
    ]) {
      expect(await ask(port, `GET ${path} HTTP/1.1\r\n${host}`), path).toBe(200);
    }
    for (const path of ['//api/openapi.json', '/./api/openapi.json', `http://127.0.0.1:${port}/api/openapi.json`]) {
      expect(await ask(port, `GET ${path} HTTP/1.1\r\n${host}`), path).toBe(400);
    }
  });

  test('shows its own files to everybody, and other sites no data', async () => {
    const host = `Host: 127.0.0.1:${port}`;
    expect(await ask(port, `GET / HTTP/1.1\r\n${host}`)).toBe(200);
    expect(await ask(port, `GET / HTTP/1.1\r\n${host}\r\nSec-Fetch-Site: cross-site`)).toBe(200);
    const foreign = `${host}\r\nAuthorization: Bearer ${token}\r\nSec-Fetch-Site: cross-site`;
    for (const path of ['/api/v1/analyses/current', '/%61pi/v1/analyses/current', '/api/v1/%65vents']) {
      expect(await ask(port, `GET ${path} HTTP/1.1\r\n${foreign}`), path).toBe(403);
    }
  });

  test('says in its own words that a path is none', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/%zz`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: { code: 'malformed', message: 'The request cannot be read' } },
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

test('the metrics answer no spelling of their path without the token', async () => {
  const metrics = await serveMetrics(async () => ({ contentType: 'text/plain', text: 'x 1\n' }), {
    host: '127.0.0.1',
    port: 0,
    token,
  });
  const at = Number(new URL(metrics.url).port);
  try {
    expect(await leaks(at, 'GET', '/metrics')).toEqual([]);
    const head = `Host: 127.0.0.1:${at}\r\nAuthorization: Bearer ${token}`;
    expect(await ask(at, `GET /metrics HTTP/1.1\r\n${head}`)).toBe(200);
  } finally {
    await metrics.close();
  }
});

test('the metrics are made once for all that ask at a time, and one connection gets them once', async () => {
  let made = 0;
  let ready = () => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const make = async () => {
    made += 1;
    await isReady;
    return { contentType: 'text/plain', text: 'x 1\n' };
  };
  const metrics = await serveMetrics(make, { host: '127.0.0.1', port: 0, token: undefined });
  const at = Number(new URL(metrics.url).port);
  const asked = `GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:${at}\r\n\r\n`;
  const requests = 100;
  try {
    const heard = [1, 2].map(
      () =>
        new Promise<string>((resolve) => {
          const socket = connect(at, '127.0.0.1', () => socket.write(asked.repeat(requests)));
          let text = '';
          socket.on('data', (chunk) => {
            text += chunk;
            // The server would keep the connection for some seconds, in vain.
            if (text.match(/^HTTP\//gm)?.length === requests) socket.destroy();
          });
          socket.on('error', () => undefined);
          socket.on('close', () => resolve(text));
        }),
    );
    await until(() => made > 0 || undefined);
    ready();
    for (const text of await Promise.all(heard)) expect(text.match(/^x 1$/gm)).toHaveLength(1);
    expect(made).toBeLessThanOrEqual(2);
  } finally {
    await metrics.close();
  }
});
