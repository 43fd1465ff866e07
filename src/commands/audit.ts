// `rosc audit EXPORT|URL`: what breaks offload in a configuration that rosc never wrote.

import { grades } from '../diagnostics/diagnostic.ts';
import { firstFix } from '../report/first-fix.ts';
import { emptyReport, type Report } from '../report/site-report.ts';
import { auditDevice } from './audit-device.ts';
import { auditSource } from './audit-source.ts';
import { filterReport } from './filter-report.ts';
import { type ExitStatus, exit, type Io } from './io.ts';
import { isDeviceUrl } from './is-device-url.ts';
import { loadAllProfiles } from './load-profiles.ts';
import type { DeviceOptions } from './open-device.ts';
import { type CommonOptions, outputOf, statusOf } from './output.ts';
import { printFixes } from './print-fixes.ts';
import { printReport } from './print-report.ts';
import { readSource } from './read-source.ts';

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
    io.stderr(`rosc: --min-evidence takes one of ${grades.join(', ')}\n`);
    return exit.usage;
  }
  const whole = isDeviceUrl(subject) ? await auditDevice(io, subject, options) : await auditFile(io, subject, options);
  const report = withFirstFix(filterReport(whole, { only: options.only ?? [], minimum }));
  if (options.fix) printFixes(io, report);
  else printReport(io, output, report);
  return statusOf(report.diagnostics, options.failOn);
}

function withFirstFix(report: Report): Report {
  const [device] = report.devices;
  const sentence = device && firstFix(device, report.diagnostics);
  return sentence === undefined ? report : { ...report, firstFix: sentence };
}

async function auditFile(io: Io, path: string, options: AuditOptions): Promise<Report> {
  const source = await readSource(io, path);
  if (!source.value) return { ...emptyReport, diagnostics: source.diagnostics };
  return auditSource(source.value, await loadAllProfiles(io, options.profiles), options).report;
}
