// What `--only` and `--min-evidence` leave of a report.

import { codesOf, type Diagnostic, type Grade, grades, isError, worstGrade } from '../../diagnostics/diagnostic.ts';
import { isOffloadCode } from '../../report/causes.ts';
import type { Report } from '../../report/site-report.ts';

export interface Filter {
  /** Codes or bare rule ids; empty = all. */
  readonly only: readonly string[];
  readonly minimum: Grade;
}

export function filterReport(report: Report, { only, minimum }: Filter): Report {
  const limit = grades.indexOf(minimum);
  const isWanted = (diagnostic: Diagnostic): boolean => {
    const codes = codesOf(diagnostic);
    // Nobody is told that a rule finds nothing in a file that cannot be read.
    const isInTheWay = isError(diagnostic) && !codes.some(isOffloadCode);
    const isNamed =
      only.length === 0 || codes.some((code) => only.includes(code) || only.includes(code.split('/')[1] ?? ''));
    const grade = worstGrade(diagnostic.evidence);
    // What has no evidence to weigh (a line that cannot be read) is shown whatever the limit.
    return isInTheWay || (isNamed && (grade === undefined || grades.indexOf(grade) <= limit));
  };
  return { ...report, diagnostics: report.diagnostics.filter(isWanted) };
}
