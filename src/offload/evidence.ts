// Short forms for the evidence of a restriction. Grades follow the catalogue: manual, changelog and command schema are
// documented; staff and field reports are reported; everything else is inferred.

import type { Evidence } from '../diagnostics/diagnostic.ts';

export function documented(citation: string, claim: string): Evidence {
  return { grade: 'documented', claim, citation };
}

export function reported(citation: string, claim: string): Evidence {
  return { grade: 'reported', claim, citation };
}

export function inferred(citation: string, claim: string): Evidence {
  return { grade: 'inferred', claim, citation };
}
