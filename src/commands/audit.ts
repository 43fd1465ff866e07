// `rosc audit EXPORT|URL`: what breaks offload in a configuration that rosc never wrote.

import { type Diagnostic, grades } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/palette.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import { withoutSecrets } from '../diagnostics/without-secrets.ts';
import type { ExitStatus, Io } from '../io/io.ts';
import { type CommonOptions, outputOf, statusOf, usage } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { auditSource } from '../pipeline/analyse/audit-source.ts';
import { filterReport } from '../pipeline/analyse/filter-report.ts';
import { auditDevice } from '../pipeline/device/audit-device.ts';
import type { DeviceOptions } from '../pipeline/device/open-device.ts';
import { isDeviceUrl } from '../pipeline/read/is-device-url.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { withFirstFix } from '../report/first-fix.ts';
import { pageCodes } from '../report/page.ts';
import { emptyReport, type Report } from '../report/site-report.ts';
import { printReport } from './print-report.ts';

export interface AuditOptions extends CommonOptions, Omit<DeviceOptions, 'profiles'> {
  readonly model?: string;
  readonly routeros?: string;
  readonly only?: readonly string[];
  readonly minEvidence?: string;
  readonly fix?: boolean;
}

export async function audit(io: Io, subject: string, options: AuditOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const minimum = grades.find((grade) => grade === (options.minEvidence ?? 'inferred'));
  if (!minimum) {
    return usage(io, `--min-evidence takes one of ${grades.join(', ')}`);
  }
  const codes = options.only ? pageCodes() : [];
  const unknown = options.only?.find((text) => !codes.some((code) => code === text || code.endsWith(`/${text}`)));
  if (unknown !== undefined) {
    return usage(io, `--only takes the code of a rule, as \`rosc explain GROUP\` lists them, not ${unknown}`);
  }
  const whole = isDeviceUrl(subject) ? await auditDevice(io, subject, options) : await auditFile(io, subject, options);
  const report = withFirstFix(filterReport(whole, { only: options.only ?? [], minimum }));
  if (options.fix) printFixes(io, report);
  else printReport(io, output, report);
  return statusOf(report.diagnostics, options.failOn);
}

async function auditFile(io: Io, path: string, options: AuditOptions): Promise<Report> {
  const source = await readSource(io, path);
  if (!source.value) return { ...emptyReport, diagnostics: source.diagnostics };
  const { report } = auditSource(source.value, await loadAllProfiles(io, options.profiles), options);
  return { ...report, diagnostics: [...source.diagnostics, ...report.diagnostics] };
}

/** `--fix`: the commands that would mend the findings whose fix is safe; audit itself never applies any. */
function printFixes(io: Io, report: Report): void {
  const diagnostics = report.diagnostics.map(withoutSecrets);
  const fixable = diagnostics.filter(({ fix }) => fix?.applicability !== 'manual' && (fix?.commands?.length ?? 0) > 0);
  const safe = fixable.filter(({ fix }) => fix?.applicability === 'safe');
  const review = fixable.filter(({ fix }) => fix?.applicability === 'review');
  if (fixable.length === 0) {
    io.stdout('# No finding has a fix in commands.\n');
    return;
  }
  const print = (all: readonly Diagnostic[], mark: string) => {
    for (const { code, what, primary, fix } of all) {
      io.stdout(`# ${code} at ${printLocation(primary.at)}: ${printable(what)}\n`);
      for (const command of fix?.commands ?? []) io.stdout(`${mark}${command}\n`);
    }
  };
  print(safe, '');
  if (review.length === 0) return;
  io.stdout('\n# These change what is forwarded where: read them first, then take away the leading #.\n');
  print(review, '#');
}
