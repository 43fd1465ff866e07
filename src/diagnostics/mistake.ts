// Makes the diagnostic of a mistake, or of trouble with a device: all of them have a place, most have a way out.

import type { Location } from '../source/location.ts';
import type { Code } from './codes.ts';
import type { Diagnostic, Evidence, Fix, Label, Severity } from './diagnostic.ts';
import { manualFix } from './manual-fix.ts';

interface Said {
  readonly what: string;
  /** Text under the mark. */
  readonly label?: string | undefined;
  readonly related?: readonly Label[];
  readonly why?: string;
  /** A text is advice: what to do, where no edit and no single command does it. */
  readonly fix?: Fix | string | undefined;
  readonly evidence?: readonly Evidence[];
  /** Defaults to `error`. */
  readonly severity?: Severity | undefined;
}

export interface Mistake extends Said {
  readonly at: Location;
  /** Name of the site's device that it is about. */
  readonly device?: string;
}

export interface DeviceProblem extends Said {
  /** Where on the device; absent = the device as a whole. */
  readonly at?: { readonly menu: string; readonly key?: string } | undefined;
}

export function mistake(code: Code, { what, at, label, why, fix, device, ...said }: Mistake): Diagnostic {
  return {
    code,
    severity: said.severity ?? 'error',
    what,
    primary: { at, text: label ?? '' },
    related: said.related ?? [],
    why: why ?? '',
    evidence: said.evidence ?? [],
    ...(fix !== undefined && { fix: typeof fix === 'string' ? manualFix(fix) : fix }),
    ...(device !== undefined && { device }),
  };
}

/** `device`: the name of the site's device, or the URL of one without a site. */
export function deviceProblem(device: string, code: Code, { at, ...said }: DeviceProblem): Diagnostic {
  return mistake(code, { ...said, at: { kind: 'device', device, menu: at?.menu ?? '', key: at?.key ?? '' }, device });
}
