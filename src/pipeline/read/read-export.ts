// An export as a configuration: header, target, items on top of what every device of the model has by itself.

import { type Diagnostic, isError, type Staged } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import type { Config, MenuPath } from '../../model/config.ts';
import { parseVersion, type Version } from '../../model/version.ts';
import { factoryConfig } from '../../profile/factory.ts';
import { findModel, nearestModel } from '../../profile/find-model.ts';
import { makeTarget } from '../../profile/make-target.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import { unknownTarget } from '../../profile/unknown-target.ts';
import { type Evaluation, evaluateScript, startEvaluation } from '../../rsc/evaluate.ts';
import { readHeader } from '../../rsc/header.ts';
import { parseRsc } from '../../rsc/parser.ts';
import type { Header } from '../../rsc/script.ts';
import { parseWithoutSecrets } from '../../rsc/secrets.ts';
import { type SourceFile, span } from '../../source/location.ts';

export interface ExportOptions {
  readonly profiles: Profiles;
  /** In place of what the header says, or where it says nothing. */
  readonly model?: string | undefined;
  readonly routeros?: string | undefined;
  /** Secrets stay readable, for comparison; whoever prints diagnostics has to mask them. Absent = masked everywhere. */
  readonly keepSecrets?: true;
  /** Known from elsewhere, such as a site: the header is then only compared. */
  readonly target?: Target;
  /** An analysis follows: a model that no profile describes is a warning, and what is not modelled is left to it. */
  readonly isAnalysed?: true;
}

export interface ExportReading {
  readonly file: SourceFile;
  readonly target: Target;
  readonly config: Config;
  readonly serial: string;
  /** What the header says, whatever was assumed. */
  readonly header: Header;
}

/** Undefined when the file is no export, or nobody says which model it is from. */
export function readExport(file: SourceFile, options: ExportOptions): Staged<ExportReading | undefined> {
  // Most exports need no masking: they are evaluated while they are read, and read but once.
  const early = earlyEvaluation(file, options);
  const script = options.keepSecrets ? parseRsc(file) : parseWithoutSecrets(file, early?.statement);
  if (script.value.size === 0 && script.diagnostics.some(isError)) {
    return { value: undefined, diagnostics: script.diagnostics };
  }
  const { header } = script.value;
  const target = options.target
    ? { value: options.target, diagnostics: [] }
    : targetOf(script.value.file, header, options);
  if (!target.value) return { value: undefined, diagnostics: [...script.diagnostics, ...target.diagnostics] };
  const evaluateOptions = { isAnalysed: options.isAnalysed === true };
  const config =
    early && script.value.file === file
      ? early.finish(evaluateOptions)
      : evaluateScript(script.value, factoryConfig(target.value), evaluateOptions);
  return {
    value: {
      file: script.value.file,
      target: target.value,
      config: { ...config.value, ...(isPart(header, config.value) && { isPart: true }) },
      serial: header.serial?.text ?? '',
      header,
    },
    diagnostics: [...script.diagnostics, ...target.diagnostics, ...config.diagnostics],
  };
}

/** A snippet without a header, or what one menu exports, such as `/queue/tree`. */
function isPart({ routeros, model }: Header, { items }: Config): boolean {
  if (!routeros && !model) return true;
  const own = new Set<MenuPath>();
  for (const { menu, origin } of items) if (origin.kind === 'source') own.add(menu);
  return new Set([...own].map((menu) => menu.split('/', 2)[1])).size === 1;
}

/** Undefined where the target is unknown, and where secrets stay readable. */
function earlyEvaluation(file: SourceFile, options: ExportOptions): Evaluation | undefined {
  if (options.keepSecrets) return undefined;
  const target = options.target ?? targetOf(file, readHeader(file.text), options).value;
  return target && startEvaluation(file, factoryConfig(target));
}

/** What is assumed when neither header nor option says the version: the newest that many devices run. */
const assumedVersion = '7.20.8';

function targetOf(file: SourceFile, header: Header, options: ExportOptions): Staged<Target | undefined> {
  const { profiles } = options;
  const model = options.model ?? header.model?.text ?? (header.systemId && 'CHR');
  const found = model === undefined ? undefined : findModel(profiles, model);
  const diagnostics: Diagnostic[] = [];
  const isReadable = found !== undefined || (options.isAnalysed && options.model === undefined);
  if (!isReadable) return { value: undefined, diagnostics: [unknownModel(file, model, options)] };
  const version = versionOf(file, header, options, diagnostics);
  const target = found && makeTarget(profiles, found.id, version);
  if (target) return { value: found.isItself || !model ? target : { ...target, standsFor: model }, diagnostics };
  const unknown = unknownTarget(profiles, model ?? 'unknown model', version, file.text);
  return { value: unknown, diagnostics: [...diagnostics, unknownModel(file, model, options)] };
}

function versionOf(file: SourceFile, header: Header, options: ExportOptions, diagnostics: Diagnostic[]): Version {
  const given = parseVersion(options.routeros ?? header.routeros?.text ?? '');
  if (given) return given;
  const assumed = parseVersion(assumedVersion);
  if (!assumed) throw new Error('the assumed version is malformed');
  diagnostics.push(
    mistake('audit/version-assumed', {
      severity: 'warning',
      what: `the export does not say its RouterOS version, so ${assumedVersion} is assumed`,
      at: span(file, 0, 0),
      why: 'What a chip forwards and which properties exist depend on the version.',
      fix: 'give `--routeros VERSION`',
    }),
  );
  return assumed;
}

/** An error where nothing more is said; a warning where the audit goes on without the hardware. */
function unknownModel(file: SourceFile, model: string | undefined, options: ExportOptions): Diagnostic {
  const at = model === undefined ? 0 : Math.max(0, file.text.indexOf(model));
  const near = model === undefined ? undefined : nearestModel(options.profiles, model);
  const consequence = 'so nothing can be said about its hardware';
  return mistake('audit/unknown-model', {
    severity: options.isAnalysed && options.model === undefined ? 'warning' : 'error',
    what:
      model === undefined
        ? `the export does not say which model it is from, ${consequence}`
        : `no profile describes \`${model}\`, ${consequence}`,
    at: span(file, at, at + (model !== undefined && file.text.includes(model) ? model.length : 0)),
    label: near ? `the nearest that is described is \`${near}\`` : '',
    why: 'Which chip a device has decides what it forwards in hardware; guessing would make every verdict worthless.',
    fix: model === undefined && hasBlankId(file.text) ? likelyChr : elsewhere,
  });
}

const elsewhere =
  'give `--model MODEL` where its ports and chips are those of another one (`rosc models` lists them), or describe it: `--profiles DIRECTORY` reads what docs/profiles.md shows';

const likelyChr =
  'give `--model CHR` if it is from a Cloud Hosted Router, which has no software id, as this export has none; else `--model MODEL` (`rosc models` lists them)';

/** Devices and x86 installations have a software id, a Cloud Hosted Router has a system id in its place. */
function hasBlankId(text: string): boolean {
  return /^#[ \t]*software id[ \t]*=[ \t]*\r?$/m.test(text);
}
