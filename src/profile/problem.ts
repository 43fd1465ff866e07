// A diagnostic about a profile: always an error, at one place, mended by hand or by one replacement.

import type { ProfileCode } from '../diagnostics/codes/profile.ts';
import { profileCodes } from '../diagnostics/codes/profile.ts';
import type { Diagnostic, Label } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { writeInstead } from '../diagnostics/write-instead.ts';
import type { Location } from '../source/location.ts';

interface ProblemText {
  readonly what: string;
  /** Beside the marked text. */
  readonly label: string;
  readonly related?: readonly Label[];
  /** The text that should stand at the place instead. */
  readonly replacement?: string;
}

export function problem(code: ProfileCode, at: Location, { replacement, ...said }: ProblemText): Diagnostic {
  const fix = replacement !== undefined && at.kind === 'source' ? writeInstead(at, replacement) : undefined;
  return mistake(code, { ...said, at, why: profileCodes[code].summary, fix });
}
