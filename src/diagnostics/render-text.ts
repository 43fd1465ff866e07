// Diagnostics for people: what, where with a code frame, why, evidence, fix. The text form is stable and pinned by
// goldens.

import { firstOfEach } from '../source/grouping.ts';
import { type Location, type Position, positionAt, type Span } from '../source/location.ts';
import { shownLine } from '../source/shown-line.ts';
import type { Diagnostic, Label } from './diagnostic.ts';
import { type Palette, plain, printable } from './palette.ts';
import { withoutSecrets } from './without-secrets.ts';
import { wrapWords } from './wrap-words.ts';

export interface TextOptions {
  readonly palette?: Palette;
  /** Columns that no line exceeds, unless a word or a command does. */
  readonly width?: number;
  /** Related labels shown in full; the rest is counted. */
  readonly relatedMax?: number;
  /** What the cause costs, one sentence each. */
  readonly hits?: readonly string[];
}

export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: TextOptions = {}): string {
  return diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, options)).join('\n');
}

/** One diagnostic, several lines, with a final line break. */
export function renderDiagnostic(given: Diagnostic, options: TextOptions = {}): string {
  const diagnostic = withoutSecrets(given);
  const palette = options.palette ?? plain;
  const width = options.width ?? 100;
  const lines = headLines(diagnostic, palette, width);
  lines.push(...frames(diagnostic, { palette, width, relatedMax: options.relatedMax ?? 6 }));
  const prose: string[] = (options.hits ?? []).flatMap((hit) => paragraph('hits: ', hit, width, palette));
  if (diagnostic.why) prose.push(...paragraph('why: ', diagnostic.why, width, palette));
  // One claim with several citations is said once, with the first.
  for (const { grade, claim, citation } of firstOfEach(diagnostic.evidence, (each) => each.claim)) {
    prose.push(...paragraph(`evidence (${grade}): `, `${claim} [${citation}]`, width, palette));
  }
  if (diagnostic.fix) {
    prose.push(...paragraph(`fix (${diagnostic.fix.applicability}): `, diagnostic.fix.title, width, palette));
    for (const command of diagnostic.fix.commands ?? diagnostic.fix.steps ?? [])
      prose.push(`    ${printable(command)}`);
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

function headLines({ severity, code, also = [], what }: Diagnostic, palette: Palette, width: number): string[] {
  const head = `${severity}[${[code, ...also].join(', ')}]`;
  let headLeft = head.length;
  return wrapWords(`${head}: ${printable(what)}`, width, 2).map((line) => {
    const split = Math.max(0, Math.min(line.length, headLeft));
    // The blank at which the line is broken counts too.
    headLeft -= line.length + 1;
    return (split > 0 ? palette[severity](line.slice(0, split)) : '') + palette.strong(line.slice(split));
  });
}

function frames(
  diagnostic: Diagnostic,
  { palette, width, relatedMax }: { readonly palette: Palette; readonly width: number; readonly relatedMax: number },
): string[] {
  const related = mergeLabels(diagnostic.related);
  const shown = related.slice(0, relatedMax);
  const labels = [diagnostic.primary, ...shown];
  const gutter = Math.max(...labels.map(({ at }) => lineNumberWidth(at)));
  const lines = labels.flatMap((label, index) =>
    frame(label, { gutter, palette, width, isPrimary: index === 0, diagnostic }),
  );
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

interface FrameContext {
  readonly gutter: number;
  readonly palette: Palette;
  readonly width: number;
  readonly isPrimary: boolean;
  readonly diagnostic: Diagnostic;
}

function frame(label: Label, { gutter, palette, width, isPrimary, diagnostic }: FrameContext): string[] {
  const pad = ' '.repeat(gutter);
  const head = `${pad}${palette.faint('-->')} ${printLocation(label.at)}`;
  const text = printable(label.text);
  const isWithoutText = label.at.kind === 'source' && label.at.file.text === '';
  const room = width - gutter - 3;
  if (label.at.kind === 'device' || isWithoutText) {
    const lines = text ? wrapWords(text, room) : [];
    return [head, ...lines.map((each, index) => `${pad} ${index === 0 ? palette.faint('=') : ' '} ${each}`)];
  }
  const { line, column } = positionAt(label.at.file, label.at.start);
  const window = crop(label.at, { line, column, room });
  const mark = (isPrimary ? '^' : '-').repeat(window.length);
  const paint = isPrimary ? palette[diagnostic.severity] : palette.note;
  const bar = palette.faint('|');
  return [
    head,
    `${pad} ${bar}`,
    `${palette.faint(String(line).padStart(gutter))} ${bar} ${window.text}`.trimEnd(),
    ...captioned(mark, text, window.column, room).map((each) => {
      const indent = each.search(/\S/);
      return `${pad} ${bar} ${each.slice(0, indent)}${paint(each.slice(indent))}`;
    }),
  ];
}

/** The mark, and its words behind it, or below where there is no room. */
function captioned(mark: string, text: string, column: number, room: number): readonly string[] {
  const line = ' '.repeat(column) + mark;
  if (text === '') return [line];
  if (line.length + 1 + text.length <= room) return [`${line} ${text}`];
  const indent = Math.max(0, Math.min(column, room - Math.min(text.length, 60)));
  return [line, ...wrapWords(text, room - indent).map((each) => ' '.repeat(indent) + each)];
}

interface Crop extends Position {
  /** Columns for the line; longer ones are cut around the marked text. */
  readonly room: number;
}

/**
 * The line's printable text, and where in it the mark stands. A span over several lines is marked to its first line's
 * end.
 */
function crop(at: Span, { line, column, room }: Crop): { text: string; column: number; length: number } {
  const whole = shownLine(at.file, line);
  const start = column - 1;
  const length = Math.max(1, Math.min(at.end - at.start, whole.length - start));
  const needsCut = whole.length > room;
  // Two columns for the ellipses.
  const shown = room - 2;
  const from = needsCut ? Math.max(0, Math.min(start - Math.floor(shown / 3), whole.length - shown)) : 0;
  const to = needsCut ? from + shown : whole.length;
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
  const [first = '', ...rest] = wrapWords(label + printable(text), width - 2, 2);
  return [`  ${palette.faint(label.trimEnd())}${first.slice(label.length - 1)}`, ...rest.map((line) => `  ${line}`)];
}
