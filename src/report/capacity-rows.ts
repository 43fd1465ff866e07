// The tables of a chip as bars: those that are nearly full, or all of them.

import type { Palette } from '../diagnostics/palette.ts';
import { fixedByAuthor } from '../offload/capacity-limits.ts';
import type { Capacity } from '../offload/verdict.ts';
import type { Row } from './table.ts';
import { printResource } from './units.ts';

/** `verbose`: the tables with room too. */
export function capacityRows(capacity: readonly Capacity[], palette: Palette, verbose: boolean): readonly Row[] {
  return capacity.filter((entry) => verbose || isTelling(entry)).map((entry) => capacityRow(entry, palette, verbose));
}

/** What only its author fills is worth a line where it does not fit. */
function isTelling({ resource, used, dynamic, shared, size, overflow }: Capacity): boolean {
  const taken = used + dynamic + shared;
  return overflow !== undefined || (fixedByAuthor.has(resource) ? taken > size : taken >= 0.7 * size);
}

function capacityRow(entry: Capacity, palette: Palette, verbose: boolean): Row {
  const { resource, used, dynamic, shared, size, bound, headroom } = entry;
  const showsShared = shared > 0 && (verbose || shared >= size / 10);
  const share = (used + dynamic + (showsShared ? shared : 0)) / Math.max(size, 1);
  const filled = Math.min(20, Math.ceil(share * 20));
  const isCalm = share < 0.7 || (fixedByAuthor.has(resource) && share <= 1);
  const paint = isCalm ? palette.good : share < 0.9 ? palette.warning : palette.error;
  const sum = [`${used}`, dynamic > 0 && `${dynamic} dynamic`, showsShared && `${shared} shared`];
  const taken = sum.filter((part) => part !== false).join(' + ');
  return [
    printResource(resource),
    { text: `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`, paint },
    `${taken} of ${bound === 'up-to' ? 'up to ' : ''}${size}${verbose ? `, ${headroom} free` : ''}`,
  ];
}
