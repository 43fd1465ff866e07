// Streams of requests for the page's server: good ones that reach every handler, with parameters and texts that are
// almost right, and bytes that are almost requests.

import { readFileSync } from 'node:fs';
import { token } from './guarded-ui.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateText } from './mutate-text.ts';

/** The places of parameters are filled from `names`. */
const routes = [
  ...['/', '/assets/index-Ab12.js', '/api/openapi.json', '/api/v1/events', '/api/v1/codes/{code}'],
  ...['', '/plan', '/plan?fresh={flag}', '/post-check', '/matrix?device={device}'].map(inAnalysis),
  ...['/trace?device={device}&from={zone}&to={zone}&class={class}', '/trace?device={device}&flow={flow}'].map(
    inAnalysis,
  ),
  '/api/v1/devices/{device}/counters',
];

function inAnalysis(part: string): string {
  return `/api/v1/analyses/{analysis}${part}`;
}

const names: Readonly<Record<string, readonly string[]>> = {
  code: ['l3hw/l3hw-port-off', 'intent/unknown-key', 'a/b'],
  analysis: ['current', 'none'],
  flag: ['true', 'false'],
  device: ['core', 'edge'],
  zone: ['left', 'right', 'ether1'],
  class: ['all', 'tcp', 'udp', 'icmp'],
  flow: ['bulk', 'syslog'],
};

const texts = ['fixtures/sites/rig/site.yaml', 'fixtures/plan/rig.rsc'];

const paths = [
  ...['/assets/../api/openapi.json', '/%zz', '*', '//api/openapi.json', 'http://127.0.0.1/api/openapi.json'],
  ...['/api/v1/analyses/current', '/api/v1/analyses/none', '/api/v1/codes/a/b%2fc', '/api/v1/check'],
];
const bodies = ['', '{}', '{"text":', '[[[[[[', '"\\ud800"', '{"__proto__":{"a":1},"text":"a: b"}'];
const noise = [
  ...['\r\n', '\n', '\r\n\r\n', ': ', '%', '%2f', '%00', '..', '//', '?', '#', '\\', ';', '@', 'HTTP/1.0', 'HTTP/9.9'],
  ...['Transfer-Encoding: chunked\r\n', 'Content-Length: 5\r\n', 'Content-Length: -1\r\n', 'Expect: 100-continue\r\n'],
  ...['Upgrade: websocket\r\nConnection: Upgrade\r\n', 'Host: evil.example\r\n', 'Sec-Fetch-Site: cross-site\r\n'],
  ...['Accept-Encoding: gzip\r\n', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 'ffffffffffffffff\r\n', '0\r\n\r\n'],
  ...['__proto__: x\r\n', 'CONNECT ', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', `X: ${'y'.repeat(20_000)}\r\n`],
].map((text) => Buffer.from(text, 'latin1'));
const textNoise = ['%', '"', '\n', '\\', '\u0000', '\u2028', '../', '__proto__', 'constructor', 'x'.repeat(400)];

type Random = () => number;

function pick<T>(list: readonly T[], random: Random): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** One request in two streams of three is left whole: it meets what the bytes after it do not spoil. */
export function madeUpRequests(): (random: Random) => Buffer {
  const drafts = texts.map((path) => readFileSync(path, 'utf8'));
  return (random) => {
    const whole = Array.from({ length: Math.floor(random() * 3) }, () => goodRequest(drafts, random));
    const broken = random() < 0.7 ? [mutateBytes(goodOrOddRequest(drafts, random), random, noise)] : [];
    return Buffer.concat([...whole, ...broken]);
  };
}

/** With the token, in order as HTTP; what it asks for may be nonsense. */
function goodRequest(drafts: readonly string[], random: Random): Buffer {
  if (random() < 0.1) return draftRequest(drafts, random);
  const target = (pick(routes, random) ?? '/').replace(/\{(\w+)\}/g, (_, name: string) => parameter(name, random));
  return requestOf('GET', target, { authorization: `Bearer ${token}` });
}

function parameter(name: string, random: Random): string {
  const value = pick(names[name] ?? [], random) ?? '';
  const said = random() < 0.2 ? mutateText(value, { other: value, noise: textNoise, random }) : value;
  return encodeURIComponent(Buffer.from(said).toString()).replace(/%2F/g, '/');
}

function draftRequest(drafts: readonly string[], random: Random): Buffer {
  const draft = pick(drafts, random) ?? '';
  const text = random() < 0.5 ? draft : mutateText(draft, { other: draft, noise: textNoise, random });
  const body = JSON.stringify({ text, ...(random() < 0.3 && { model: 'CRS326-24G-2S+', routeros: '7.18.2' }) });
  const path = random() < 0.5 ? '/api/v1/check' : '/api/v1/analyses';
  return requestOf('POST', path, { authorization: `Bearer ${token}`, body });
}

function goodOrOddRequest(drafts: readonly string[], random: Random): Buffer {
  if (random() < 0.5) return goodRequest(drafts, random);
  const authorization = pick([`Bearer ${token}`, `Bearer ${token}`, 'Bearer x', ''], random) ?? '';
  const method = pick(['GET', 'GET', 'HEAD', 'OPTIONS', 'POST'], random) ?? 'GET';
  if (method !== 'POST') return requestOf(method, pick(paths, random) ?? '/', { authorization });
  return requestOf(method, '/api/v1/analyses', { authorization, body: pick(bodies, random) ?? '' });
}

interface Sent {
  readonly authorization: string;
  readonly body?: string;
}

function requestOf(method: string, target: string, { authorization, body }: Sent): Buffer {
  const credential = authorization === '' ? '' : `Authorization: ${authorization}\r\n`;
  const size = body === undefined ? 0 : Buffer.byteLength(body);
  const type = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${size}\r\n`;
  return Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credential}${type}\r\n${body ?? ''}`);
}
