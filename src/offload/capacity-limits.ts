// Tables of the chip that are nearly full, against the limits of the site. What does not fit at all, the rules say.

import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import type { Location } from '../source/location.ts';

import type { Capacity } from './verdict.ts';

export interface CapacityLimits {
  /** Percentage of a table from which there is a warning; 70 by default. */
  readonly warn?: number;
  /** Percentage from which there is an error; 90 by default. */
  readonly fail?: number;
}

/** Tables whose content nobody but the author changes: full is full, and not nearly too much. */
export const fixedByAuthor: ReadonlySet<string> = new Set(['mtu-profiles', 'mac-prefixes']);

/** `at` is the place of the device in the site. */
export function capacityDiagnostics(
  capacity: readonly Capacity[],
  { warn = 70, fail = 90 }: CapacityLimits,
  at: Location,
): readonly Diagnostic[] {
  return capacity.flatMap(({ resource, used, dynamic, shared, size, bound }): readonly Diagnostic[] => {
    const taken = used + dynamic + shared;
    const percent = (100 * taken) / size;
    // What fills a memory for all is said of the one that takes most of it.
    if (shared > used + dynamic) return [];
    if (fixedByAuthor.has(resource) || percent < Math.min(warn, fail)) return [];
    const isFull = percent >= fail;
    const code: Code = isFull ? 'capacity/over-limit' : 'capacity/nearly-full';
    const entries = `${taken} of ${bound === 'up-to' ? 'up to ' : ''}${size} entries`;
    return [
      {
        code,
        severity: isFull ? 'error' : 'warning',
        what: `\`${resource}\` is ${Math.round(percent)} % full: ${entries}`,
        primary: { at, text: `the limit is ${isFull ? fail : warn} %` },
        related: [],
        why: 'What a device learns by itself (hosts, dynamic routes and rules) needs room too; what finds none is forwarded by the CPU, or not filtered.',
        evidence: [],
        fix: manualFix(
          'summarise, move part of it to another device, or set `capacity:` in the site to what you accept',
        ),
      },
    ];
  });
}
