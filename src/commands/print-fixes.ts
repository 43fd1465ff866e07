// `rosc audit --fix`: the commands that would mend the findings whose fix is safe; audit itself never applies any.

import { printable } from '../diagnostics/palette.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import { withoutSecrets } from '../diagnostics/without-secrets.ts';
import type { Io } from '../io/io.ts';
import type { Report } from '../report/site-report.ts';

export function printFixes(io: Io, report: Report): void {
  const diagnostics = report.diagnostics.map(withoutSecrets);
  const fixable = diagnostics.filter(({ fix }) => fix?.applicability !== 'manual' && (fix?.commands?.length ?? 0) > 0);
  const safe = fixable.filter(({ fix }) => fix?.applicability === 'safe');
  const review = fixable.filter(({ fix }) => fix?.applicability === 'review');
  if (fixable.length === 0) {
    io.stdout('# No finding has a fix in commands.\n');
    return;
  }
  for (const { code, what, primary, fix } of safe) {
    io.stdout(`# ${code} at ${printLocation(primary.at)}: ${printable(what)}\n`);
    for (const command of fix?.commands ?? []) io.stdout(`${command}\n`);
  }
  if (review.length === 0) return;
  io.stdout('\n# These change what is forwarded where: read them first, then take away the leading #.\n');
  for (const { code, what, primary, fix } of review) {
    io.stdout(`# ${code} at ${printLocation(primary.at)}: ${printable(what)}\n`);
    for (const command of fix?.commands ?? []) io.stdout(`#${command}\n`);
  }
}
