// What `plan` and `apply` say of a site: warnings that `check` shows in full take one line. What is about this change
// or this device is said nowhere else, and stands whole, with what to do.

import { type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/palette.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import type { Io } from '../io/io.ts';
import { type Output, printDiagnostics } from '../io/output.ts';
import { ruleGroups } from '../offload/rule.ts';
import { planCodes } from '../offload/rules.ts';

const siteGroups = ['intent', 'lower', 'flow', ...ruleGroups];

/** Errors as they are, warnings of the site in one line each; `--verbose` shows all whole, `--quiet` errors alone. */
export function printBriefly(io: Io, output: Output, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(isError);
  if (output.verbose || output.quiet) {
    printDiagnostics(io, output, output.verbose ? diagnostics : errors);
    return;
  }
  const isBrief = (each: Diagnostic) => each.severity === 'warning' && isShownByCheck(each);
  const whole = diagnostics.filter((each) => each.severity !== 'note' && !isBrief(each));
  printDiagnostics(io, output, whole);
  const lines = diagnostics
    .filter(isBrief)
    .flatMap(({ code, what, primary }) =>
      wrapWords(`warning[${code}]: ${printable(what)} (${printLocation(primary.at)})`, output.width, 2),
    );
  const { warning } = output.remarkPalette;
  if (lines.length > 0) io.stderr(`${whole.length > 0 ? '\n' : ''}${lines.map(warning).join('\n')}\n`);
}

function isShownByCheck({ code, primary, related }: Diagnostic): boolean {
  const isAboutSite = siteGroups.some((group) => code.startsWith(`${group}/`)) && !planCodes.has(code);
  return isAboutSite && [primary, ...related].every(({ at }) => at.kind === 'source' && /\.ya?ml$/i.test(at.file.path));
}
