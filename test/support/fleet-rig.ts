// A fleet of light simulated switches, each with an API of its own on this machine, and the files that say so.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../src/cli.ts';
import type { Clock } from '../../src/device/device.ts';
import type { Faults } from '../../src/device/sim/faults.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/device/sim/simulator.ts';
import { nodeIo } from '../../src/io/node-io.ts';
import { branchModel, branchSite } from './fleet-files.ts';
import { leapingClock } from './leaping-clock.ts';
import { type MemoryIo, memoryIo } from './memory-io.ts';
import { targetOf } from './sim-target.ts';

export interface FleetRig {
  readonly folder: string;
  readonly names: readonly string[];
  readonly simulators: ReadonlyMap<string, Simulator>;
  /** Its API answers no more, as that of a device without power. */
  stop(name: string): Promise<void>;
  /** It answers again, at the same address. */
  restart(name: string): Promise<void>;
  /** For a command that a test interrupts. */
  io(): MemoryIo;
  /** Runs rosc in the folder; files that it writes are real ones. */
  run(...words: readonly string[]): Promise<{ readonly status: number; readonly io: MemoryIo }>;
  /** The same, with its JSON. */
  json(...words: readonly string[]): Promise<FleetJson>;
  close(): Promise<void>;
}

export interface FleetJson {
  readonly status: number;
  /** By name. */
  readonly states: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly waves: Readonly<Record<string, string>>;
  readonly codes: readonly string[];
  readonly err: string;
}

export interface FleetRigOptions {
  /** Names of the sites; each has a device `sw1`. */
  readonly sites: readonly string[];
  /** Further lines of the fleet file. */
  readonly lines?: string;
  readonly labels?: (site: string) => string;
  readonly faults?: Readonly<Record<string, Partial<Faults>>>;
  /** Absent = one that leaps; beside processes it is the one on the wall. */
  readonly clock?: Clock & { readonly ofDevices?: Clock };
  /** Of the simulated devices. */
  readonly device?: Partial<SimulatorOptions>;
}

export async function fleetRig({
  sites,
  lines = '',
  labels,
  faults = {},
  clock = leapingClock(),
  device = {},
}: FleetRigOptions): Promise<FleetRig> {
  const folder = await mkdtemp(join(tmpdir(), 'rosc-fleet-'));
  const simulators = new Map<string, Simulator>();
  const ports = new Map<string, number>();
  const servers = new Map<string, { close(): Promise<void> }>();
  const serve = async (site: string, port: number) => {
    const simulator = simulators.get(site);
    if (!simulator) throw new Error(`no ${site}`);
    // Who leaps over a day stops at each nap of each device.
    const napMs = clock.ofDevices ? 60_000 : 1000;
    const server = await startServer(simulator, { host: '127.0.0.1', port, napMs });
    servers.set(site, server);
    return server.port;
  };
  for (const [index, site] of sites.entries()) {
    const made = { target: targetOf(branchModel, '7.20.8'), clock: clock.ofDevices ?? clock };
    simulators.set(site, createSimulator({ ...made, seed: index + 1, faults: faults[site] ?? {}, ...device }));
    ports.set(site, await serve(site, 0));
    await writeFile(join(folder, `${site}.yaml`), branchSite(site, index + 11));
  }
  const entry = (site: string) =>
    `  - { path: ${site}.yaml, labels: { port: ${ports.get(site)}, ${labels?.(site) ?? 'kind: branch'} } }`;
  const fleet = `version: 1
fleet: test
sites:
${sites.map(entry).join('\n')}
defaults: { routeros: 7.20.8, url: "api://admin@127.0.0.1:{label.port}" }
${lines}
`;
  await writeFile(join(folder, 'fleet.yaml'), fleet);
  const disk = nodeIo();
  const newIo = (): MemoryIo => {
    const memory = memoryIo({ env: { ROSC_PASSWORD: '' }, cwd: folder, clock });
    const { writeFile: write, listFiles, listFolders, removeFile } = disk;
    return { ...memory, writeFile: write, listFiles, listFolders, removeFile };
  };
  const run = async (...words: readonly string[]) => {
    const io = newIo();
    return { status: await main(words, io), io };
  };
  return {
    folder,
    names: sites.map((site) => `${site}/sw1`),
    simulators,
    stop: async (site) => servers.get(site)?.close(),
    restart: async (site) => void (await serve(site, ports.get(site) ?? 0)),
    io: newIo,
    run,
    async json(...words) {
      const { status, io } = await run(...words, '--json');
      const report: { [key: string]: Record<string, string>[] } = JSON.parse(io.out());
      const by = (key: string, from: readonly Record<string, string>[] = []) =>
        Object.fromEntries(from.flatMap((each) => (each[key] === undefined ? [] : [[each.name ?? '', each[key]]])));
      return {
        status,
        states: by('state', report.devices),
        reasons: by('reason', report.devices),
        waves: by('state', report.waves),
        codes: [...new Set((report.diagnostics ?? []).map(({ code = '' }) => code))],
        err: io.err(),
      };
    },
    async close() {
      for (const server of servers.values()) await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
