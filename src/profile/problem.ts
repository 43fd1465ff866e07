// A diagnostic about a profile: always an error, at one place, mended by hand or by one replacement.

import type { ProfileCode } from '../diagnostics/codes/profile.ts';
import { profileCodes } from '../diagnostics/codes/profile.ts';
import type { Diagnostic, Label } from '../diagnostics/diagnostic.ts';
import type { Location } from '../source/location.ts';

interface ProblemText {
  readonly what: string;
  /** Beside the marked text. */
  readonly label: string;
  readonly related?: readonly Label[];
  /** The text that should stand at the place instead. */
  readonly replacement?: string;
}

export function problem(
  code: ProfileCode,
  at: Location,
  { what, label, related, replacement }: ProblemText,
): Diagnostic {
  return {
    code,
    severity: 'error',
    what,
    primary: { at, text: label },
    related: related ?? [],
    why: profileCodes[code].summary,
    evidence: [],
    ...(replacement !== undefined &&
      at.kind === 'source' && {
        fix: {
          title: `write \`${replacement}\``,
          applicability: 'review',
          edits: [{ span: at, text: replacement }],
        },
      }),
  };
}
