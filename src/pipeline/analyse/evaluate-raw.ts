// The `raw:` lines of a device, run on what the site made of it so far.

import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import type { Config } from '../../model/config.ts';
import { evaluateScript } from '../../rsc/evaluate.ts';
import { parseRsc } from '../../rsc/parser.ts';
import type { SourceFile } from '../../source/location.ts';

export function evaluateRaw(file: SourceFile, base: Config): Staged<Config> {
  const script = parseRsc(file);
  const evaluated = evaluateScript(script.value, base);
  return { value: evaluated.value, diagnostics: [...script.diagnostics, ...evaluated.diagnostics.map(refused)] };
}

/** An export may hide a value, and come from a device that knows more than rosc: this is to be written to one. */
function refused(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.code === 'rsc/blanked-out' || diagnostic.code === 'rsc/unknown-property'
    ? { ...diagnostic, severity: 'error' }
    : diagnostic;
}
