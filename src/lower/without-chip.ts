// What is said when a setting of the switch chip is asked of a port that is not on it.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import type { Span } from '../source/location.ts';
import type { LowerContext } from './context.ts';

export function withoutChip(
  { device }: LowerContext,
  { name, at, key }: { readonly name: string; readonly at: Span; readonly key: string },
): Diagnostic {
  return mistake('lower/port-without-chip', {
    what: `\`${key}\` would not happen: \`${name}\` is not on a switch chip that routes`,
    at,
    device: device.name,
    why: 'rosc sets it in the switch chip; a port beside the chip needs the CPU for it.',
    fix: 'leave it out here, or write what the CPU is to do as a `raw:` line',
  });
}
