// What a report calls a device's model: also by which one a sibling is judged, and that a version before 7 is.

import { printable } from '../diagnostics/palette.ts';
import type { Target } from '../profile/target.ts';

export function modelText({ model, standsFor, routeros }: Target): string {
  const name = standsFor === undefined ? model : `${printable(standsFor)}, as a ${model}`;
  return routeros.major < 7 ? `${name} with RouterOS ${routeros.text}, judged as 7` : name;
}
