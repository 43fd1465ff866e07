// Diagnostics about a commit as a whole.

import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import type { MenuPath } from '../model/config.ts';

export interface CommitProblem {
  /** Defaults to `error`. */
  readonly severity?: Severity;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** Where on the device; absent = the device. */
  readonly at?: { readonly menu: MenuPath; readonly key: string };
  readonly label?: string;
}

export function commitDiagnostic(
  device: string,
  code: string,
  { severity, what, why, fix, at, label }: CommitProblem,
): Diagnostic {
  return {
    code,
    severity: severity ?? 'error',
    what,
    primary: { at: { kind: 'device', device, menu: at?.menu ?? '', key: at?.key ?? '' }, text: label ?? '' },
    related: [],
    why,
    evidence: [],
    fix: manualFix(fix),
    device,
  };
}
