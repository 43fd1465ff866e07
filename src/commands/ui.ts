// `rosc ui SITE|EXPORT`: the web page, until it is stopped; or the page as one file. It only reads.

import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Staged } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import type { SourceFile } from '../source/location.ts';
import { analysisRoutes } from '../web/api/analysis-routes.ts';
import { type Assets, findPage, loadAssets } from '../web/assets.ts';
import { createGuard, isLoopback } from '../web/guard.ts';
import { staticData } from '../web/static-data.ts';
import { staticPage } from '../web/static-page.ts';
import { createUiServer } from '../web/ui-server.ts';
import { watchFile } from '../web/watch-file.ts';
import { Workspace } from '../web/workspace.ts';
import { type ExitStatus, exit, type Io } from './io.ts';
import { loadAllProfiles } from './load-profiles.ts';
import type { DeviceOptions } from './open-device.ts';
import { type CommonOptions, fail, type Output, outputOf } from './output.ts';
import { type Place, parsePlace, printPlace } from './place.ts';
import { decode, readSource } from './read-source.ts';

export interface UiOptions extends CommonOptions, Omit<DeviceOptions, 'profiles'> {
  readonly listen: string;
  readonly tokenFile?: string;
  /** Write the page into this file in place of serving it. */
  readonly export?: string;
  readonly model?: string;
  readonly routeros?: string;
  readonly device?: readonly string[];
  /** Directory of the built page; absent = where the build puts it. */
  readonly page?: string;
}

export async function ui(io: Io, path: string, options: UiOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const place = parsePlace(options.listen);
  if (!place) return usage(io, `--listen takes HOST:PORT, not ${options.listen}`);
  const token = await readToken(io, options);
  if (token.problem !== undefined) return usage(io, token.problem);
  if (options.export === undefined && !isLoopback(place.host) && token.value === undefined) {
    return usage(io, `to listen on ${place.host}, give --token-file FILE or set ROSC_UI_TOKEN`);
  }
  const page = options.page ?? findPage();
  if (page === undefined) {
    io.stderr('rosc: the web page is not built; in a checkout `pnpm build` builds it\n');
    return exit.findings;
  }
  const source = await readSource(io, path);
  const first = source.value;
  if (!first)
    return fail(io, output, source.diagnostics, () => ({ diagnostics: source.diagnostics.map(diagnosticJson) }));
  const workspace = await Workspace.open({
    profiles: await loadAllProfiles(io, options.profiles),
    ...(options.model !== undefined && { model: options.model }),
    ...(options.routeros !== undefined && { routeros: options.routeros }),
    read: async () => (path === '-' ? { value: first, diagnostics: [] } : readAgain(io, path)),
  });
  const assets = await loadAssets(page);
  if (options.export !== undefined) return writeExport(io, output, { workspace, assets, path: options.export });
  return serve(io, output, { workspace, assets, place, token: token.value, path });
}

interface Service {
  readonly workspace: Workspace;
  readonly assets: Assets;
  readonly place: Place;
  readonly token: string | undefined;
  readonly path: string;
}

/** Listens until the program is told to stop. */
async function serve(io: Io, output: Output, service: Service): Promise<ExitStatus> {
  const { workspace, assets, place, token, path } = service;
  const server = createUiServer({
    workspace,
    routes: analysisRoutes({ workspace, live: new Map() }),
    assets,
    guard: createGuard({ host: place.host, token, names: [hostname()] }),
    clock: io.clock,
    signal: io.signal,
  });
  try {
    await server.listen({ host: place.host, port: place.port });
    if (path !== '-') {
      await watchFile(resolve(io.cwd, path), io, () => void workspace.refresh());
    }
    const address = server.server.address();
    const port = typeof address === 'object' && address ? address.port : place.port;
    const url = `http://${printPlace(place.host, port)}/`;
    if (output.format === 'json') io.stdout(`${JSON.stringify({ ready: true, url })}\n`);
    else io.stdout(`${path} is shown at ${url} (Ctrl-C ends it)\n`);
    if (token !== undefined) output.remark('The page asks for the token; or open it with #token=… behind the address.');
    if (!io.signal.aborted) await new Promise((done) => io.signal.addEventListener('abort', done, { once: true }));
    return exit.fine;
  } catch (error) {
    io.stderr(`rosc: cannot listen: ${error instanceof Error ? error.message : String(error)}\n`);
    return exit.findings;
  } finally {
    await server.close();
  }
}

async function writeExport(
  io: Io,
  output: Output,
  { workspace, assets, path }: { readonly workspace: Workspace; readonly assets: Assets; readonly path: string },
): Promise<ExitStatus> {
  const page = staticPage(assets, staticData(workspace.current, { now: io.clock.now() }));
  if (page === undefined) throw new Error('the built page has no script or no style');
  await io.writeFile(resolve(io.cwd, path), page);
  output.remark(`wrote ${path}`);
  return exit.fine;
}

/** While an editor replaces the file there may be none for a moment: that is shown, and mends itself. */
async function readAgain(io: Io, path: string): Promise<Staged<SourceFile>> {
  const { value, diagnostics } = await readSource(io, path);
  return { value: value ?? { path, text: '' }, diagnostics };
}

/** From the file or the environment, never from an argument: arguments are seen by everybody on the machine. */
async function readToken(
  io: Io,
  { tokenFile }: UiOptions,
): Promise<{ readonly value: string | undefined; readonly problem?: string }> {
  let token = io.env.ROSC_UI_TOKEN;
  if (tokenFile !== undefined) {
    const bytes = await io.readFile(resolve(io.cwd, tokenFile), { bytesMax: 4096 }).catch(() => undefined);
    if (!bytes) return { value: undefined, problem: `--token-file ${tokenFile} cannot be read` };
    token = decode(bytes).split(/\r?\n/)[0] ?? '';
  }
  if (token !== undefined && !/^[\w.~+/=-]{16,}$/.test(token)) {
    return { value: undefined, problem: 'a token has at least 16 letters, digits and -._~+/=' };
  }
  return { value: token };
}

function usage(io: Io, problem: string): ExitStatus {
  io.stderr(`rosc: ${problem}\n`);
  return exit.usage;
}
