// Services that are no devices, and mean no good: an answer without an end, a small one that unpacks to a large one,
// one that leads elsewhere, pages without an end, and complaints that are no text.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { fetchNetbox } from '../../src/io/fetch-netbox.ts';
import { queryPrometheus } from '../../src/io/query-prometheus.ts';

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('gives up an answer without an end', async () => {
  const url = await serve((_, response) => {
    const push = () => {
      while (!response.destroyed && response.write(' '.repeat(100_000)));
      response.once('drain', push);
    };
    push();
  });
  expect(await queryPrometheus(url, 'up')).toBe('an answer of more than 16000000 bytes');
});

it('counts an answer as it is unpacked', async () => {
  const packed = gzipSync(Buffer.alloc(50_000_000, 0x20));
  const url = await serve((_, response) => response.setHeader('Content-Encoding', 'gzip').end(packed));
  expect(await fetchNetbox(url, 'dcim/devices', 'secret')).toBe('an answer of more than 16000000 bytes');
});

it('takes no token elsewhere', async () => {
  let asked = 0;
  const other = await serve((_, response) => {
    asked += 1;
    response.end('{}');
  });
  const url = await serve((_, response) => response.writeHead(307, { Location: other }).end());
  expect(await fetchNetbox(url, 'dcim/devices', 'secret')).toContain('redirect');
  expect(asked).toBe(0);
});

it.each(['[[]]', '{"toString":1}', `${'['.repeat(9000)}${']'.repeat(9000)}`])(
  'repeats no complaint of %.20s',
  async (said) => {
    const url = await serve((_, response) => response.writeHead(400).end(`{"error":${said},"detail":${said}}`));
    expect(await queryPrometheus(url, 'up')).toBe('it answered 400: ');
    expect(await fetchNetbox(url, 'dcim/devices', '')).toBe('it answered 400 for dcim/devices: ');
  },
);

it('gives up pages without an end', async () => {
  const page = JSON.stringify({ count: 1e12, results: Array.from({ length: 60_000 }, () => 0) });
  const url = await serve((_, response) => response.end(page));
  expect(await fetchNetbox(url, 'dcim/devices', '')).toBe('dcim/devices has more than 100000 objects');
});

it('takes a page of more objects than a call has arguments', async () => {
  const page = JSON.stringify({ count: 0, results: Array.from({ length: 200_000 }, () => 0) });
  const url = await serve((_, response) => response.end(page));
  expect(await fetchNetbox(url, 'dcim/devices', '')).toBe('dcim/devices has more than 100000 objects');
});
