// A site that holds secrets of its own: what is said about it shows them nowhere, also in lines about something else.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { withFiles } from '../diagnostics/with-files.ts';
import type { SourceFile } from '../source/location.ts';

export function withMaskedLiterals(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const masked = new Map<SourceFile, SourceFile>();
  for (const { code, primary } of diagnostics) {
    if (code !== 'intent/literal-secret' || primary.at.kind !== 'source') continue;
    const { file, start, end } = primary.at;
    const { text } = masked.get(file) ?? file;
    const stars = text.slice(start, end).replace(/[^\r\n]/g, '*');
    masked.set(file, { ...file, text: text.slice(0, start) + stars + text.slice(end) });
  }
  return masked.size === 0 ? diagnostics : withFiles(diagnostics, (file) => masked.get(file));
}
