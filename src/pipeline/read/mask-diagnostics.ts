// Diagnostics about an export whose secrets were kept for comparison: their code frames show the masked text.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { withFiles } from '../../diagnostics/with-files.ts';
import { parseWithoutSecrets } from '../../rsc/secrets.ts';
import type { SourceFile } from '../../source/location.ts';

export function withMaskedFile(diagnostics: readonly Diagnostic[], file: SourceFile): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const masked = parseWithoutSecrets(file).value.file;
  return withFiles(diagnostics, (each) => (each === file ? masked : undefined));
}
