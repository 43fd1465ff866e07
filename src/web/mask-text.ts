// What of a file may leave this process: everything but secrets, in the same lines and columns.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { parseWithoutSecrets } from '../rsc/secrets.ts';
import type { SourceFile } from '../source/location.ts';
import { redactText } from '../source/redact-text.ts';
import { kindOfText } from './text-kind.ts';

export function maskText(source: SourceFile, diagnostics: readonly Diagnostic[]): SourceFile {
  if (kindOfText(source) === 'export') return parseWithoutSecrets(source).value.file;
  let text = redactText(source.text);
  for (const { code, primary } of diagnostics) {
    if (code !== 'intent/literal-secret' || primary.at.kind !== 'source') continue;
    const { start, end } = primary.at;
    text = text.slice(0, start) + stars(text.slice(start, end)) + text.slice(end);
  }
  return { path: source.path, text };
}

function stars(text: string): string {
  return text.replace(/[^\r\n]/g, '*');
}
