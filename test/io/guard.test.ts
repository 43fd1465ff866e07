// Who the web server answers: the names and origins of its own page, and, beyond this machine, only those with the
// token.

import { describe, expect, test } from 'vitest';
import { createGuard, isLoopback } from '../../src/io/guard.ts';
import { RateLimit } from '../../src/web/rate-limit.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const token = 'correct-horse-battery';
const data = { url: '/api/v1/analyses/current', isOpen: false };
const head = (headers: Record<string, string>, url: string) => ({
  headers,
  rawHeaders: Object.entries(headers).flat(),
  url,
});
const page = { url: '/', isOpen: true };

describe('on this machine', () => {
  const guard = createGuard({ host: '127.0.0.1', token: undefined });
  const refusal = (headers: Record<string, string>, { url, isOpen } = data) => guard(head(headers, url), isOpen)?.code;

  test.each(['127.0.0.1:8080', 'localhost:8080', 'LOCALHOST', '[::1]:8080', '127.0.0.2:1'])('answers to %s', (host) => {
    expect(refusal({ host })).toBeUndefined();
  });

  test.each([
    'evil.example:8080',
    '192.0.2.1:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '',
    'a b',
    '127.0.0.1@evil.example',
  ])('does not answer to %s', (host) => expect(refusal({ host })).toBe('foreign-host'));

  test('does not answer without a host', () => expect(refusal({})).toBe('foreign-host'));

  test.each([
    ['http://127.0.0.1:8080', undefined],
    ['http://127.0.0.1:9090', 'foreign-origin'],
    ['http://localhost:8080', 'foreign-origin'],
    ['https://127.0.0.1:8080', 'foreign-origin'],
    ['http://evil.example', 'foreign-origin'],
    ['null', 'foreign-origin'],
  ])('origin %s', (origin, code) => {
    expect(refusal({ host: '127.0.0.1:8080', origin })).toBe(code);
  });

  test('a page elsewhere may link to the page, but not read its data', () => {
    const headers = { host: '127.0.0.1:8080', 'sec-fetch-site': 'cross-site' };
    expect(refusal(headers, page)).toBeUndefined();
    expect(refusal(headers)).toBe('foreign-origin');
    expect(refusal({ ...headers, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
  });
});

describe('beyond this machine', () => {
  const guard = createGuard({ host: '0.0.0.0', token, names: ['noc.example'] });
  const refusal = (headers: Record<string, string>, { url, isOpen } = data) => guard(head(headers, url), isOpen)?.code;
  const authorization = `Bearer ${token}`;

  test.each(['192.0.2.1:8080', '[2001:db8::1]:8080', 'noc.example:8080', 'NOC.example', 'localhost'])(
    'answers to %s',
    (host) => {
      expect(refusal({ host, authorization })).toBeUndefined();
    },
  );

  test('does not answer to names of others', () => {
    expect(refusal({ host: 'evil.example', authorization })).toBe('foreign-host');
  });

  test.each(['', 'Bearer', 'Bearer wrong', `Bearer ${token}x`, `Basic ${token}`, token])(
    'refuses the token %j',
    (given) => {
      expect(refusal({ host: '192.0.2.1', authorization: given })).toBe('token-missing');
    },
  );

  test('the page itself holds no data and needs no token', () => {
    expect(refusal({ host: '192.0.2.1' }, page)).toBeUndefined();
    expect(refusal({ host: '192.0.2.1' })).toBe('token-missing');
  });
});

describe('the target', () => {
  const guard = createGuard({ host: '127.0.0.1', token: undefined });
  const refusal = (url: string) => guard(head({ host: 'localhost' }, url), true)?.code;

  test.each(['/', '/assets/index-Ab_1.js', '/api/v1/codes/l3hw/x?y=//../%2f', '/api/v1/devices/a%20b%C3%A4/counters'])(
    '%s is plain',
    (url) => expect(refusal(url)).toBeUndefined(),
  );

  test.each([
    'http://localhost/api/v1/check',
    '//localhost/api',
    '/a//b',
    '/a/../b',
    '/a/.',
    '/a%2fb',
    '/a%5Cb',
    '/a\\b',
    '/%2e%2e/b',
    '/%252e/b',
    '/a%00',
    '/ä',
    '*',
    '',
  ])('%s is not', (url) => expect(refusal(url)).toBe('malformed'));
});

test('what loopback is', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].filter((host) => !isLoopback(host))).toEqual([]);
  expect(
    ['127.999.1.1', '127.1', '127.0.0.1.1', '0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.example', '128.0.0.1'].filter(
      isLoopback,
    ),
  ).toEqual([]);
});

test('a bucket empties at once and refills steadily, for each address alone', async () => {
  const clock = createVirtualClock();
  const limit = new RateLimit({ clock, burst: 3, perSecond: 2 });
  const admitted = (address: string, times: number) =>
    Array.from({ length: times }, () => limit.admits(address)).filter((isAdmitted) => isAdmitted).length;
  expect(admitted('192.0.2.1', 10)).toBe(3);
  expect(admitted('192.0.2.2', 1)).toBe(1);
  await clock.sleep(1000);
  expect(admitted('192.0.2.1', 10)).toBe(2);
  await clock.sleep(60_000);
  expect(admitted('192.0.2.1', 10)).toBe(3);
});
