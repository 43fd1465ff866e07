// `rosc sim`: a simulated switch on the network, until it is stopped.

import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import defaults from '../../profiles/defaults.json' with { type: 'json' };
import { type Faults, faultNames } from '../device/sim/faults.ts';
import type { Listening } from '../device/sim/listening.ts';
import { makeCertificate } from '../device/sim/make-certificate.ts';
import type { ManagementPath } from '../device/sim/management.ts';
import type { Releases } from '../device/sim/releases.ts';
import { startRest } from '../device/sim/rest.ts';
import { startServer } from '../device/sim/server.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../device/sim/simulator.ts';
import { keepState, readState } from '../device/sim/state-file.ts';
import { Trap } from '../device/sim/trap.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type ListenAddress, listenProblem, parseListenAddress, printListenAddress } from '../io/listen-address.ts';
import { usage } from '../io/output.ts';
import { decode, readIfThere, readSource } from '../io/read-source.ts';
import { servedUntilEnded } from '../io/serve-until-ended.ts';
import { parseLoop } from '../model/loop.ts';
import { parseInterfaceAddress } from '../model/prefix.ts';
import { version } from '../model/version.ts';
import { describeNotLoaded } from '../pipeline/read/describe-not-loaded.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { saidBy, simulationTarget } from '../pipeline/read/simulation-target.ts';
import { makeTarget } from '../profile/make-target.ts';
import type { Profiles } from '../profile/profiles.ts';
import { messageOf } from '../source/message-of.ts';
import { nearestName } from '../source/near-name.ts';

export interface SimOptions {
  /** Absent: what the header of `load` says, or the default. */
  readonly model?: string;
  readonly routeros?: string;
  readonly load?: string;
  readonly defconf?: boolean;
  readonly api: string;
  readonly rest?: string;
  /** Encrypted; a path = the certificate is written there. */
  readonly tls?: boolean | string;
  readonly user: string;
  readonly password: string;
  readonly seed: number;
  readonly fault: readonly string[];
  /** RouterOS version that the update server offers in each channel. */
  readonly offer?: Readonly<Record<string, string>>;
  readonly latency: number;
  /** Bytes. */
  readonly segment?: number;
  /** Two ports that a cable joins, as written. */
  readonly loop?: string;
  readonly management?: string;
  readonly state?: string;
  readonly json?: boolean;
}

export async function sim(io: Io, options: SimOptions): Promise<ExitStatus> {
  const faults = parseFaults(options.fault);
  const api = parseListenAddress(options.api);
  const rest = options.rest === undefined ? undefined : parseListenAddress(options.rest);
  const management = options.management === undefined ? undefined : parseManagement(options.management);
  const problem =
    (typeof faults === 'string' && faults) ||
    (!api && `--api takes HOST:PORT, not ${options.api}`) ||
    (options.rest !== undefined && !rest && `--rest takes HOST:PORT, not ${options.rest}`) ||
    portProblem(options);
  if (problem) return usage(io, problem);
  if (typeof faults === 'string' || !api) return exit.usage;
  const made = await makeSimulator(io, options, { faults, ...(management && { management }) });
  if (typeof made === 'string') {
    io.stderr(made);
    return exit.findings;
  }
  for (const line of describeNotLoaded(options.load ?? '', made.notLoaded)) io.stderr(`${line}\n`);
  return serve(io, made, { options, api, ...(rest && { rest }) });
}

/** A Trap says which port the device does not have. */
function plugIn(simulator: Simulator, { loop = '' }: SimOptions): Simulator {
  const cable = parseLoop(loop);
  const missing = cable?.find((port) => !simulator.target.ports.has(port));
  if (missing !== undefined) throw new Trap(`there is no port ${missing}`);
  if (cable) simulator.join(...cable);
  return simulator;
}

function portProblem({ loop, management }: SimOptions): string | undefined {
  if (loop !== undefined && !parseLoop(loop)) return `--loop takes two ports, A:B, not ${loop}`;
  const isWrong = management !== undefined && !parseManagement(management);
  return isWrong ? `--management takes PORT=ADDRESS, not ${management}` : undefined;
}

interface Service {
  readonly options: SimOptions;
  readonly api: ListenAddress;
  readonly rest?: ListenAddress;
}

/** Where the state cannot be kept there is no device, because who names a file counts on it. */
async function serve(io: Io, simulator: Simulator, service: Service): Promise<ExitStatus> {
  const { state } = service.options;
  if (state === undefined) return listen(io, simulator, service);
  const onTrouble = (error: unknown): undefined => {
    io.stderr(`rosc: the state cannot be kept in ${state}: ${messageOf(error)}\n`);
  };
  const stopKeeping = await keepState(simulator, resolve(io.cwd, state), { onTrouble }).catch(onTrouble);
  if (!stopKeeping) return exit.findings;
  const status = await listen(io, simulator, service);
  const isKept = await stopKeeping().then(() => true, onTrouble);
  return isKept ? status : exit.findings;
}

/** Listens until the program is told to stop. */
async function listen(io: Io, simulator: Simulator, { options, api, rest }: Service): Promise<ExitStatus> {
  const open: Listening[] = [];
  try {
    const certificate = await certificateFor(io, options, { model: simulator.target.model, host: api.host });
    const tls = certificate && { certificate };
    const { latency: latencyMs, segment: segmentBytes } = options;
    const knobs = { latencyMs, ...(segmentBytes !== undefined && { segmentBytes }) };
    const apiServer = await startServer(simulator, { ...api, ...tls, ...knobs });
    open.push(apiServer);
    const restServer = rest && (await startRest(simulator, { ...rest, ...tls }));
    if (restServer) open.push(restServer);
    const apiAt = printListenAddress(api.host, apiServer.port);
    const restAt = rest && restServer && printListenAddress(rest.host, restServer.port);
    const ready = { apiAt, restAt, fingerprint: certificate?.fingerprint };
    io.stdout(`${options.json ? readyJson(simulator, ready) : readyText(simulator, ready)}\n`);
    return await servedUntilEnded(io);
  } catch (error) {
    io.stderr(listenProblem(error, open.length > 0 && rest ? rest : api));
    return exit.findings;
  } finally {
    for (const listening of open) await listening.close();
  }
}

/** Undefined where there is no such file yet. */
async function stateIn(io: Io, state: string) {
  try {
    const bytes = await readIfThere(io, state, { bytesMax: stateBytesMax });
    return bytes && readState(decode(bytes));
  } catch (error) {
    throw new Error(`${state}: ${messageOf(error)}`);
  }
}

/** The largest table that a chip has, twice. */
const stateBytesMax = 200_000_000;

interface Ready {
  readonly apiAt: string;
  readonly restAt: string | undefined;
  readonly fingerprint: string | undefined;
}

function readyJson({ target: { model, routeros } }: Simulator, { apiAt, restAt, fingerprint }: Ready): string {
  const also = { ...(restAt && { rest: restAt }), ...(fingerprint !== undefined && { fingerprint }) };
  return JSON.stringify({ ready: true, api: apiAt, ...also, model, routeros: routeros.text });
}

function readyText({ target: { model, routeros } }: Simulator, { apiAt, restAt, fingerprint }: Ready): string {
  const also = restAt ? `, REST on ${restAt}` : '';
  const by = fingerprint === undefined ? '' : `, with TLS; SHA-256 fingerprint ${fingerprint}`;
  return `${model}, RouterOS ${routeros.text}: the API listens on ${apiAt}${also}${by} (Ctrl-C ends it)`;
}

/** A new one at every start, signed by itself, for the address that the API listens on. */
async function certificateFor(io: Io, { tls }: SimOptions, { model, host }: { model: string; host: string }) {
  if (tls === undefined || tls === false) return undefined;
  const certificate = makeCertificate({ subject: model, ...(isIPv4(host) && { addresses: [host] }) });
  if (typeof tls === 'string') await io.writeFile(resolve(io.cwd, tls), certificate.cert);
  return certificate;
}

/** The simulator, or why there is none, as text for people. */
async function makeSimulator(
  io: Io,
  options: SimOptions,
  given: Pick<SimulatorOptions, 'faults' | 'management'>,
): Promise<Simulator | string> {
  const profiles = await loadAllProfiles(io, undefined);
  const source = options.load === undefined ? undefined : await readSource(io, options.load);
  if (source && !source.value) return renderDiagnostics(source.diagnostics);
  const { model, routeros } = { ...(source?.value && saidBy(source.value.text)), ...options };
  const target = simulationTarget(profiles.value, model ?? defaults.simulated.model, routeros);
  if (typeof target === 'string') return `rosc: ${target}\n`;
  try {
    const image = options.state === undefined ? undefined : await stateIn(io, options.state);
    const simulator = createSimulator({
      target,
      clock: io.clock,
      seed: options.seed,
      credentials: { user: options.user, password: options.password },
      ...given,
      releases: releasesFor(profiles.value, target.model, options.offer),
      ...(options.defconf && { defconf: true }),
      ...(source?.value && { load: source.value.text }),
      ...(image && { image }),
    });
    return plugIn(simulator, options);
  } catch (error) {
    if (!(error instanceof Trap) && !(error instanceof Error && options.state !== undefined)) throw error;
    return `rosc: the simulated device does not start: ${error.message}\n`;
  }
}

function releasesFor(profiles: Profiles, model: string, channels: SimOptions['offer'] = {}): Releases {
  return { channels, target: (routeros) => makeTarget(profiles, model, version(routeros)) };
}

function parseManagement(text: string): ManagementPath | undefined {
  const [, port = '', address = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  return parseInterfaceAddress(address) && { port, address };
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
