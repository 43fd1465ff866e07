// The warning about a device with an older or newer RouterOS than rosc knows.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { adviceBeyondKnown, beyondKnown } from '../model/known-versions.ts';
import type { Version } from '../model/version.ts';
import { diagnosticAt } from './device-problem.ts';

export function unknownVersion(device: string, running: Version): readonly Diagnostic[] {
  const side = beyondKnown(running);
  if (!side) return [];
  return [
    diagnosticAt(device, {
      code: 'device/unknown-version',
      severity: 'warning',
      what: `\`${device}\` runs RouterOS ${running.text}, ${side} than what rosc knows`,
      label: running.text,
      ...adviceBeyondKnown(side),
    }),
  ];
}
