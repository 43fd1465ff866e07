// A client that nobody here wrote, librouteros for Python, against the simulated device.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listening } from '../src/device/sim/listening.ts';
import { startServer } from '../src/device/sim/server.ts';
import { createSimulator } from '../src/device/sim/simulator.ts';
import { realClock } from './support/real-clock.ts';
import { targetOf } from './support/sim-target.ts';

const run = promisify(execFile);
const python = process.env.PYTHON ?? 'python3';
const hasLibrouteros = await run(python, ['-c', 'import librouteros']).then(
  () => true,
  () => false,
);
if (!hasLibrouteros)
  console.warn(`librouteros interop skipped: ${python} cannot import librouteros (pip install librouteros)`);

describe.skipIf(!hasLibrouteros)('librouteros', () => {
  let listening: Listening;
  beforeAll(async () => {
    const simulator = createSimulator({ target: targetOf('CRS326-24G-2S+', '7.16.2'), clock: realClock });
    listening = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => listening.close());

  it('logs in, adds, queries, is refused and removes', async () => {
    const script = join(import.meta.dirname, 'interop', 'librouteros_check.py');
    const { stdout } = await run(python, [script, '127.0.0.1', String(listening.port)]);
    expect(stdout.trim().split('\n')).toEqual([
      'identity MikroTik',
      'added *1',
      'rows 192.0.2.1/24 ether2 café',
      'query ether1 ether3',
      'trap failure: already have such address',
      'left 0',
    ]);
  });
});
