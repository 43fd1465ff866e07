// `rosc ui SITE|EXPORT`: the web page, until it is stopped; or the page as one file. It only reads.

import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Staged } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/palette.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { createGuard } from '../io/guard.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type GuardedAddress, listenProblem, parseListenAddress, printListenAddress } from '../io/listen-address.ts';
import { type CommonOptions, fail, type Output, outputOf, usage } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { readToken } from '../io/read-token.ts';
import { servedUntilEnded } from '../io/serve-until-ended.ts';
import type { AnalysedSite } from '../pipeline/analyse/analyse-site.ts';
import { deviceAddressOf } from '../pipeline/device/device-address.ts';
import { accessDevice, type DeviceAccess, type DeviceOptions } from '../pipeline/device/open-device.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { pickDevices } from '../pipeline/read/pick-devices.ts';
import { readSite } from '../pipeline/read/read-site.ts';
import { watchSite } from '../pipeline/watch/watch-site.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { SourceFile } from '../source/location.ts';
import { analysisRoutes } from './api/analysis-routes.ts';
import { deviceRoutes } from './api/device-routes.ts';
import { matrixRoutes } from './api/matrix-routes.ts';
import { findPage, loadAssets } from './assets.ts';
import { demoDevices } from './demo.ts';
import { DeviceRegistry } from './device-registry.ts';
import { staticData } from './static-data.ts';
import { staticPage } from './static-page.ts';
import { createUiServer, type UiServerOptions } from './ui-server.ts';
import { Workspace } from './workspace.ts';

export interface UiOptions extends CommonOptions, Omit<DeviceOptions, 'profiles'> {
  readonly listen: string;
  readonly tokenFile?: string;
  /** Write the page into this file in place of serving it. */
  readonly export?: string;
  readonly model?: string;
  readonly routeros?: string;
  readonly device?: readonly string[];
  /** A built-in site on simulated devices. */
  readonly demo?: boolean;
  /** Directory of the built page; absent = where the build puts it. */
  readonly page?: string;
}

export async function ui(io: Io, subject: string | undefined, options: UiOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const address = parseListenAddress(options.listen);
  if (!address) return usage(io, `--listen takes HOST:PORT, not ${options.listen}`);
  const host = options.export === undefined ? address.host : undefined;
  const token = await readToken(io, { variable: 'ROSC_UI_TOKEN', file: options.tokenFile, host });
  if (token.problem !== undefined) return usage(io, token.problem);
  if ((subject === undefined) === (options.demo !== true)) return usage(io, 'give a site, an export, or --demo');
  const page = findPage(options.page);
  if (page === undefined) {
    io.stderr('rosc: the web page is not built; in a checkout `pnpm build` builds it\n');
    return exit.findings;
  }
  const path = subject ?? join(page, 'demo', 'site.yaml');
  const source = await readSite(io, path);
  const first = source.value;
  if (!first)
    return fail(io, output, source.diagnostics, () => ({ diagnostics: source.diagnostics.map(diagnosticJson) }));
  const profiles = await loadAllProfiles(io, options.profiles);
  const workspace = await Workspace.open({
    profiles,
    model: options.model,
    routeros: options.routeros,
    read: async () => (path === '-' ? { value: first, diagnostics: [] } : readAgain(io, path)),
  });
  const accesses = await accessesOf(io, output, { workspace, page, options });
  const registry = new DeviceRegistry({ clock: io.clock, accesses });
  const assets = await loadAssets(page);
  const service = { workspace, registry, assets, profiles: profiles.value, path };
  try {
    if (options.export !== undefined) return await writeExport(io, output, service, options.export);
    return await serve(io, output, service, { ...address, token: token.value });
  } finally {
    await registry.close();
  }
}

interface Service extends Pick<UiServerOptions, 'workspace' | 'registry' | 'assets'> {
  readonly profiles: Profiles;
  readonly path: string;
}

/** Listens until the program is told to stop. */
async function serve(io: Io, output: Output, service: Service, address: GuardedAddress): Promise<ExitStatus> {
  const { workspace, registry, assets, profiles, path } = service;
  const { host, port: wanted, token } = address;
  const server = createUiServer({
    workspace,
    registry,
    routes: [
      ...analysisRoutes({ workspace, live: registry.places }),
      ...matrixRoutes(workspace),
      ...deviceRoutes({ io, workspace, registry, profiles }),
    ],
    assets,
    guard: createGuard({ host, token, names: [hostname()] }),
    clock: io.clock,
    signal: io.signal,
  });
  try {
    await server.listen({ host, port: wanted });
    if (path !== '-') await watchSite(io, path, io, () => void workspace.refresh());
    const bound = server.server.address();
    const port = typeof bound === 'object' && bound ? bound.port : wanted;
    const url = `http://${printListenAddress(host, port)}/`;
    if (output.format === 'json') io.stdout(`${JSON.stringify({ ready: true, url })}\n`);
    else io.stdout(`${printable(path)} is shown at ${url} (Ctrl-C ends it)\n`);
    if (token !== undefined) output.remark('The page asks for the token; or open it with #token=… behind the address.');
    return await servedUntilEnded(io);
  } catch (error) {
    io.stderr(listenProblem(error, address));
    return exit.findings;
  } finally {
    await server.close();
  }
}

/** The devices that somebody said where to find: in the site or by `--device`; or the simulated ones of the demo. */
async function accessesOf(
  io: Io,
  output: Output,
  { workspace, page, options }: { readonly workspace: Workspace; readonly page: string; readonly options: UiOptions },
): Promise<ReadonlyMap<string, DeviceAccess>> {
  const { site } = workspace.current;
  if (!site) return new Map();
  if (options.demo) return demoDevices(site, { clock: io.clock, drift: await readDrift(io, site, page) });
  const picked = pickDevices(options.device);
  const accesses = new Map<string, DeviceAccess>();
  for (const device of site.devices) {
    const where = deviceAddressOf(site, device, picked);
    if (where.url === undefined) continue;
    const access = await accessDevice(io, where, options);
    for (const { what } of access.diagnostics) output.remark(`rosc: ${what}`);
    if (access.value) accesses.set(device.lowered.device, access.value);
  }
  return accesses;
}

async function readDrift(io: Io, site: AnalysedSite, page: string): Promise<ReadonlyMap<string, string>> {
  const drift = new Map<string, string>();
  for (const { lowered } of site.devices) {
    const source = await readSource(io, join(page, 'demo', `${lowered.device}.rsc`));
    if (source.value) drift.set(lowered.device, source.value.text);
  }
  return drift;
}

async function writeExport(io: Io, output: Output, service: Service, path: string): Promise<ExitStatus> {
  const { workspace, registry, profiles, assets } = service;
  const data = await staticData(workspace.current, { io, registry, profiles });
  const page = staticPage(assets, data);
  if (page === undefined) throw new Error('the built page has no script or no style');
  await io.writeFile(resolve(io.cwd, path), page);
  output.remark(`wrote ${path}`);
  return exit.fine;
}

/** While an editor replaces the file there may be none for a moment: that is shown, and mends itself. */
async function readAgain(io: Io, path: string): Promise<Staged<SourceFile>> {
  const { value, diagnostics } = await readSite(io, path);
  return { value: value ?? { path, text: '' }, diagnostics };
}
