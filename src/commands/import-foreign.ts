// `rosc import` of a file that a switch of H3C or Cisco printed: recognises it, and says of every line what became of it.

import defaults from '../../profiles/defaults.json' with { type: 'json' };
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { accountLines } from '../import/foreign/account.ts';
import type { Maker } from '../import/foreign/clean.ts';
import { recogniseMaker } from '../import/foreign/recognise.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type Output, outputOf, printAll, printJson, statusOf, usage } from '../io/output.ts';
import { pathOf } from '../io/read-source.ts';
import { writeNew } from '../io/write-new.ts';
import { parseVersion } from '../model/version.ts';
import { foreignFindings } from '../pipeline/import/foreign-findings.ts';
import { type ForeignImport, importForeign, portPairs } from '../pipeline/import/import-foreign.ts';
import { simulationTarget } from '../pipeline/read/simulation-target.ts';
import type { Profiles } from '../profile/profiles.ts';
import { span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import type { InitOptions } from './init.ts';

/** Those of `rosc import` that are about files of other makers. */
export interface ForeignImportOptions extends InitOptions {
  readonly from?: string;
  readonly map?: readonly string[];
}

interface JudgedImport extends ForeignImport {
  readonly findings: readonly Diagnostic[];
}

interface ForeignFile {
  readonly bytes: Uint8Array;
  /** As the user wrote it. */
  readonly path: string;
}

/** Undefined where the file is nobody else's: it may be an export of RouterOS. */
export async function importFromOtherMaker(
  io: Io,
  { bytes, path: written }: ForeignFile,
  { options, profiles }: { readonly options: ForeignImportOptions; readonly profiles: Profiles },
): Promise<ExitStatus | undefined> {
  const output = outputOf(io, options);
  const forced = (['comware', 'ios'] as const).find((maker) => maker === options.from?.toLowerCase());
  if (options.from !== undefined && !forced) {
    return usage(io, `--from takes comware or ios, not ${JSON.stringify(options.from)}`);
  }
  const recognised = forced ? { kind: 'switch' as const, maker: forced } : recogniseMaker(textOf(bytes, 'ios'));
  if (recognised.kind === 'none') return undefined;
  const path = pathOf(written);
  if (recognised.kind === 'refused') {
    say(io, output, undefined, [otherMaker(path, recognised.seems, recognised.instead)]);
    return exit.findings;
  }
  const { maker } = recognised;
  const wishes = wishesOf(options, profiles);
  if (typeof wishes === 'string') return usage(io, wishes);
  const { value: made, diagnostics } = importForeign({ path, text: textOf(bytes, maker) }, maker, wishes);
  const judged = made && foreignFindings(made, options.out ?? 'site.yaml', profiles);
  const problem = judged && (await writeNew(io, options.out, judged.text, options));
  const all = [...diagnostics, ...(problem ? [problem] : [])];
  say(io, output, made && judged && { ...made, text: judged.text, findings: judged.findings }, all);
  if (!made || !judged || problem) return exit.findings;
  if (output.format === 'json') return statusOf(all, options.failOn);
  if (options.out === undefined) io.stdout(judged.text);
  output.remark(accountOf(path, made, judged.lines, options.out));
  return statusOf(all, options.failOn);
}

type Wishes = Parameters<typeof importForeign>[2];

/** What the options ask for, or what is wrong with them. */
function wishesOf(options: ForeignImportOptions, profiles: Profiles): Wishes | string {
  const { model, name, site } = options;
  const routeros = parseVersion(options.routeros ?? defaults.site.routeros);
  const pairs = portPairs(options.map ?? []);
  if (typeof pairs === 'string') return pairs;
  const target = model === undefined ? undefined : simulationTarget(profiles, model, routeros?.text ?? '');
  if (typeof target === 'string') return target;
  if (!routeros) return `${JSON.stringify(options.routeros)} is not a RouterOS version`;
  const unknown = target && [...pairs.ports.values()].find((port) => !target.ports.has(port));
  if (unknown !== undefined) return unknownPort(unknown, target?.ports.keys() ?? []);
  const names = { ...(name !== undefined && { device: name }), ...(site !== undefined && { site }) };
  return { profiles, routeros, target, ...pairs, ...names };
}

function unknownPort(port: string, known: Iterable<string>): string {
  const near = nearestName(port, known);
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  return `the model has no port ${JSON.stringify(port)}${hint}`;
}

function say(io: Io, output: Output, made: JudgedImport | undefined, diagnostics: readonly Diagnostic[]): void {
  if (output.format === 'json') printJson(io, foreignJson(made, diagnostics));
  else printAll(io, output, diagnostics);
}

function accountOf(path: string, made: ForeignImport, lines: readonly string[], out: string | undefined): string {
  return [
    ...(out === undefined ? [] : [`wrote ${out}`]),
    ...accountLines(path, made.account),
    ...(lines.length > 0 ? ['', `On the ${made.model}:`, ...lines.map((line) => `  ${line}`)] : []),
  ].join('\n');
}

/** UTF-8, else what the maker's customers use: Chinese names on Comware, Latin-1 on IOS. */
function textOf(bytes: Uint8Array, maker: Maker): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(maker === 'comware' ? 'gb18030' : 'latin1').decode(bytes);
  }
}

function otherMaker(path: string, seems: string, instead: string): Diagnostic {
  return mistake('import/other-maker', {
    what: `\`${path}\` seems to be ${seems}, of which rosc makes no site`,
    at: span({ path, text: '' }, 0, 0),
    fix: instead,
  });
}

function foreignJson(made: JudgedImport | undefined, diagnostics: readonly Diagnostic[]) {
  return {
    version: 1,
    ...(made && {
      site: made.text,
      from: made.maker,
      model: made.model,
      account: made.account,
      ports: made.ports,
      findings: made.findings.map(diagnosticJson),
    }),
    diagnostics: diagnostics.map(diagnosticJson),
  };
}
