// A REST service of made-up answers, and what rosc makes of them.

import type { AddressInfo } from 'node:net';
import { DeviceError } from '../../src/device/device.ts';
import { RestAgent } from '../../src/device/rest/rest-agent.ts';
import { postRest } from '../../src/device/rest/rest-client.ts';
import type { Attempt } from './fuzz.ts';
import { mutateBytes, segmentsOf } from './mutate-bytes.ts';
import { sendingServer } from './sending-server.ts';
import { turnedClock } from './turned-clock.ts';

const rows = '[{".id":"*1","name":"ether1","running":"true","comment":"\\u00e4, {"},{"mtu":1500,"disabled":false}]';

const bodies = [
  rows,
  '[]',
  '{"version":"7.20.8","__proto__":"x","toString":"y"}',
  '{"detail":"no such command","error":400,"message":"Bad Request"}',
  '[{"name":["a"]},{"name":{"toString":1}},[[[[]]]],null,1e999]',
  `[{"source":"${'x'.repeat(300)}\\r\\n\\ud800"}]`,
];

const heads = [
  'HTTP/1.1 200 OK',
  'HTTP/1.1 400 Bad Request',
  'HTTP/1.1 401 Unauthorized',
  'HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/rest/x',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK',
  'HTTP/1.0 200 OK',
];

const words = [
  ...bodies,
  ...heads,
  '\r\n',
  '\r\n\r\n',
  '0\r\n\r\n',
  'fffffffff\r\n',
  '[[[[[[',
  '{"a":',
  '\\u',
  '"',
  ',',
].map((text) => Buffer.from(text));

function answerOf(random: () => number): Buffer {
  const one = <T>(of: readonly T[], otherwise: T) => of[Math.floor(random() * of.length)] ?? otherwise;
  const body = one(bodies, rows);
  const [head, framed] = [one(heads, ''), Buffer.byteLength(body)];
  const whole = [
    `Content-Length: ${framed}\r\n\r\n${body}`,
    `Transfer-Encoding: chunked\r\n\r\n${framed.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    `Connection: close\r\n\r\n${body}`,
  ];
  return mutateBytes(Buffer.from(`${head}\r\nContent-Type: application/json\r\n${one(whole, '')}`), random, words);
}

/** Accepted when there are rows. */
export async function restClientOfMutants(): Promise<{ readonly attempt: Attempt; close(): Promise<void> }> {
  let segments: readonly Buffer[] = [];
  const server = sendingServer(() => segments);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const [host, clock] = ['127.0.0.1', turnedClock()];
  return {
    attempt: async (random) => {
      segments = segmentsOf(answerOf(random), random);
      const agent = new RestAgent({ host, port }, { timeoutMs: 30_000, clock });
      const client = { agent, host, port, user: 'admin', password: 'x', clock, rowsMax: 1000 };
      try {
        await postRest(client, { path: '/interface/print', body: {}, timeoutMs: 30_000 });
        return true;
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error;
        return false;
      } finally {
        agent.destroy();
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
