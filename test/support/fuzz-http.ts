// The page's server, and bytes that are almost requests. No answer may be a failure of the server's own, and none may
// show data to a request without the token.

import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Attempt } from './fuzz.ts';
import { guardedUi, token } from './guarded-ui.ts';
import { mutateBytes, segmentsOf } from './mutate-bytes.ts';
import { turnedClock } from './turned-clock.ts';

const paths = [
  ...[
    '/',
    '/assets/index-Ab12.js',
    '/assets/../api/openapi.json',
    '/api/openapi.json',
    '/%zz',
    '*',
    '//api/openapi.json',
  ],
  ...['', '/matrix', '/plan', '/trace?from=users&to=core', '/post-check'].map(
    (part) => `/api/v1/analyses/current${part}`,
  ),
  ...['/api/v1/codes/l3hw/l3hw-port-off', '/api/v1/devices/core/counters', '/api/v1/events', '/api/v1/check'],
  ...['/api/v1/analyses/none', '/api/v1/codes/a/b%2fc', 'http://127.0.0.1/api/openapi.json'],
];
const bodies = [
  '',
  '{}',
  '{"text":"version: 1"}',
  '{"text":',
  '[[[[[[',
  '"\\ud800"',
  '{"__proto__":{"a":1},"text":"a: b"}',
];
const noise = [
  ...['\r\n', '\n', '\r\n\r\n', ': ', '%', '%2f', '%00', '..', '//', '?', '#', '\\', ';', '@', 'HTTP/1.0', 'HTTP/9.9'],
  ...['Transfer-Encoding: chunked\r\n', 'Content-Length: 5\r\n', 'Content-Length: -1\r\n', 'Expect: 100-continue\r\n'],
  ...['Upgrade: websocket\r\nConnection: Upgrade\r\n', 'Host: evil.example\r\n', 'Sec-Fetch-Site: cross-site\r\n'],
  ...['Accept-Encoding: gzip\r\n', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 'ffffffffffffffff\r\n', '0\r\n\r\n'],
  ...['__proto__: x\r\n', 'CONNECT ', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', `X: ${'y'.repeat(20_000)}\r\n`],
].map((text) => Buffer.from(text, 'latin1'));

/** Of the event loop: until the bytes are there, and until they are answered. Events are never answered to the end. */
const [turnsMin, turnsMax] = [5, 100];

function requestOf(random: () => number): Buffer {
  const pick = <T>(list: readonly T[], otherwise: T) => list[Math.floor(random() * list.length)] ?? otherwise;
  const method = pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'POST'], 'GET');
  const body = method === 'POST' ? pick(bodies, '') : '';
  const path = method === 'POST' ? '/api/v1/analyses' : pick(paths, '/');
  const credential =
    random() < 0.5 ? `Authorization: Bearer ${token}\r\n` : pick(['', 'Authorization: Bearer x\r\n'], '');
  const size = method !== 'POST' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credential}${size}\r\n${body}`, 'latin1');
}

/** Accepted when at least one request of the stream is answered with 200. */
export async function requestsOfMutants(): Promise<{ readonly attempt: Attempt; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rosc-fuzz-'));
  const path = join(folder, 'http');
  const clock = turnedClock();
  const stopped = new AbortController();
  const server = await guardedUi(clock, stopped.signal);
  const open = new Set(['/', '/assets/index-Ab12.js']);
  let [answers, underWay, problems]: [number, number, string[]] = [0, 0, []];
  server.addHook('onRequest', async () => void underWay++);
  server.addHook('onResponse', async () => void underWay--);
  server.addHook('onError', async (_, __, error) => {
    if (!('statusCode' in error) || Number(error.statusCode) >= 500) problems.push(error.stack ?? error.message);
  });
  server.addHook('preHandler', async ({ routeOptions: { url = '' }, headers, raw }) => {
    if (open.has(url) || headers.authorization?.includes(token)) return;
    problems.push(`${raw.method} ${raw.url} reached ${url} without the token`);
  });
  server.addHook('onSend', async (_, reply) => {
    if (reply.statusCode >= 500) problems.push(`status ${reply.statusCode}`);
    if (reply.statusCode === 200) answers++;
  });
  await server.listen({ path });
  return {
    attempt: async (random) => {
      clock.advance(10_000);
      [answers, underWay, problems] = [0, 0, []];
      const stream = Buffer.concat(Array.from({ length: 1 + Math.floor(random() * 2) }, () => requestOf(random)));
      const segments = segmentsOf(mutateBytes(stream, random, noise), random);
      const socket = connect(path);
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
      socket.on('error', () => undefined).resume();
      for (const each of segments) socket.write(each);
      for (let turn = 0; turn < turnsMin || (underWay > 0 && turn < turnsMax); turn++) await nextTurn();
      socket.end();
      await closed;
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return answers > 0;
    },
    close: async () => {
      stopped.abort();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
