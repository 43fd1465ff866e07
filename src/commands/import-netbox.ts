// `rosc import netbox URL|DUMP`: a file for each site of NetBox, made again when NetBox has changed, and what changed.

import { resolve } from 'node:path';
import { type Diagnostic, isError, type Staged } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { type MadeFile, madeFiles, mark } from '../import/netbox/made-files.ts';
import { sourceChanges } from '../import/netbox/source-changes.ts';
import { readYaml } from '../intent/yaml.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printAll, printJson } from '../io/output.ts';
import { decode, readOwn } from '../io/read-source.ts';
import { writeNew } from '../io/write-new.ts';
import { draftsOfNetbox, type NetboxSource } from '../pipeline/import/import-netbox.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { plural } from '../report/units.ts';

export interface NetboxImportOptions extends CommonOptions, Omit<NetboxSource, 'profiles'> {
  readonly out?: string;
  readonly force?: boolean;
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
  const drafts = await draftsOfNetbox(io, source, { ...options, profiles });
  const diagnostics: Diagnostic[] = [...early, ...drafts.diagnostics];
  const refreshed: Refreshed[] = [];
  for (const file of madeFiles(drafts.value, source)) {
    const { value, diagnostics: found } = await refresh(io, file, options);
    refreshed.push(value);
    diagnostics.push(...found);
  }
  const notCarried = drafts.value.flatMap((draft) => draft.notCarried.map((each) => ({ site: draft.slug, ...each })));
  const status = diagnostics.some(isError) ? exit.findings : exit.fine;
  if (output.format === 'json') {
    const files = refreshed.map(({ name, text, changes }) => ({ file: name, text, changes }));
    printJson(io, { version: 1, files, notCarried, diagnostics: diagnostics.map(diagnosticJson) });
    return status;
  }
  printAll(io, output, diagnostics);
  if (options.out === undefined) for (const { text } of refreshed) io.stdout(text);
  const missing = notCarried.map(({ site, what, reason }) => `not carried from ${site}: ${what}: ${reason}`);
  const lines = [...refreshed.flatMap(linesOf), ...missing];
  if (lines.length > 0) output.remark(lines.join('\n'));
  return status;
}

/** A file that somebody wrote by hand stays, unless `--force` is given; one that came from NetBox is made again. */
async function refresh(io: Io, file: MadeFile, options: NetboxImportOptions): Promise<Staged<Refreshed>> {
  const { out, force = false, dryRun = false } = options;
  if (out === undefined) return { value: { ...file, changes: undefined }, diagnostics: [] };
  const path = resolve(io.cwd, out, file.name);
  const bytes = await readOwn(io, path);
  const before = bytes && decode(bytes);
  const read = (text: string) => readYaml({ path: file.name, text }).value?.data;
  const changes = before === undefined ? undefined : sourceChanges(read(before), read(file.text));
  const isOwn = before?.startsWith(mark) ?? false;
  const found =
    dryRun || before === file.text ? undefined : await writeNew(io, path, file.text, { force: force || isOwn });
  return { value: { ...file, changes }, diagnostics: found ? [found] : [] };
}

function linesOf({ name, changes }: Refreshed): readonly string[] {
  if (changes === undefined) return [`${name}: new`];
  if (changes.length === 0) return [`${name}: unchanged`];
  return [`${name}: ${plural(changes.length, 'change')}`, ...changes.map((line) => `  ${line}`)];
}
