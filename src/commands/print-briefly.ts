// What `plan` and `apply` say of a site: warnings that `check` shows in full take one line. What is about this change
// or this device is said nowhere else, and stands whole, with what to do.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/palette.ts';
import { printLocation, renderDiagnostics } from '../diagnostics/render-text.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import type { Io } from '../io/io.ts';
import { type Output, printDiagnostics } from '../io/output.ts';
import { rules } from '../offload/rules.ts';

const ofChanges: ReadonlySet<string> = new Set(rules.filter(({ needs }) => needs === 'plan').map(({ id }) => id));
const ofSites = new Set(['intent', 'lower', 'flow', ...rules.map(({ id }) => groupOf(id))]);

/** Errors as they are, warnings of the site in one line each; `--verbose` shows all whole, `--quiet` errors alone. */
export function printBriefly(io: Io, output: Output, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (output.verbose || output.quiet) {
    printDiagnostics(io, output, output.verbose ? diagnostics : errors);
    return;
  }
  const isBrief = ({ severity, code }: Diagnostic) =>
    severity === 'warning' && ofSites.has(groupOf(code)) && !ofChanges.has(code);
  const whole = diagnostics.filter((each) => each.severity !== 'note' && !isBrief(each));
  const { warning } = output.remarkPalette;
  const lines = diagnostics
    .filter(isBrief)
    .flatMap(({ code, what, primary }) =>
      wrapWords(`warning[${code}]: ${printable(what)} (${printLocation(primary.at)})`, output.width, 2),
    );
  const parts = [
    ...(whole.length > 0 ? [renderDiagnostics(whole, { palette: output.remarkPalette, width: output.width })] : []),
    ...(lines.length > 0 ? [`${lines.map(warning).join('\n')}\n`] : []),
  ];
  if (parts.length > 0) io.stderr(parts.join('\n'));
}

function groupOf(code: string): string {
  return code.slice(0, code.indexOf('/'));
}
