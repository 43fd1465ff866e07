// Makes the diagnostic of a mistake in a site: all of them have a place, most have a way out.

import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Fix, Label, Severity } from '../diagnostics/diagnostic.ts';
import type { Location } from '../source/location.ts';

export interface Mistake {
  readonly what: string;
  readonly at: Location;
  /** Text under the mark. */
  readonly label?: string;
  readonly related?: readonly Label[];
  readonly why?: string;
  readonly fix?: Fix;
  readonly severity?: Severity;
  readonly device?: string;
}

export function mistake(code: Code, { what, at, label, related, why, fix, severity, device }: Mistake): Diagnostic {
  return {
    code,
    severity: severity ?? 'error',
    what,
    primary: { at, text: label ?? '' },
    related: related ?? [],
    why: why ?? '',
    evidence: [],
    ...(fix && { fix }),
    ...(device !== undefined && { device }),
  };
}
