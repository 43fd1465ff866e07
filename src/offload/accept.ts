// `# rosc:ignore CODE reason`: a finding that somebody has looked at and accepts. It stands on the line of the cause
// or right above the statement that holds it, so that a reviewer meets both together.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import { derivedOnce } from '../source/grouping.ts';
import { type Location, lineText, positionAt, type SourceFile, type Span, span } from '../source/location.ts';

export interface Acceptance {
  readonly code: string;
  readonly reason: string;
  /** The comment itself. */
  readonly at: Span;
  /** One-based. */
  readonly line: number;
}

const marker = /#\s*rosc:ignore(?:[ \t]+(\S+))?[ \t]*([^\n\r]*)/g;

/** Every `rosc:ignore` comment of a file, in order, those without code or reason included. */
export const acceptancesOf = derivedOnce((file: SourceFile): readonly Acceptance[] => {
  const found: Acceptance[] = [];
  if (!file.text.includes('rosc:ignore')) return found;
  for (const match of file.text.matchAll(marker)) {
    const start = match.index;
    found.push({
      code: match[1] ?? '',
      reason: (match[2] ?? '').trim(),
      at: span(file, start, start + match[0].trimEnd().length),
      line: positionAt(file, start).line,
    });
  }
  return found;
});

/** The comment that accepts a code at one of these places, if any. A comment without a reason accepts nothing. */
export function acceptedBy(
  code: string,
  places: readonly Location[],
  acceptances: readonly Acceptance[],
): Acceptance | undefined {
  const candidates = acceptances.filter((each) => each.code === code && each.reason !== '');
  return candidates.find(({ at, line }) =>
    places.some((place) => {
      if (place.kind !== 'source' || place.file !== at.file) return false;
      const placeLine = positionAt(place.file, place.start).line;
      return line === placeLine || reachesDown(at.file, line, placeLine);
    }),
  );
}

/** True when only comments stand between the comment's line and the place's. */
function reachesDown(file: SourceFile, from: number, to: number): boolean {
  if (from >= to || to - from > 8) return false;
  for (let line = from; line < to; line++) if (!lineText(file, line).trimStart().startsWith('#')) return false;
  return true;
}

/** What is wrong with a comment that has accepted nothing: no reason, or nothing there to accept. */
export function unusedAcceptance({ at, code, reason }: Acceptance): Diagnostic {
  if (code !== '' && reason === '') {
    return {
      code: 'offload/ignore-without-reason',
      severity: 'warning',
      what: `\`${code}\` is not accepted: the comment gives no reason`,
      primary: { at, text: 'why is it acceptable here?' },
      related: [],
      why: 'An accepted finding is a decision, and the next reader needs to know what it rests on.',
      evidence: [],
      fix: manualFix(`write the reason behind the code: \`# rosc:ignore ${code} REASON\``),
    };
  }
  return {
    code: 'offload/ignore-unused',
    severity: 'note',
    what: code === '' ? 'a `rosc:ignore` comment names no code' : `nothing here is reported as \`${code}\``,
    primary: { at, text: 'accepts nothing' },
    related: [],
    why: 'The comment stands on the line of the cause or right above it, and names the code as the report prints it.',
    evidence: [],
    fix: manualFix('remove the comment, or move it to the line above the cause'),
  };
}
