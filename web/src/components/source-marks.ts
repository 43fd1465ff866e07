// Which parts of the shown file are marked, line by line: overlapping marks are cut where they begin and end.

import type { DiagnosticJson, LocationJson, Severity } from '../../../src/web/api/report-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';

export interface Mark {
  readonly severity: Severity;
  /** Position of the diagnostic in the report. */
  readonly finding: number;
  readonly isPrimary: boolean;
  /** The whole finding, for who points at it. */
  readonly text: string;
  /** What is wrong at this place. */
  readonly label: string;
  readonly line: number;
  /** From zero, in UTF-16 code units. */
  readonly start: number;
  /** Infinity = to the end of the line. */
  readonly end: number;
}

/** By line, from one. */
export type Marks = ReadonlyMap<number, readonly Mark[]>;

export interface MarkedText {
  readonly text: string;
  /** Most severe first. */
  readonly marks: readonly Mark[];
}

/** Every finding's own place, and the related places of the selected one. */
export function marksOf({ report, file }: ViewJson, selected: number | undefined): Marks {
  const marks = new Map<number, Mark[]>();
  const add = (location: LocationJson, mark: Omit<Mark, 'line' | 'start' | 'end'>) => {
    if (!('file' in location) || location.file !== file.path) return;
    for (let line = location.line; line <= location.endLine; line += 1) {
      const start = line === location.line ? location.column - 1 : 0;
      const end = line === location.endLine ? location.endColumn - 1 : Number.POSITIVE_INFINITY;
      const own = marks.get(line) ?? [];
      own.push({ ...mark, line, start, end: Math.max(end, start + 1) });
      marks.set(line, own);
    }
  };
  for (const [finding, diagnostic] of report.diagnostics.entries()) {
    const { severity, location, related } = diagnostic;
    add(location, { severity, finding, isPrimary: true, text: markText(diagnostic), label: diagnostic.label });
    if (finding !== selected) continue;
    for (const each of related)
      add(each.location, { severity, finding, isPrimary: false, text: each.text, label: each.text });
  }
  return marks;
}

function markText({ severity, what, label }: DiagnosticJson): string {
  return `${severity}: ${what}${label && `\n${label}`}`;
}

/** The line's text in pieces that each lie under the same marks. */
export function markedTextsOf(text: string, marks: readonly Mark[]): readonly MarkedText[] {
  if (marks.length === 0) return [{ text, marks: [] }];
  const cuts = new Set([0, text.length]);
  for (const { start, end } of marks) {
    cuts.add(Math.min(start, text.length));
    cuts.add(Math.min(end, text.length));
  }
  const edges = [...cuts].sort((a, b) => a - b);
  return edges.slice(0, -1).map((start, index) => ({
    text: text.slice(start, edges[index + 1]),
    marks: marks
      .filter((mark) => mark.start <= start && mark.end >= (edges[index + 1] ?? start))
      .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
  }));
}

const severities: readonly Severity[] = ['error', 'warning', 'note'];
