// A fleet of switches over slow lines: what planning, changing and looking again costs, for the whole fleet and per device.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Figure } from './figure.ts';
import { askingForPeak, peakMegabytes } from './peak-memory.ts';

export interface FleetInput {
  /** The built rosc.js; what is many switches is built beside it. */
  readonly program: string;
  readonly switches: string;
  readonly devices: number;
  readonly latencyMs: number;
}

const model = 'CRS326-24G-2S+';
const routeros = '7.20.8';
const parallel = 32;
/** Of the wave in the middle: two that nothing answers for, and one that does not take the password. */
const failing = { dead: 2, refusing: 1 };

export async function benchFleet(input: FleetInput): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rosc-bench-fleet-'));
  const hosts = await startHosts(input, 4);
  try {
    const ports = hosts.flatMap((host) => host.ports);
    const fleet = { folder, ports, program: input.program };
    const small = Math.floor(input.devices / 4);
    const every = sites(input.devices, input.devices);
    writeFleet(fleet, every, 1);
    const first = await rosc(fleet, ['apply', '--yes', '--continue']);
    expectStatus(first, 0, 'the first apply');
    const whole = await rosc(fleet, ['plan']);
    expectStatus(whole, 0, 'the plan of a fleet that is as its sites say');
    const part = await rosc(fleet, ['plan', '--shard', `1/${input.devices / small}`]);
    const many = await inShards(fleet, input.devices);
    const changed = await changeAll(fleet, every);
    const at = `${input.latencyMs} ms round trip, --parallel ${parallel}`;
    return [
      {
        what: `plan of ${input.devices} devices without changes`,
        value: whole.ms / 1000,
        unit: 's',
        reach: { atMost: 20 },
        detail: at,
      },
      {
        what: 'the same, memory',
        value: whole.megabytes,
        unit: 'MB',
        reach: { atMost: 400 },
        detail: 'largest resident size of rosc',
      },
      {
        what: `cost of a device among ${input.devices} : among ${small}`,
        value: whole.ms / input.devices / (part.ms / small),
        unit: '',
        reach: { atMost: 1.2 },
        detail: `${Math.round(whole.ms / input.devices)} ms : ${Math.round(part.ms / small)} ms`,
      },
      many,
      ...changed,
    ];
  } finally {
    for (const host of hosts) host.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Fleet {
  readonly folder: string;
  readonly program: string;
  readonly ports: readonly number[];
}

interface Site {
  readonly name: string;
  /** Its addresses come from it. */
  readonly number: number;
}

function sites(count: number, numbers: number): readonly Site[] {
  return Array.from({ length: count }, (_, index) => ({ name: `s${index + 1}`, number: index % numbers }));
}

/** Ten times as many devices, a tenth in each run: the same switches stand for each of the tenths. */
async function inShards(fleet: Fleet, devices: number): Promise<Figure> {
  writeFleet(fleet, sites(devices * 10, devices), 1);
  let ms = 0;
  let megabytes = 0;
  for (let shard = 1; shard <= 10; shard++) {
    const run = await rosc(fleet, ['plan', '--shard', `${shard}/10`]);
    ms += run.ms;
    megabytes = Math.max(megabytes, run.megabytes);
  }
  return {
    what: `plan of ${(devices * 10).toLocaleString('en-US')} devices in 10 shards, per device`,
    value: ms / devices / 10,
    unit: 'ms',
    detail: `one shard after the other, ${Math.round(megabytes)} MB at most`,
  };
}

/** One VLAN more on each device in three waves, where three devices fail; then the same once more. */
async function changeAll(fleet: Fleet, every: readonly Site[]): Promise<readonly Figure[]> {
  const failures = failing.dead + failing.refusing;
  writeFleet(fleet, every, 2, true);
  const options = ['apply', '--yes', '--continue'];
  const rollout = await rosc(fleet, options);
  expectStatus(rollout, 1, 'the rollout with three failing devices');
  const states = countStates(rollout.report);
  const again = await rosc(fleet, options);
  const later = countStates(again.report);
  const good = every.length - failures;
  return [
    {
      what: `apply of one VLAN to ${every.length} devices in three waves`,
      value: rollout.ms / 1000,
      unit: 's',
      detail: `${states}; ${Math.round(rollout.megabytes)} MB`,
    },
    {
      what: 'devices changed by it',
      value: changedBy(rollout.report),
      unit: '',
      reach: { atLeast: good },
      detail: `two are dead, one refuses`,
    },
    {
      what: 'devices changed by a second run',
      value: changedBy(again.report),
      unit: '',
      reach: { atMost: 0 },
      detail: `${later}; ${(again.ms / 1000).toFixed(1)} s`,
    },
  ];
}

interface FleetReport {
  readonly devices: readonly { readonly state: string; readonly changes?: number }[];
}

function changedBy(report: FleetReport): number {
  return report.devices.filter(({ state }) => state === 'confirmed').length;
}

function countStates({ devices }: FleetReport): string {
  const counts = new Map<string, number>();
  for (const { state } of devices) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

function writeFleet({ folder, ports }: Fleet, every: readonly Site[], vlans: number, isFailing = false): void {
  const entries = every.map(({ name, number }, index) => {
    writeFileSync(join(folder, `${name}.yaml`), siteText(name, number, vlans));
    const failure = isFailing ? index - Math.floor(every.length / 2) : -1;
    // Nothing listens on port 1.
    const port = failure >= 0 && failure < failing.dead ? 1 : ports[number % ports.length];
    const user = failure === failing.dead ? 'nobody' : 'admin';
    return `  - { path: ${name}.yaml, labels: { port: ${port}, user: ${user} } }\n`;
  });
  writeFileSync(
    join(folder, 'fleet.yaml'),
    `version: 1
fleet: bench
sites:
${entries.join('')}defaults: { routeros: ${routeros}, url: "api://{label.user}@127.0.0.1:{label.port}" }
waves: [{ name: canary, size: 1 }, { name: tenth, size: 10% }, { name: rest }]
parallel: ${parallel}
`,
  );
}

function siteText(name: string, number: number, vlans: number): string {
  const ids = Array.from({ length: vlans }, (_, index) => index + 1);
  return `version: 1
site: ${name}
vlans:
${ids.map((id) => `  v${id}: { id: ${id + 1}, ipv4: 10.${number}.${id}.0/24 }\n`).join('')}devices:
  sw1:
    model: ${model}
    management: { port: ether24, address: 192.168.88.1/24 }
    ports:
${ids.map((id) => `      ether${id}: { vlan: v${id} }\n`).join('')}    gateways:
${ids.map((id) => `      v${id}: 10.${number}.${id}.1\n`).join('')}`;
}

interface Run {
  readonly status: number;
  readonly ms: number;
  readonly megabytes: number;
  readonly report: FleetReport;
  readonly err: string;
}

/** Rosc on the fleet, as a process. */
async function rosc({ program, folder }: Fleet, [verb = '', ...options]: readonly string[]): Promise<Run> {
  const args = [...askingForPeak, program, verb, 'fleet.yaml', '--json', '--parallel', `${parallel}`, ...options];
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ROSC_PASSWORD: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const [status] = await once(child, 'close');
  const ms = performance.now() - start;
  return {
    status: Number(status),
    ms,
    megabytes: peakMegabytes(said.err),
    report: JSON.parse(said.out || '{"devices":[]}'),
    err: said.err,
  };
}

function expectStatus({ status, err }: Run, expected: number, what: string): void {
  if (status !== expected) throw new Error(`${what} ended with ${status}\n${err.slice(-2000)}`);
}

interface Host {
  readonly ports: readonly number[];
  stop(): void;
}

async function startHosts({ switches, devices, latencyMs }: FleetInput, processes: number): Promise<readonly Host[]> {
  const each = Math.ceil(devices / processes);
  return Promise.all(
    Array.from({ length: processes }, async () => {
      const args = [switches, `${each}`, `${latencyMs}`, model, routeros];
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      return { ports: JSON.parse(String(line)) as number[], stop: () => void child.kill() };
    }),
  );
}
