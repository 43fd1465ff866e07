// The warning about a device with an older or newer RouterOS than rosc knows.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { adviceBeyondKnown, beyondKnown } from '../../model/known-versions.ts';
import type { Version } from '../../model/version.ts';

export function unknownVersion(device: string, running: Version): readonly Diagnostic[] {
  const side = beyondKnown(running);
  if (!side) return [];
  return [
    deviceProblem(device, 'device/unknown-version', {
      severity: 'warning',
      what: `\`${device}\` runs RouterOS ${running.text}, ${side} than what rosc knows`,
      label: running.text,
      ...adviceBeyondKnown(side),
    }),
  ];
}
