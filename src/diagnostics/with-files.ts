// Diagnostics whose places lie in other versions of their files, as where code frames must not show what is written.

import type { Location, SourceFile } from '../source/location.ts';
import type { Diagnostic, Label } from './diagnostic.ts';

/** `versionOf`: the text with the same places in it; undefined for files that stay. */
export function withFiles(
  diagnostics: readonly Diagnostic[],
  versionOf: (file: SourceFile) => SourceFile | undefined,
): readonly Diagnostic[] {
  const moved = (at: Location): Location => {
    const file = at.kind === 'source' ? versionOf(at.file) : undefined;
    return file && at.kind === 'source' ? { ...at, file } : at;
  };
  const label = ({ at, text }: Label): Label => ({ at: moved(at), text });
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    primary: label(diagnostic.primary),
    related: diagnostic.related.map(label),
  }));
}
