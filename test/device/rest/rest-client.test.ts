// What is too much of an answer over REST is refused while it comes, before anything of it is parsed.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { closeAfterwards, failureOf, openDevice } from '../../support/device-session.ts';

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
  ['fields', '"a":"b",', /more than 100000 fields in a row/],
  ['what is no row', '1,', /more than 100000 fields in a row/],
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
