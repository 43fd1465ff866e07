// `rosc import EXPORT|URL`: a first site from an existing configuration, with what breaks offload written beside it. What
// another maker's switch printed goes to import-foreign.ts.

import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { deviceProblem } from '../diagnostics/mistake.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { annotate } from '../import/annotate.ts';
import { legalised } from '../import/names.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { limitsOf } from '../io/limits.ts';
import { type Output, outputOf, printDiagnostics, printJson, statusOf } from '../io/output.ts';
import { type ReadFile, readBytes, sourceOf } from '../io/read-source.ts';
import { writeNew } from '../io/write-new.ts';
import { itemsOf, propertyValue } from '../model/config.ts';
import { analyseLoaded } from '../pipeline/analyse/analyse-site.ts';
import { type DeviceOptions, useDevice } from '../pipeline/device/open-device.ts';
import { importDifferences } from '../pipeline/import/import-differences.ts';
import { type ImportedSite, importSite } from '../pipeline/import/import-site.ts';
import { type ImportSubject, subjectOfDevice, subjectOfExport } from '../pipeline/import/import-subject.ts';
import { isDeviceUrl } from '../pipeline/read/is-device-url.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { rowsAdded, tooManyRows } from '../pipeline/read/site-size.ts';
import { plural } from '../report/units.ts';
import { defaultLimits, type Limits } from '../source/limits.ts';
import { type ForeignImportOptions, importFromOtherMaker } from './import-foreign.ts';

export interface ImportOptions extends ForeignImportOptions, Omit<DeviceOptions, 'profiles'> {}

interface Import {
  readonly site: ImportedSite;
  readonly text: string;
  readonly findings: readonly Diagnostic[];
}

export async function importConfiguration(io: Io, subject: string, options: ImportOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const { value: profiles, diagnostics: early } = await loadAllProfiles(io, options.profiles);
  const { model, routeros } = options;
  const given = { profiles, ...(model !== undefined && { model }), ...(routeros !== undefined && { routeros }) };
  const bytes = isDeviceUrl(subject) ? undefined : await readBytes(io, subject);
  const foreign =
    bytes?.value &&
    (await importFromOtherMaker(io, { bytes: bytes.value.bytes, path: subject }, { options, profiles }));
  if (foreign !== undefined) return foreign;
  const read = bytes ? fromExport(bytes, subject, given) : await fromDevice(io, subject, { options, given });
  const diagnostics: Diagnostic[] = [...early, ...read.diagnostics];
  const found = validSubject(read.value, subject, diagnostics);
  // A comment has no fix.
  const judgesFixes = output.format === 'json';
  const made = found && make(found, { options, given, limits: limitsOf(io.env), judgesFixes, diagnostics });
  if (made) diagnostics.push(...importDifferences(made.site.differences, subject));
  const problem = made && (await writeNew(io, options.out, made.text, options));
  if (problem) diagnostics.push(problem);
  if (output.format === 'json') printJson(io, importJson(made, found, diagnostics));
  else print(io, output, { made, found, diagnostics, hasFailed: problem !== undefined }, options.out);
  if (!made || problem) return exit.findings;
  // What the configuration itself has against it stops no import, unless somebody asked for it.
  const all = [...diagnostics, ...made.findings];
  return statusOf(all, options.failOn ?? 'never');
}

interface Printed {
  readonly made: Import | undefined;
  readonly found: ImportSubject | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Its file could not be written. */
  readonly hasFailed: boolean;
}

function print(
  io: Io,
  output: Output,
  { made, found, diagnostics, hasFailed }: Printed,
  out: string | undefined,
): void {
  if (made && out === undefined) io.stdout(made.text);
  printDiagnostics(io, output, diagnostics);
  if (made && !hasFailed) output.remark(summary(made, found, out));
}

type ExportRequest = Parameters<typeof subjectOfExport>[1];

function fromExport({ value: bytes, diagnostics }: Staged<ReadFile | undefined>, path: string, given: ExportRequest) {
  const source = bytes ? sourceOf(bytes, path) : { value: undefined, diagnostics };
  if (!source.value) return { value: undefined, diagnostics: source.diagnostics };
  const { limits = defaultLimits, text } = source.value;
  const excess = tooManyRows(path, rowsAdded(text), limits.keysMax);
  if (excess) return { value: undefined, diagnostics: [...source.diagnostics, excess] };
  const subject = subjectOfExport(source.value, given);
  return { ...subject, diagnostics: [...source.diagnostics, ...subject.diagnostics] };
}

async function fromDevice(io: Io, url: string, { options, given }: { options: ImportOptions; given: ExportRequest }) {
  const read = await useDevice(io, { url }, options, (device, name) => subjectOfDevice(device, name, given));
  return { value: read.value?.value, diagnostics: [...read.diagnostics, ...(read.value?.diagnostics ?? [])] };
}

/** A site for another major version could not even be loaded. */
function validSubject(
  subject: ImportSubject | undefined,
  path: string,
  diagnostics: Diagnostic[],
): ImportSubject | undefined {
  if (!subject) return undefined;
  const { routeros } = subject.target;
  if (routeros.major === 7) return subject;
  diagnostics.push(
    deviceProblem(path, 'import/old-version', {
      what: `no site can be made of a configuration of RouterOS ${routeros.text}`,
      why: 'Sites are for RouterOS 7, whose menus differ.',
      fix: 'upgrade the device and export it again, or give `--routeros` with the version that it will run',
    }),
  );
  return undefined;
}

interface MakeOptions {
  readonly options: ImportOptions;
  readonly given: ExportRequest;
  readonly limits: Limits;
  readonly judgesFixes: boolean;
  /** What comes up is added. */
  readonly diagnostics: Diagnostic[];
}

function make(
  subject: ImportSubject,
  { options, given, limits, judgesFixes, diagnostics }: MakeOptions,
): Import | undefined {
  const path = options.out ?? 'site.yaml';
  const identity = itemsOf(subject.config, '/system/identity')[0];
  const own = legalised(options.name ?? ((identity && propertyValue(identity, 'name')) || 'router'));
  const names = { device: own, site: legalised(options.site ?? own), path, limits };
  const { value: site, diagnostics: refusals } = importSite(subject, names, given.profiles);
  diagnostics.push(...refusals);
  if (!site) return undefined;
  const file = { path, text: site.text, limits };
  const analysed = analyseLoaded(file, site.loaded, { value: given.profiles, diagnostics: [] }, { judgesFixes });
  const findings = analysed.diagnostics.filter(({ severity }) => options.verbose || severity !== 'note');
  return { site, text: annotate(file, findings), findings };
}

function summary({ site, findings }: Import, subject: ImportSubject | undefined, out: string | undefined): string {
  const lines = [
    `${out === undefined ? '' : `wrote ${out}: `}${site.modelled} of ${plural(site.items, 'item')} ${site.items === 1 ? 'is' : 'are'} in the site's own words, ${plural(site.rawCount, 'command')} under \`raw:\``,
    ...(findings.length > 0 ? [`${plural(findings.length, 'finding')} beside their lines, as \`# rosc: CODE …\``] : []),
    ...(subject?.secrets ?? []).map(({ variable, menu, key, property }) => {
      return `set ${variable} to the ${property} of ${[menu, key].join(' ').trim()}`;
    }),
  ];
  return lines.join('\n');
}

function importJson(made: Import | undefined, subject: ImportSubject | undefined, diagnostics: readonly Diagnostic[]) {
  return {
    version: 1,
    ...(made && {
      site: made.text,
      items: { all: made.site.items, modelled: made.site.modelled, rawCommands: made.site.rawCount },
      findings: made.findings.map(diagnosticJson),
    }),
    secrets: subject?.secrets ?? [],
    withheld: subject?.withheld ?? [],
    diagnostics: diagnostics.map(diagnosticJson),
  };
}
