// What lowering says of the site, about the device that is lowered.

import type { Code } from '../diagnostics/codes.ts';
import { type Mistake, mistake } from '../diagnostics/mistake.ts';
import type { Span } from '../source/location.ts';
import type { LowerContext } from './context.ts';

type Listener = Pick<LowerContext, 'device' | 'diagnostics'>;

/** One mistake of a range of ports is one diagnostic: the same code at the same place is not repeated. */
export function say({ device, diagnostics }: Listener, code: Code, said: Omit<Mistake, 'device'>): void {
  const diagnostic = mistake(code, { ...said, device: device.name });
  const place = placeOf(said);
  if (!diagnostics.some((known) => known.code === code && placeOf(known.primary) === place))
    diagnostics.push(diagnostic);
}

function placeOf({ at }: Pick<Mistake, 'at'>): string {
  return at.kind === 'source' ? `${at.file.path} ${at.start}` : `${at.device} ${at.menu} ${at.key}`;
}

/** A setting of the switch chip is asked of a port that is not on it. */
export function sayWithoutChip(
  listener: Listener,
  { name, at, key }: { readonly name: string; readonly at: Span; readonly key: string },
): void {
  say(listener, 'lower/port-without-chip', {
    what: `\`${key}\` would not happen: \`${name}\` is not on a switch chip that routes`,
    at,
    why: 'rosc sets it in the switch chip; a port beside the chip needs the CPU for it.',
    fix: 'leave it out here, or write what the CPU is to do as a `raw:` line',
  });
}
