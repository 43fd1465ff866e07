// `rosc sim`: a simulated switch on the network, until it is stopped.

import { resolve } from 'node:path';
import { type Faults, faultNames } from '../device/sim/faults.ts';
import { startServer } from '../device/sim/server.ts';
import { createSimulator, type Simulator } from '../device/sim/simulator.ts';
import type { StoreImage } from '../device/sim/store/store.ts';
import { Trap } from '../device/sim/trap.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { nearestName } from '../source/near-name.ts';
import { type ExitStatus, exit, type Io } from './io.ts';
import { loadAllProfiles } from './load-profiles.ts';
import { decode, readSource } from './read-source.ts';
import { simulationTarget } from './simulation-target.ts';

export interface SimOptions {
  readonly model: string;
  readonly routeros: string;
  readonly load?: string;
  readonly defconf?: boolean;
  readonly api: string;
  readonly rest?: string;
  readonly user: string;
  readonly password: string;
  readonly seed: number;
  readonly fault: readonly string[];
  readonly latency: number;
  readonly management?: string;
  readonly state?: string;
  readonly json?: boolean;
}

export async function sim(io: Io, options: SimOptions): Promise<ExitStatus> {
  const faults = parseFaults(options.fault);
  const place = parsePlace(options.api);
  const problem = typeof faults === 'string' ? faults : place ? undefined : `--api takes HOST:PORT, not ${options.api}`;
  if (problem !== undefined || typeof faults === 'string' || !place) {
    io.stderr(`rosc: ${problem}\n`);
    return exit.usage;
  }
  const simulator = await makeSimulator(io, options, faults);
  if (!simulator) return exit.findings;
  const server = await startServer(simulator, { ...place, latencyMs: options.latency }).catch((error: unknown) => {
    io.stderr(`rosc: cannot listen on ${options.api}: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  });
  if (!server) return exit.findings;
  const api = `${place.host.includes(':') ? `[${place.host}]` : place.host}:${server.port}`;
  const { model, routeros } = simulator.target;
  if (options.json) io.stdout(`${JSON.stringify({ ready: true, api, model, routeros: routeros.text })}\n`);
  else io.stdout(`${model}, RouterOS ${routeros.text}: the API listens on ${api} (Ctrl-C ends it)\n`);
  await new Promise((done) => io.signal.addEventListener('abort', done, { once: true }));
  await server.close();
  return exit.fine;
}

async function makeSimulator(io: Io, options: SimOptions, faults: Partial<Faults>): Promise<Simulator | undefined> {
  const profiles = await loadAllProfiles(io, undefined);
  const target = simulationTarget(profiles.value, options.model, options.routeros);
  if (typeof target === 'string') {
    io.stderr(`rosc: ${target}\n`);
    return undefined;
  }
  const source = options.load === undefined ? undefined : await readSource(io, options.load);
  if (source && !source.value) {
    io.stderr(renderDiagnostics(source.diagnostics));
    return undefined;
  }
  const image = options.state === undefined ? undefined : await readImage(io, options.state);
  try {
    return createSimulator({
      target,
      clock: io.clock,
      seed: options.seed,
      faults,
      credentials: { user: options.user, password: options.password },
      ...(source?.value && { script: source.value.text }),
      ...(image && { image }),
    });
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    io.stderr(`rosc: ${options.load} cannot be loaded: ${error.message}\n`);
    return undefined;
  }
}

async function readImage(io: Io, path: string): Promise<StoreImage | undefined> {
  const bytes = await io.readFile(resolve(io.cwd, path)).catch(() => undefined);
  return bytes ? JSON.parse(decode(bytes)) : undefined;
}

/** `NAME=ODDS`, odds from 0 to 1. */
function parseFaults(values: readonly string[]): Partial<Faults> | string {
  const faults: Partial<Record<keyof Faults, number>> = {};
  for (const value of values) {
    const [name = '', odds = '1'] = value.split('=');
    const known = faultNames.find((each) => each === name);
    if (!known) {
      const near = nearestName(name, faultNames);
      return `no fault is called ${name}${near ? `; did you mean ${near}?` : ` (there are ${faultNames.join(', ')})`}`;
    }
    const chance = Number(odds);
    if (!(chance >= 0 && chance <= 1)) return `the odds of ${name} are a number from 0 to 1, not ${odds}`;
    faults[known] = chance;
  }
  return faults;
}

function parsePlace(text: string): { readonly host: string; readonly port: number } | undefined {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host !== undefined && port <= 65_535 ? { host, port } : undefined;
}
