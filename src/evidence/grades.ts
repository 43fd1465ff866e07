// Short forms for evidence, and the shape of the tables of this folder. Grades follow the catalogue: manual, changelog
// and command schema are documented; staff and field reports are reported; everything else is inferred.

import type { Evidence } from '../diagnostics/diagnostic.ts';

/**
 * By code: what the restriction rests on. Each entry is needed, so what is said is as good as the worst of them; what
 * only repeats a better source is left out.
 */
export type EvidenceTable = Readonly<Record<string, readonly Evidence[]>>;

export function documented(citation: string, claim: string): Evidence {
  return { grade: 'documented', claim, citation };
}

export function reported(citation: string, claim: string): Evidence {
  return { grade: 'reported', claim, citation };
}

export function inferred(citation: string, claim: string): Evidence {
  return { grade: 'inferred', claim, citation };
}
