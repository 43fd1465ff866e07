// A process that is many switches: as many simulated ones as it is told, each with an API of its own on this machine. It
// prints their ports in one line of JSON, and is switches until its parent is gone.

import { startServer } from '../src/device/sim/server.ts';
import { createSimulator } from '../src/device/sim/simulator.ts';
import { nodeIo } from '../src/io/node-io.ts';
import { realClock } from '../src/io/real-clock.ts';
import { version } from '../src/model/version.ts';
import { loadAllProfiles } from '../src/pipeline/read/load-profiles.ts';
import { makeTarget } from '../src/profile/make-target.ts';

const [count = '1', latencyMs = '0', model = '', routeros = ''] = process.argv.slice(2);
const { value: profiles } = await loadAllProfiles(nodeIo(), undefined);
const target = makeTarget(profiles, model, version(routeros));
if (!target) throw new Error(`no profile of ${model}`);
const ports: number[] = [];
for (let seed = 1; seed <= Number(count); seed++) {
  const simulator = createSimulator({ target, clock: realClock, seed, faults: {} });
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0, latencyMs: Number(latencyMs) });
  ports.push(server.port);
}
process.stdout.write(`${JSON.stringify(ports)}\n`);
process.stdin.on('end', () => process.exit()).resume();
