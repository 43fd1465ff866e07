// A diagnostic about a device as a whole.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';

export interface DeviceProblem {
  readonly code: string;
  readonly severity: Diagnostic['severity'];
  readonly what: string;
  readonly label: string;
  readonly why: string;
  readonly fix: string;
}

export function diagnosticAt(device: string, { code, severity, what, label, why, fix }: DeviceProblem): Diagnostic {
  return {
    code,
    severity,
    what,
    primary: { at: { kind: 'device', device, menu: '', key: '' }, text: label },
    related: [],
    why,
    evidence: [],
    fix: manualFix(fix),
    device,
  };
}
