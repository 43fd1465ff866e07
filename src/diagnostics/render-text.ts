// Diagnostics for people: what, where with a code frame, why, evidence, fix. The text form is stable and pinned by
// goldens.

import { type Location, lineText, positionAt, type Span } from '../source/location.ts';
import { redactText } from '../source/redact-text.ts';
import type { Diagnostic, Evidence, Label } from './diagnostic.ts';
import { type Palette, plain, printable } from './palette.ts';
import { withoutSecrets } from './without-secrets.ts';

export interface TextOptions {
  readonly palette?: Palette;
  /** Columns to wrap prose at. */
  readonly width?: number;
  /** Related labels shown in full; the rest is counted. */
  readonly relatedMax?: number;
}

export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: TextOptions = {}): string {
  return diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, options)).join('\n');
}

/** One diagnostic, several lines, with a final line break. */
export function renderDiagnostic(given: Diagnostic, options: TextOptions = {}): string {
  const diagnostic = withoutSecrets(given);
  const palette = options.palette ?? plain;
  const width = options.width ?? 100;
  const paint = palette[diagnostic.severity];
  const codes = [diagnostic.code, ...(diagnostic.also ?? [])].join(', ');
  const lines = [`${paint(`${diagnostic.severity}[${codes}]`)}${palette.strong(`: ${printable(diagnostic.what)}`)}`];
  lines.push(...frames(diagnostic, palette, options.relatedMax ?? 6));
  const prose: string[] = [];
  if (diagnostic.why) prose.push(...paragraph('why: ', diagnostic.why, width, palette));
  for (const { grade, claim, citation } of distinct(diagnostic.evidence)) {
    prose.push(...paragraph(`evidence (${grade}): `, `${claim} [${citation}]`, width, palette));
  }
  if (diagnostic.fix) {
    prose.push(...paragraph(`fix (${diagnostic.fix.applicability}): `, diagnostic.fix.title, width, palette));
    for (const command of diagnostic.fix.commands ?? []) prose.push(`    ${printable(command)}`);
  }
  prose.push(`  ${palette.faint('more:')} rosc explain ${diagnostic.code}`);
  return `${[...lines, '', ...prose].join('\n')}\n`;
}

/** `site.yaml:14:11`, or `core /ip/route 198.51.100.0/24` for an item on a device. */
export function printLocation(location: Location): string {
  if (location.kind === 'device') {
    return printable([location.device, location.menu, location.key].filter((part) => part !== '').join(' '));
  }
  if (location.file.text === '') return printable(location.file.path);
  const { line, column } = positionAt(location.file, location.start);
  return `${printable(location.file.path)}:${line}:${column}`;
}

function frames(diagnostic: Diagnostic, palette: Palette, relatedMax: number): string[] {
  const related = mergeLabels(diagnostic.related);
  const shown = related.slice(0, relatedMax);
  const labels = [diagnostic.primary, ...shown];
  const gutter = Math.max(...labels.map(({ at }) => lineNumberWidth(at)));
  const lines = labels.flatMap((label, index) => frame(label, { gutter, palette, isPrimary: index === 0, diagnostic }));
  const hidden = related.length - shown.length;
  if (hidden > 0)
    lines.push(`${' '.repeat(gutter)} ${palette.faint(`= and ${hidden} more such place${hidden > 1 ? 's' : ''}`)}`);
  return lines;
}

/** Several remarks on one place share its code frame. */
function mergeLabels(labels: readonly Label[]): readonly Label[] {
  const merged = new Map<string, Label>();
  for (const { at, text } of labels) {
    const place = at.kind === 'device' ? printLocation(at) : `${at.file.path} ${at.start} ${at.end}`;
    const known = merged.get(place)?.text;
    merged.set(place, { at, text: known && known !== text ? `${known}; ${text}` : text });
  }
  return [...merged.values()];
}

/** One claim with several citations is said once, with the first. */
function distinct(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.filter(({ claim }, index) => evidence.findIndex((each) => each.claim === claim) === index);
}

interface FrameContext {
  readonly gutter: number;
  readonly palette: Palette;
  readonly isPrimary: boolean;
  readonly diagnostic: Diagnostic;
}

function frame(label: Label, { gutter, palette, isPrimary, diagnostic }: FrameContext): string[] {
  const pad = ' '.repeat(gutter);
  const head = `${pad}${palette.faint('-->')} ${printLocation(label.at)}`;
  const text = printable(label.text);
  const isWithoutText = label.at.kind === 'source' && label.at.file.text === '';
  if (label.at.kind === 'device' || isWithoutText)
    return text ? [head, `${pad} ${palette.faint('=')} ${text}`] : [head];
  const { line, column } = positionAt(label.at.file, label.at.start);
  const window = crop(label.at, line, column);
  const mark = (isPrimary ? '^' : '-').repeat(window.length);
  const paint = isPrimary ? palette[diagnostic.severity] : palette.note;
  const bar = palette.faint('|');
  return [
    head,
    `${pad} ${bar}`,
    `${palette.faint(String(line).padStart(gutter))} ${bar} ${window.text}`.trimEnd(),
    `${pad} ${bar} ${' '.repeat(window.column)}${paint(`${mark}${text && ` ${text}`}`)}`,
  ];
}

/** Columns shown of one source line; longer lines are cut around the marked text. */
const frameColumns = 110;

/**
 * The line's printable text, and where in it the mark stands. A span over several lines is marked to its first line's
 * end.
 */
function crop(at: Span, line: number, column: number): { text: string; column: number; length: number } {
  const whole = redactText(lineText(at.file, line));
  const start = column - 1;
  const length = Math.max(1, Math.min(at.end - at.start, whole.length - start));
  const needsCut = whole.length > frameColumns;
  const from = needsCut ? Math.max(0, Math.min(start - 30, whole.length - frameColumns)) : 0;
  const to = needsCut ? from + frameColumns : whole.length;
  const left = from > 0 ? '…' : '';
  const before = left + printable(whole.slice(from, start));
  const marked = printable(whole.slice(start, Math.min(start + length, to)));
  const after = printable(whole.slice(Math.min(start + length, to), to)) + (to < whole.length ? '…' : '');
  return { text: before + marked + after, column: before.length, length: Math.max(1, marked.length) };
}

function lineNumberWidth(at: Location): number {
  return at.kind === 'device' ? 1 : String(positionAt(at.file, at.start).line).length;
}

function paragraph(label: string, text: string, width: number, palette: Palette): string[] {
  const words = printable(text).split(' ');
  const lines: string[] = [];
  let line = label;
  for (const word of words) {
    if (line.length + word.length > width - 2 && line.trim() !== '' && line !== label) {
      lines.push(line.trimEnd());
      line = '  ';
    }
    line += `${word} `;
  }
  lines.push(line.trimEnd());
  return lines.map((each, index) =>
    index === 0 ? `  ${palette.faint(label.trimEnd())}${each.slice(label.length - 1)}` : `  ${each}`,
  );
}
