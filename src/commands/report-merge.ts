// `rosc report merge FILES`: the JSON reports of shards, or of single sites, as one.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, fail, outputOf, printJson } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { mergeReports, type ReadReport, reportSchema } from '../report/merge-reports.ts';
import { renderFailures, renderSummary, runReportJson } from '../report/run-report.ts';
import { junitReport, markdownSummary } from '../report/summaries.ts';
import { type SourceFile, span } from '../source/location.ts';
import { redactText } from '../source/redact-text.ts';

export interface ReportMergeOptions extends Omit<CommonOptions, 'format'> {
  readonly format?: 'text' | 'json' | 'junit' | 'markdown';
}

export async function reportMerge(
  io: Io,
  files: readonly string[],
  { format, ...common }: ReportMergeOptions,
): Promise<ExitStatus> {
  const output = outputOf(io, common);
  const reports: ReadReport[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const source = await readSource(io, file);
    diagnostics.push(...source.diagnostics);
    if (!source.value) continue;
    const report = parse(source.value);
    if (report) reports.push(report);
    else diagnostics.push(noReport(source.value));
  }
  if (diagnostics.length > 0) {
    return fail(io, output, diagnostics);
  }
  const merged = mergeReports(reports);
  const kind = common.json ? 'json' : format;
  if (kind === 'json') printJson(io, runReportJson(merged));
  else if (kind === 'junit') io.stdout(junitReport(merged));
  else if (kind === 'markdown') io.stdout(markdownSummary(merged));
  else {
    io.stdout(renderSummary(merged, output.palette));
    const failures = renderFailures(merged.devices, output.palette);
    if (failures !== '') io.stdout(`\n${failures}`);
  }
  return Object.values(exit).find((status) => status === merged.status) ?? exit.findings;
}

/** What another tool, or an older rosc, put into a report is masked here. */
function parse({ text }: SourceFile): ReadReport | undefined {
  const redacted = (_: string, value: unknown) => (typeof value === 'string' ? redactText(value) : value);
  try {
    return reportSchema.safeParse(JSON.parse(text, redacted)).data;
  } catch {
    return undefined;
  }
}

function noReport(file: SourceFile): Diagnostic {
  return mistake('file/no-report', {
    what: `\`${file.path}\` is no report of rosc`,
    at: span(file, 0, 0),
    why: 'Reports are what check, plan, apply and verify print with `--json`, whole.',
  });
}
