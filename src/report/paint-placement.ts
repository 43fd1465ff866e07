// The colour of a placement, the same everywhere.

import type { Palette } from '../diagnostics/palette.ts';
import type { Placement } from '../model/placement.ts';

export function paintPlacement(placement: Placement, palette: Palette): (text: string) => string {
  if (placement === 'hardware' || placement === 'fasttrack') return palette.good;
  if (placement === 'partial' || placement === 'unknown' || placement === 'cpu') return palette.changed;
  if (placement === 'dropped') return palette.note;
  return palette.error;
}
