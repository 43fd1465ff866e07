// A simulated switch in a process of its own, so that its work is not counted as rosc's.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { connect } from '../src/device/connect.ts';
import type { Device } from '../src/device/device.ts';
import { parseDeviceUrl } from '../src/device/url.ts';
import { realClock } from '../src/io/real-clock.ts';

export interface SimulatedSwitch {
  readonly url: string;
  connect(): Promise<Device>;
  stop(): void;
}

/** `program` is the built rosc.js. Every answer takes `latencyMs`. */
export async function startSwitch(program: string, routeros: string, latencyMs: number): Promise<SimulatedSwitch> {
  const args = ['sim', '--api', '127.0.0.1:0', '--json', '--routeros', routeros, '--latency', String(latencyMs)];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { api } = JSON.parse(String(line)) as { readonly api: string };
  const url = `api://admin@${api}`;
  const parsed = parseDeviceUrl(url).value;
  if (!parsed || parsed.kind === 'sim') throw new Error(`the simulated switch says it is at ${api}`);
  return {
    url,
    connect: () => connect(parsed, { password: '', clock: realClock, timeoutMs: 60_000 }),
    stop: () => void child.kill(),
  };
}
