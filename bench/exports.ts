// What becomes of real exports: `node bench/run.mjs --entry exports FOLDER` reads every `.rsc` below the folder, audits
// and imports it, and prints the table and, on stderr, what is behind each figure. The exports are kept elsewhere.

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codesOf as codesIn, type Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { legalised } from '../src/import/names.ts';
import type { Io } from '../src/io/io.ts';
import { nodeIo } from '../src/io/node-io.ts';
import { readSource } from '../src/io/read-source.ts';
import { itemsOf, propertyValue } from '../src/model/config.ts';
import { analyseSource, isAnalysed } from '../src/pipeline/analyse/analyse-site.ts';
import { auditSource } from '../src/pipeline/analyse/audit-source.ts';
import { importSite } from '../src/pipeline/import/import-site.ts';
import { type ImportSubject, type SubjectOptions, subjectOfExport } from '../src/pipeline/import/import-subject.ts';
import { planSite } from '../src/pipeline/plan/plan-site.ts';
import { loadAllProfiles } from '../src/pipeline/read/load-profiles.ts';
import { readExport } from '../src/pipeline/read/read-export.ts';
import type { SourceFile } from '../src/source/location.ts';
import { type Figure, figuresJson, figuresTable } from './figure.ts';

const [, folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('exports needs a folder: `node bench/run.mjs --entry exports FOLDER`\n');
  process.exit(64);
}
const io = nodeIo();
const { value: profiles } = await loadAllProfiles(io, undefined);
const staged = { value: profiles, diagnostics: [] };

interface Result {
  readonly file: string;
  readonly unread: readonly Diagnostic[];
  readonly unreasoned: readonly string[];
  readonly verdicts: number;
  /** Fixes with commands, and those after which something new is found, or the same again. */
  readonly fixes: number;
  readonly unfit: readonly string[];
  readonly imported?: Imported;
}

interface Imported {
  readonly isSwitch: boolean;
  readonly items: number;
  readonly modelled: number;
  /** Errors of the site that the audit of the export does not have. */
  readonly errors: readonly Diagnostic[];
  /** What a plan against the export would do; undefined where no plan could be made. */
  readonly changes: readonly string[] | undefined;
  /** Commands under `raw:`, by menu. */
  readonly raw: ReadonlyMap<string, number>;
}

const results: Result[] = [];
const names = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, String(name)))
  .filter((name) => name.endsWith('.rsc'))
  .sort();
for (const name of names) results.push(await measure(name));
tell(results);
const figures = figuresOf(results);
process.stderr.write(`\n${figuresTable(figures)}\n`);
process.stdout.write(`${JSON.stringify(figuresJson(figures, { node: process.version }), undefined, 2)}\n`);

async function measure(path: string): Promise<Result> {
  const file = relative(folder ?? '', path);
  const read = await readSource(io, path);
  const source = read.value;
  if (!source) return { file, unread: read.diagnostics, unreasoned: [], verdicts: 0, fixes: 0, unfit: [] };
  const { report } = auditSource(source, staged, {});
  const isUnread = ({ code, severity }: Diagnostic) => code.startsWith('rsc/') && severity === 'error';
  const verdicts = report.devices.flatMap((device) => device.verdicts);
  const unreasoned = [
    ...report.diagnostics.filter(({ severity, why }) => severity === 'error' && why === '').map(({ code }) => code),
    ...verdicts
      .filter(({ placement, because }) => placement !== 'hardware' && because.length === 0)
      .map(({ kind, placement, subject }) => `${kind} ${subject.key} ${placement}`),
  ];
  const subject = subjectOfExport(source, { profiles }).value;
  const imported =
    subject && subject.target.routeros.major === 7
      ? { imported: await importedOf(source, subject, codesOf(report.diagnostics)) }
      : {};
  const unread = report.diagnostics.filter(isUnread);
  return { file, unread, unreasoned, verdicts: verdicts.length, ...fixesIn(source, report.diagnostics), ...imported };
}

/** The commands are put behind the export, and the whole is audited again. */
function fixesIn(source: SourceFile, found: readonly Diagnostic[]): Pick<Result, 'fixes' | 'unfit'> {
  const loud = found.filter(({ severity }) => severity !== 'note');
  const isKnown = (each: Diagnostic) =>
    loud.some(
      (other) => codesIn(other).includes(each.code) && (other.severity === 'error' || each.severity !== 'error'),
    );
  const offered = loud.filter(({ fix }) => fix?.commands?.every((command) => !command.includes('<')));
  const unfit = offered.filter(({ code, what, fix }) => {
    const { report } = auditSource({ ...source, text: `${source.text}\n${fix?.commands?.join('\n')}\n` }, staged, {});
    const after = report.diagnostics.filter(({ severity }) => severity !== 'note');
    return after.some((each) => !isKnown(each) || (each.code === code && each.what === what));
  });
  return { fixes: offered.length, unfit: unfit.map(({ code }) => code) };
}

async function importedOf(source: SourceFile, subject: ImportSubject, known: ReadonlySet<string>): Promise<Imported> {
  const identity = itemsOf(subject.config, '/system/identity')[0];
  const own = legalised((identity && propertyValue(identity, 'name')) || 'router');
  const { value } = importSite(subject, { device: own, site: own, path: 'site.yaml' }, profiles);
  if (!value) throw new Error('no site of this export can be read');
  const { text, items, modelled } = value;
  const analysed = analyseSource({ path: 'site.yaml', text }, staged, {});
  const errors = analysed.diagnostics.filter(
    ({ severity, code, also = [] }) => severity === 'error' && ![code, ...also].some((each) => known.has(each)),
  );
  const planned = isAnalysed(analysed)
    ? await planSite({ ...io, env: secretsOf(source, subject) }, analysed, { picked: [], against: source.path })
    : [];
  return {
    isSwitch: subject.target.offloadSwitch !== undefined,
    items,
    modelled,
    errors,
    changes: planned[0]?.plan?.changes.map(({ action, menu, key }) => `${action} ${menu} ${key}`),
    raw: rawOf(text),
  };
}

function codesOf(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return new Set(errors.flatMap(({ code, also = [] }) => [code, ...also]));
}

/** The secrets of the export, under the names that its site asks for. */
function secretsOf(source: SourceFile, { secrets }: ImportSubject): Io['env'] {
  const options: SubjectOptions = { profiles };
  const items = readExport(source, { ...options, keepSecrets: true }).value?.config.items ?? [];
  const entries = secrets.flatMap(({ variable, menu, key, property }) => {
    const item = items.find((each) => each.menu === menu && each.key === key);
    const value = item && propertyValue(item, property);
    return value === undefined ? [] : [[variable, value] as const];
  });
  return Object.fromEntries(entries);
}

function rawOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const [, raw = ''] = /^ {4}raw: \|\n([\s\S]*)/m.exec(text) ?? [];
  let menu = '';
  for (const line of raw.split('\n')) {
    const [, path, command] = /^ {6}(\/\S+)?\s*(\w.*)?$/.exec(line) ?? [];
    menu = path ?? menu;
    if (command !== undefined) counts.set(menu, (counts.get(menu) ?? 0) + 1);
  }
  return counts;
}

function figuresOf(all: readonly Result[]): readonly Figure[] {
  const imported = all.flatMap((each) => each.imported ?? []);
  const share = (part: number, whole: number) => (whole === 0 ? 100 : (100 * part) / whole);
  const inWords = (some: readonly Imported[]) =>
    share(
      some.reduce((sum, { modelled }) => sum + modelled, 0),
      some.reduce((sum, { items }) => sum + items, 0),
    );
  const of = (some: readonly Imported[]) =>
    `${some.length} exports with ${some.reduce((sum, { items }) => sum + items, 0)} items`;
  const switches = imported.filter(({ isSwitch }) => isSwitch);
  const percent = (what: string, value: number, atLeast: number, detail: string): Figure => {
    return { what, value, unit: '%', reach: { atLeast }, detail };
  };
  const count = (good: readonly unknown[]) => `${good.length} of ${imported.length}`;
  const sound = imported.filter(({ errors }) => errors.length === 0);
  const still = imported.filter(({ changes }) => changes?.length === 0);
  const read = all.filter(({ unread }) => unread.length === 0);
  const fixes = all.reduce((sum, each) => sum + each.fixes, 0);
  const fit = fixes - all.reduce((sum, { unfit }) => sum + unfit.length, 0);
  const unreasoned = all.reduce((sum, each) => sum + each.unreasoned.length, 0);
  const verdicts = all.reduce((sum, each) => sum + each.verdicts, 0);
  return [
    percent('exports that are read', share(read.length, all.length), 100, `${read.length} of ${all.length}`),
    percent("items in the site's words, switches", inWords(switches), 60, of(switches)),
    percent("items in the site's words, all", inWords(imported), 40, of(imported)),
    percent('imported sites sound in themselves', share(sound.length, imported.length), 100, count(sound)),
    percent('plans against the own export empty', share(still.length, imported.length), 100, count(still)),
    percent('fixes that end it and bring nothing', share(fit, fixes), 100, `${fit} of ${fixes}`),
    {
      what: 'errors and verdicts without a reason',
      value: unreasoned,
      unit: '',
      reach: { atMost: 0 },
      detail: `${verdicts} verdicts`,
    },
  ];
}

function line(text: string): void {
  process.stderr.write(`${text}\n`);
}

function tellImport(file: string, { errors, changes, modelled, items }: Imported): void {
  for (const { code, what } of errors) line(`${file}: error in the site: ${code} ${what}`);
  if (changes === undefined) line(`${file}: no plan`);
  for (const change of changes ?? []) line(`${file}: planned: ${change}`);
  line(`${file}: ${modelled} of ${items} items in the site's words`);
}

function tell(all: readonly Result[]): void {
  const raw = new Map<string, number>();
  for (const { file, unread, unreasoned, unfit, imported } of all) {
    for (const { code, what } of unread) line(`${file}: not read: ${code} ${what}`);
    for (const each of unreasoned) line(`${file}: no reason: ${each}`);
    for (const code of unfit) line(`${file}: fix of ${code} is no end of it`);
    if (imported) tellImport(file, imported);
    for (const [menu, commands] of imported?.raw ?? []) raw.set(menu, (raw.get(menu) ?? 0) + commands);
  }
  for (const [menu, commands] of [...raw].sort(([, a], [, b]) => b - a)) line(`raw: ${commands} ${menu}`);
}
