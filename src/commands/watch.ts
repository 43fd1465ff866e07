// `rosc watch SITE`: follows offload state and drift of the site's devices until it is stopped. It only reads.

import { type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type GuardedAddress, listenProblem, parseListenAddress } from '../io/listen-address.ts';
import { type CommonOptions, fail, type Output, outputOf, usage } from '../io/output.ts';
import { readToken } from '../io/read-token.ts';
import { serveMetrics } from '../io/serve-metrics.ts';
import { servedStatus } from '../io/serve-until-ended.ts';
import { type AnalysedDevice, type AnalysedSite, analyseSite, isAnalysed } from '../pipeline/analyse/analyse-site.ts';
import { deviceAddressOf } from '../pipeline/device/device-address.ts';
import { accessDevice, type DeviceAccess, type DeviceOptions } from '../pipeline/device/open-device.ts';
import { siteSecrets } from '../pipeline/device/secrets.ts';
import { namesOf, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import { watchLook } from '../pipeline/watch/watch-look.ts';
import { plural } from '../report/units.ts';
import { renderWatchEvent, watchEventJson } from '../report/watch.ts';
import { eventsOf, reachedEvent, type WatchEvent } from '../watch/events.ts';
import { type FollowOptions, follow } from '../watch/follow.ts';
import { type FollowState, lost, seen, unseen } from '../watch/follow-state.ts';
import { metricsText } from '../watch/metrics.ts';

export interface WatchOptions extends CommonOptions, Omit<DeviceOptions, 'profiles'> {
  readonly device?: readonly string[];
  readonly interval: number;
  readonly driftInterval: number;
  readonly listen: string;
  readonly tokenFile?: string;
}

const intervalMinMs = 1000;

/** Where it listens, or the status with which it ends because that makes no sense. */
export async function watchPlace(io: Io, options: WatchOptions): Promise<GuardedAddress | ExitStatus> {
  const place = parseListenAddress(options.listen);
  if (!place) return usage(io, `--listen takes HOST:PORT, not ${options.listen}`);
  if (options.interval < intervalMinMs) return usage(io, '--interval takes one second or more');
  const token = await readToken(io, { variable: 'ROSC_WATCH_TOKEN', file: options.tokenFile, host: place.host });
  if (token.problem !== undefined) return usage(io, token.problem);
  return { ...place, token: token.value };
}

export async function watch(io: Io, path: string, options: WatchOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const listening = await watchPlace(io, options);
  if (typeof listening === 'number') return listening;
  const picked = pickDevices(options.device);
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles: options.profiles, judgesFixes: false });
  const diagnostics: Diagnostic[] = isAnalysed(site) ? [...unknownDevices(picked, site.intent)] : [...site.diagnostics];
  const reachable = isAnalysed(site) ? await accessAll(io, site, { options, diagnostics }) : [];
  const errors = diagnostics.filter(isError);
  try {
    if (!isAnalysed(site) || errors.length > 0 || reachable.length === 0) {
      return fail(io, output, diagnostics);
    }
    const followed = await Promise.all(reachable.map((each) => followedDevice(io, site, each, options)));
    return await serveWatch(io, output, { path, followed, ...listening, interval: options.interval });
  } finally {
    for (const { access } of reachable) await access.close();
  }
}

interface Reachable {
  /** As it is called in what is told of it. */
  readonly name: string;
  readonly device: AnalysedDevice;
  readonly access: DeviceAccess;
}

/** Every device of the site, or of those that were picked, has to say where it is. */
async function accessAll(
  io: Io,
  site: AnalysedSite,
  { options, diagnostics }: { readonly options: WatchOptions; readonly diagnostics: Diagnostic[] },
): Promise<readonly Reachable[]> {
  const picked = pickDevices(options.device);
  const reachable: Reachable[] = [];
  for (const device of site.devices) {
    const { device: name } = device.lowered;
    const access = await accessDevice(io, deviceAddressOf(site, device, picked), options);
    diagnostics.push(...access.diagnostics);
    if (access.value) reachable.push({ name, device, access: access.value });
  }
  return reachable;
}

export type Followed = Pick<FollowOptions, 'device' | 'connect' | 'look'>;

export async function followedDevice(
  io: Io,
  site: AnalysedSite,
  { name, device, access }: Reachable,
  { driftInterval }: WatchOptions,
): Promise<Followed> {
  const { intent, profiles } = site;
  const secret = await siteSecrets(io, site, [device]);
  const context = { site: intent.site.site, profiles, secret, driftIntervalMs: driftInterval };
  return { device: name, connect: () => access.connect(), look: watchLook(io, device, context) };
}

interface Service extends GuardedAddress {
  readonly path: string;
  readonly followed: readonly Followed[];
  readonly interval: number;
}

export async function serveWatch(io: Io, output: Output, service: Service): Promise<ExitStatus> {
  const { path, followed, interval } = service;
  const states = new Map(followed.map(({ device }) => [device, unseen(device)]));
  try {
    const server = await serveMetrics(() => metricsText(states.values()), service);
    try {
      announce(io, output, { path, url: server.url, devices: followed.length, interval });
      const say = (event: WatchEvent) =>
        io.stdout(output.format === 'json' ? watchEventJson(event) : renderWatchEvent(event, output.palette));
      await Promise.all(followed.map((each) => followOne(io, each, { states, interval, say })));
      return servedStatus(io);
    } finally {
      await server.close();
    }
  } catch (error) {
    io.stderr(listenProblem(error, service));
    return exit.findings;
  }
}

interface Following extends Pick<Service, 'interval'> {
  readonly states: Map<string, FollowState>;
  readonly say: (event: WatchEvent) => void;
}

function followOne(io: Io, followed: Followed, { states, interval, say }: Following): Promise<void> {
  const { device } = followed;
  let lastLoss: string | undefined;
  return follow({
    ...followed,
    clock: io.clock,
    signal: io.signal,
    intervalMs: interval,
    onSnapshot(snapshot, tookMs) {
      const before = states.get(device) ?? unseen(device);
      if (!before.isUp) say(reachedEvent(device, snapshot));
      lastLoss = undefined;
      for (const event of eventsOf(device, before.last, snapshot)) say(event);
      states.set(device, seen(before, snapshot, tookMs));
    },
    onLoss({ code, what, why }, retryMs) {
      states.set(device, lost(states.get(device) ?? unseen(device)));
      const words = why === '' ? what : `${what}: ${why}`;
      // The same trouble at every try is one line.
      if (lastLoss !== words) say({ kind: 'lost', device, atMs: io.clock.now(), code, why: words, retryMs });
      lastLoss = words;
    },
  });
}

interface Announcement extends Pick<Service, 'path' | 'interval'> {
  readonly url: string;
  readonly devices: number;
}

function announce(io: Io, output: Output, { path, url, devices, interval }: Announcement): void {
  if (output.format === 'json') {
    const time = new Date(io.clock.now()).toISOString();
    io.stdout(`${JSON.stringify({ time, kind: 'ready', metrics: url, devices, intervalMs: interval })}\n`);
    return;
  }
  const watched = `${path}: ${plural(devices, 'device')} watched every ${interval / 1000} s`;
  output.remark(`${watched}, metrics at ${url} (Ctrl-C ends it)`);
}
