// The page's server, and bytes that are almost requests. No answer may be a failure of the server's own, and none may
// show data to a request without the token.

import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import type { Attempt } from './fuzz.ts';
import { guardedUi, token } from './guarded-ui.ts';
import { madeUpRequests } from './made-up-requests.ts';
import { segmentsOf } from './mutate-bytes.ts';
import { rig } from './sim-rig.ts';
import { targetOf } from './sim-target.ts';
import { turnedClock } from './turned-clock.ts';

/** Of the event loop: until the bytes are there, and until they are answered. Events are never answered to the end. */
const [turnsMin, turnsMax] = [5, 100];

export interface FuzzedServer {
  readonly attempt: Attempt;
  /** By route, how often its handler answered with 200. */
  readonly answered: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Accepted when at least one request of the stream is answered with 200. */
export async function requestsOfMutants(): Promise<FuzzedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'rosc-fuzz-'));
  const path = join(folder, 'http');
  const clock = turnedClock();
  const stopped = new AbortController();
  const target = targetOf('CRS326-24G-2S+', '7.18.2');
  const simulator = createSimulator({ target, clock, script: rig });
  const url = { kind: 'sim', model: 'CRS326-24G-2S+', text: 'sim:CRS326-24G-2S+' } as const;
  const core = { url, connect: () => connectToSimulator(simulator, { url: url.text }), close: async () => undefined };
  const server = await guardedUi(clock, stopped.signal, new Map([['core', core]]));
  const streamOf = madeUpRequests();
  const answered = new Map<string, number>();
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
  server.addHook('onSend', async ({ routeOptions: { method, url } }, { statusCode }) => {
    if (statusCode >= 500) problems.push(`status ${statusCode} of ${url}`);
    if (statusCode !== 200) return;
    answers++;
    const route = `${method} ${url}`;
    answered.set(route, (answered.get(route) ?? 0) + 1);
  });
  await server.listen({ path });
  return {
    attempt: async (random) => {
      clock.advance(10_000);
      [answers, underWay, problems] = [0, 0, []];
      const segments = segmentsOf(streamOf(random), random);
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
    answered,
    close: async () => {
      stopped.abort();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
