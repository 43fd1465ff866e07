// `rosc import netbox URL|DUMP`: a file for each site of NetBox, made again when NetBox has changed, and what changed.

import { resolve } from 'node:path';
import defaults from '../../profiles/defaults.json' with { type: 'json' };
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { type MadeFile, madeFiles } from '../import/netbox/made-files.ts';
import { NetboxIndex } from '../import/netbox/netbox-index.ts';
import { type NetboxSiteDraft, netboxSite } from '../import/netbox/netbox-site.ts';
import { type Netbox, netboxPaths, netboxSchema } from '../import/netbox/objects.ts';
import { sourceChanges } from '../import/netbox/source-changes.ts';
import { readYaml } from '../intent/yaml.ts';
import { fetchNetbox } from '../io/fetch-netbox.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printJson } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { writeNew } from '../io/write-new.ts';
import { diagnosticAt } from '../pipeline/device-problem.ts';
import { loadAllProfiles } from '../pipeline/load-profiles.ts';
import { simulationTarget } from '../pipeline/simulation-target.ts';
import type { Profiles } from '../profile/profiles.ts';
import { plural } from '../report/units.ts';
import { nearestName } from '../source/near-name.ts';

export interface NetboxImportOptions extends CommonOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly site: readonly string[];
  readonly routeros?: string;
  readonly dump?: string;
  readonly dryRun?: boolean;
}

/** A file, and how it differs from the one that is there. */
interface Refreshed extends MadeFile {
  /** Undefined: there was none. */
  readonly changes: readonly string[] | undefined;
}

export async function importNetbox(io: Io, source: string, options: NetboxImportOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const { value: profiles, diagnostics: early } = await loadAllProfiles(io, options.profiles);
  const netbox = await readNetbox(io, source, options);
  const drafts = netbox.value ? draftsOf(netbox.value, source, { options, profiles }) : { value: [], diagnostics: [] };
  const diagnostics: Diagnostic[] = [...early, ...netbox.diagnostics, ...drafts.diagnostics];
  const refreshed: Refreshed[] = [];
  for (const file of madeFiles(drafts.value, source)) {
    refreshed.push({ ...file, changes: await changesOf(io, file, options) });
    if (options.out !== undefined && !options.dryRun) diagnostics.push(...(await write(io, file, options)));
  }
  const notCarried = drafts.value.flatMap((draft) => draft.notCarried.map((each) => ({ site: draft.slug, ...each })));
  const status = diagnostics.some(({ severity }) => severity === 'error') ? exit.findings : exit.fine;
  if (output.format === 'json') {
    const files = refreshed.map(({ name, text, changes }) => ({ file: name, text, changes }));
    printJson(io, { version: 1, files, notCarried, diagnostics: diagnostics.map(diagnosticJson) });
    return status;
  }
  if (diagnostics.length > 0) {
    io.stderr(renderDiagnostics(diagnostics, { palette: output.remarkPalette, width: output.width }));
  }
  if (options.out === undefined) for (const { text } of refreshed) io.stdout(text);
  const lines = [...refreshed.flatMap(linesOf), ...notCarried.map(notCarriedLine)];
  if (lines.length > 0) output.remark(lines.join('\n'));
  return status;
}

interface Given {
  readonly options: NetboxImportOptions;
  readonly profiles: Profiles;
}

function draftsOf(data: Netbox, source: string, { options, profiles }: Given): Staged<readonly NetboxSiteDraft[]> {
  const sites = data['dcim/sites'];
  const unknown = options.site.filter((slug) => !sites.some((each) => each.slug === slug));
  const diagnostics = unknown.map((slug) => {
    const near = nearestName(
      slug,
      sites.map((each) => each.slug),
    );
    const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
    return problem(source, `NetBox has no site with the slug \`${slug}\`${hint}`);
  });
  const wanted = sites.filter(({ slug }) => options.site.length === 0 || options.site.includes(slug));
  const index = new NetboxIndex(data);
  const targetOf = (model: string, routeros: string | undefined) =>
    simulationTarget(profiles, model, routeros ?? options.routeros ?? defaults.site.routeros);
  const value = wanted.flatMap((site) => netboxSite(index, site, { targetOf }) ?? []);
  if (value.length === 0 && unknown.length === 0) {
    diagnostics.push(problem(source, 'no site of NetBox has a device of MikroTik'));
  }
  return { value, diagnostics };
}

async function readNetbox(io: Io, source: string, { dump }: NetboxImportOptions): Promise<Staged<Netbox | undefined>> {
  const read = /^https?:\/\//.test(source) ? await fetched(io, source) : await dumped(io, source);
  if (read.value === undefined) return { value: undefined, diagnostics: read.diagnostics };
  const parsed = netboxSchema.safeParse(read.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join('.') ?? '';
    const what = `${place === '' ? 'it' : `\`${place}\``} is not what NetBox says: ${issue?.message ?? ''}`;
    return { value: undefined, diagnostics: [problem(source, what)] };
  }
  if (dump !== undefined) await io.writeFile(resolve(io.cwd, dump), `${JSON.stringify(read.value, null, 1)}\n`);
  return { value: parsed.data, diagnostics: read.diagnostics };
}

async function fetched(io: Io, url: string): Promise<Staged<unknown>> {
  const token = io.env.ROSC_NETBOX_TOKEN ?? io.env.NETBOX_TOKEN ?? '';
  const data: Record<string, unknown> = {};
  for (const path of netboxPaths) {
    const objects = await fetchNetbox(url, path, token);
    if (typeof objects === 'string') {
      return { value: undefined, diagnostics: [problem(url, `NetBox cannot be read: ${objects}`)] };
    }
    data[path] = objects;
  }
  return { value: data, diagnostics: [] };
}

async function dumped(io: Io, path: string): Promise<Staged<unknown>> {
  const read = await readSource(io, path);
  if (!read.value) return read;
  try {
    return { value: JSON.parse(read.value.text), diagnostics: read.diagnostics };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { value: undefined, diagnostics: [problem(path, `it is no JSON: ${reason}`)] };
  }
}

function problem(path: string, what: string): Diagnostic {
  return diagnosticAt(path.replace(/^(\w+:\/\/)[^/@]*@/, '$1'), {
    code: 'import/netbox',
    severity: 'error',
    what,
    label: '',
    why: 'Sites are made of what NetBox says of devices, interfaces, VLANs, prefixes and addresses.',
    fix: 'give the URL of NetBox with a token in ROSC_NETBOX_TOKEN, or a dump that `--dump` wrote',
  });
}

/** Undefined where there is no such file yet. */
async function changesOf(io: Io, file: MadeFile, { out }: NetboxImportOptions): Promise<readonly string[] | undefined> {
  const before = out === undefined ? undefined : await textOf(io, resolve(io.cwd, out, file.name));
  if (before === undefined) return undefined;
  const read = (text: string) => readYaml({ path: file.name, text }).value?.data;
  return sourceChanges(read(before), read(file.text));
}

/** A file that somebody wrote by hand stays, unless `--force` is given; one that came from NetBox is made again. */
async function write(io: Io, file: MadeFile, options: NetboxImportOptions): Promise<readonly Diagnostic[]> {
  const path = resolve(io.cwd, options.out ?? '.', file.name);
  const before = await textOf(io, path);
  if (before === file.text) return [];
  const isOwn = before?.startsWith(file.mark) ?? false;
  const found = await writeNew(io, path, file.text, { force: options.force === true || isOwn });
  return found ? [found] : [];
}

async function textOf(io: Io, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await io.readFile(path));
  } catch {
    return undefined;
  }
}

function linesOf({ name, changes }: Refreshed): readonly string[] {
  if (changes === undefined) return [`${name}: new`];
  if (changes.length === 0) return [`${name}: unchanged`];
  return [`${name}: ${plural(changes.length, 'change')}`, ...changes.map((line) => `  ${line}`)];
}

function notCarriedLine({ site, what, reason }: { site: string; what: string; reason: string }): string {
  return `not carried from ${site}: ${what}: ${reason}`;
}
