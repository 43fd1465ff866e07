// What is too much of an answer over REST is refused while it comes, before anything of it is parsed; what is no answer
// is refused as well, and `pnpm fuzz:long` goes on with more of it.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readConfig } from '../../../src/device/read.ts';
import { closeAfterwards, failureOf, openDevice } from '../../support/device-session.ts';
import { fuzz } from '../../support/fuzz.ts';
import { restClientOfMutants } from '../../support/fuzz-rest.ts';
import { until } from '../../support/until.ts';

/** Answers the first question, which opens the device, with a row, and the next one so. */
async function serve(answer: (response: ServerResponse) => void): Promise<number> {
  let questions = 0;
  const server = createServer((_, response) => {
    response.on('error', () => undefined);
    if (questions++ === 0) response.end('[{"version":"7.20.8"}]');
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterwards({
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

it.each([
  ['rows', '{"a":"b"},', /more than 100 rows \(ROSC_MAX_ROWS allows more\)/],
  ['brackets', '[', /more than 100 rows/],
  ['fields', '"a":"b",', /a row of more than 100000 fields/],
  ['what is no row', '1,', /a row of more than 100000 fields/],
  ['one text', 'long text ', /a row of more than 4194304 bytes/],
  ['blanks', '      \n', /a row of more than 4194304 bytes/],
])('gives up an answer of %s without an end', async (_, piece, expected) => {
  const port = await serve((response) => {
    const push = () => {
      while (!response.destroyed && response.write(piece.repeat(5000)));
      response.once('drain', push);
    };
    push();
  });
  const device = await openDevice('rest', port, { rowsMax: 100 });
  const error = await failureOf(device.print('/ip/route'));
  expect([error.kind, error.message]).toEqual(['nonsense', expect.stringMatching(expected)]);
});

it('listens to as many rows as are allowed', async () => {
  const row = { '.id': '*1', comment: 'a, b' };
  // The list itself is one bracket of those.
  const rows = Array.from({ length: 99 }, () => row);
  const port = await serve((response) => response.end(JSON.stringify(rows)));
  const device = await openDevice('rest', port, { rowsMax: 100 });
  expect(await device.print('/ip/route')).toEqual(rows);
});

it('gives up a row of many names', async () => {
  const fields = Array.from({ length: 10_001 }, (_, index) => [`name-${index}`, 'x']);
  const port = await serve((response) => response.end(JSON.stringify([Object.fromEntries(fields)])));
  const device = await openDevice('rest', port);
  expect((await failureOf(device.print('/ip/route'))).message).toContain('a row of more than 10000 fields');
});

it.each([
  ['pieces of a byte', 'Transfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n', /an answer in pieces of a few bytes/],
  ['answers before the answer', '\r\n', 'HTTP/1.1 100 Continue\r\n\r\n', /more than 10 answers before the answer/],
])('gives up %s', async (_, head, piece, expected) => {
  const port = await serve(({ socket }) => {
    const isAnswer = head !== '\r\n';
    socket?.write(isAnswer ? `HTTP/1.1 200 OK\r\n${head}` : '');
    const push = () => {
      while (socket?.writable && socket.write(piece.repeat(2000)));
      socket?.once('drain', push);
    };
    socket?.on('error', () => undefined);
    push();
  });
  const device = await openDevice('rest', port);
  expect((await failureOf(device.print('/ip/route'))).message).toMatch(expected);
});

it('takes no more in one reading than in one answer', async () => {
  const menus = ['/ip/route', '/ip/address', '/ip/pool'] as const;
  const rows = Array.from({ length: 40 }, (_, index) => ({ '.id': `*${index}` }));
  const port = await serve((response) => response.end(JSON.stringify(rows)));
  const device = await openDevice('rest', port, { rowsMax: 100 });
  // The list itself is one bracket of those.
  expect((await readConfig(device, menus.slice(0, 2), 'core')).config.items).toHaveLength(80);
  const error = await failureOf(readConfig(device, menus, 'core'));
  expect(error.message).toMatch(/more than 100 rows, or 30000 bytes, in all menus/);
});

it('asks nothing more once it is closed, whatever was waiting for its turn', async () => {
  let asked = 0;
  const port = await serve(() => asked++);
  const device = await openDevice('rest', port);
  const reads = ['/ip/route', '/ip/address', '/ip/pool', '/ip/dns', '/ip/arp', '/ip/vrf'] as const;
  const failures = Promise.all(reads.map((menu) => failureOf(device.print(menu))));
  await until(() => asked >= 4);
  await device.close();
  expect((await failures).map(({ kind }) => kind)).toEqual(reads.map(() => 'aborted'));
  expect(asked).toBe(4);
});

it.each([
  ['parts', '["a"]'],
  ['parts that say what they are', '{"toString":1}'],
  ['parts in each other', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['nothing', 'null'],
])('refuses a value of %s', async (_, value) => {
  const port = await serve((response) => response.end(`[{"name":${value}}]`));
  const device = await openDevice('rest', port);
  const error = await failureOf(device.print('/interface'));
  expect([error.kind, error.message]).toEqual(['nonsense', '/interface/print: a value that is no text']);
});

it('makes rows or a refusal of 300 answers', async () => {
  const { attempt, close } = await restClientOfMutants();
  const { failures, accepted } = await fuzz(attempt, 1, 300);
  await close();
  expect(failures).toEqual([]);
  expect(accepted).toBeGreaterThan(30);
});
