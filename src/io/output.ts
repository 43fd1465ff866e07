// How a command speaks: results on stdout in the chosen format, everything else on stderr, colour only on terminals.

import { type Diagnostic, hasAtLeast, type Severity } from '../diagnostics/diagnostic.ts';
import { coloured, type Palette, plain, printable, type TextStyle } from '../diagnostics/palette.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { jsonText } from '../source/json-text.ts';
import { redactText } from '../source/redact-text.ts';
import { type ExitStatus, exit, type Io } from './io.ts';

export const formats = ['text', 'json', 'sarif', 'markdown', 'github'] as const;
export type Format = (typeof formats)[number];

/** Options that every command takes. */
export interface CommonOptions {
  readonly format?: Format;
  readonly json?: boolean;
  readonly color?: 'auto' | 'always' | 'never';
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** `never`: findings do not show in the exit status. */
  readonly failOn?: Severity | 'never';
  /** Directory with further profiles. */
  readonly profiles?: string;
}

/** The style is that of stdout. */
export interface Output extends TextStyle {
  readonly format: Format;
  /** For stderr. */
  readonly remarkPalette: Palette;
  readonly quiet: boolean;
  /** A remark on stderr, unless `--quiet`. */
  remark(text: string): void;
  /** A progress line on stderr that the next one replaces; silent when stderr is no terminal. */
  progress(text: string): void;
}

export function outputOf(io: Io, options: CommonOptions): Output {
  const quiet = options.quiet === true;
  let progressLength = 0;
  const clear = () => {
    if (progressLength > 0) io.stderr(`\r${' '.repeat(progressLength)}\r`);
    progressLength = 0;
  };
  return {
    format: options.json ? 'json' : (options.format ?? 'text'),
    palette: paletteFor(io, options, io.isTerminal.stdout),
    remarkPalette: paletteFor(io, options, io.isTerminal.stderr),
    verbose: options.verbose === true,
    quiet,
    width: Math.min(Math.max(io.columns, 60), 120),
    remark(text) {
      clear();
      if (!quiet) io.stderr(redactText(text.endsWith('\n') ? text : `${text}\n`));
    },
    progress(text) {
      if (quiet || !io.isTerminal.stderr) return;
      clear();
      io.stderr(text);
      progressLength = text.length;
    },
  };
}

/** Prints a value as JSON, the way every command does. */
export function printJson(io: Io, value: unknown): void {
  io.stdout(`${jsonText(value, 2)}\n`);
}

/** Ends a command with its answer, as JSON or as text. */
export function printAnswer(io: Io, { format }: Output, json: () => unknown, text: () => string): ExitStatus {
  if (format === 'json') printJson(io, json());
  else io.stdout(text());
  return exit.fine;
}

/** Diagnostics on stderr; notes only with `--verbose`. */
export function printDiagnostics(io: Io, output: Output, diagnostics: readonly Diagnostic[]): void {
  printAll(io, output, output.verbose ? diagnostics : diagnostics.filter(({ severity }) => severity !== 'note'));
}

/** Diagnostics on stderr, notes and all. */
export function printAll(io: Io, { remarkPalette, width }: Output, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) io.stderr(renderDiagnostics(diagnostics, { palette: remarkPalette, width }));
}

/** Ends a command whose arguments make no sense. */
export function usage(io: Io, problem: string): ExitStatus {
  io.stderr(`rosc: ${redactText(problem).split('\n').map(printable).join('\n')}\n`);
  return exit.usage;
}

/** Ends a command that could not do its work: the diagnostics go to stderr, or to stdout as JSON. */
export function fail(io: Io, output: Output, diagnostics: readonly Diagnostic[], json?: () => unknown): ExitStatus {
  if (output.format !== 'json') printAll(io, output, diagnostics);
  else printJson(io, json ? json() : { version: 1, diagnostics: diagnostics.map(diagnosticJson) });
  return exit.findings;
}

export function statusOf(diagnostics: readonly Diagnostic[], failOn: CommonOptions['failOn'] = 'error'): ExitStatus {
  return failOn !== 'never' && hasAtLeast(diagnostics, failOn) ? exit.findings : exit.fine;
}

function paletteFor(io: Io, options: CommonOptions, isTerminal: boolean): Palette {
  if (options.color === 'always') return coloured;
  if (options.color === 'never' || (io.env.NO_COLOR ?? '') !== '' || !isTerminal) return plain;
  return coloured;
}
