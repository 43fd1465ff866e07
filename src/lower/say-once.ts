// One mistake of a range of ports is one diagnostic: the same code at the same place is not repeated.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';

export function sayOnce(diagnostics: Diagnostic[], diagnostic: Diagnostic): void {
  const place = placeOf(diagnostic);
  if (diagnostics.some((known) => known.code === diagnostic.code && placeOf(known) === place)) return;
  diagnostics.push(diagnostic);
}

function placeOf({ primary: { at } }: Diagnostic): string {
  return at.kind === 'source' ? `${at.file.path} ${at.start}` : `${at.device} ${at.menu} ${at.key}`;
}
