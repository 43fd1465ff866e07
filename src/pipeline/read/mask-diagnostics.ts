// Diagnostics about an export whose secrets were kept for comparison: their code frames show the masked text.

import type { Diagnostic, Label } from '../../diagnostics/diagnostic.ts';
import { parseWithoutSecrets } from '../../rsc/secrets.ts';
import type { Location, SourceFile } from '../../source/location.ts';

export function withMaskedFile(diagnostics: readonly Diagnostic[], file: SourceFile): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const masked = parseWithoutSecrets(file).value.file;
  const at = (place: Location): Location =>
    place.kind === 'source' && place.file === file ? { ...place, file: masked } : place;
  const label = ({ at: place, text }: Label): Label => ({ at: at(place), text });
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    primary: label(diagnostic.primary),
    related: diagnostic.related.map(label),
  }));
}
