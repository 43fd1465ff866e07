// Prints a report in the format that was asked for.

import type { Io } from '../io/io.ts';
import { type Output, printJson } from '../io/output.ts';
import { versionText } from '../io/version.ts';
import { githubAnnotations, markdownReport } from '../report/annotations.ts';
import { renderReport } from '../report/render-report.ts';
import { sarifLog } from '../report/sarif.ts';
import { type Report, reportJson } from '../report/site-report.ts';

export function printReport(io: Io, output: Output, report: Report): void {
  const visible = output.verbose
    ? report.diagnostics
    : report.diagnostics.filter(({ severity }) => severity !== 'note');
  switch (output.format) {
    case 'json':
      // JSON is for programs: it always holds everything.
      printJson(io, reportJson(report));
      break;
    case 'sarif':
      printJson(io, sarifLog(visible, { version: versionText(), accepted: report.accepted }));
      break;
    case 'github':
      io.stdout(githubAnnotations(visible));
      break;
    case 'markdown':
      io.stdout(markdownReport({ ...report, diagnostics: visible }));
      break;
    case 'text':
      io.stdout(renderReport(report, { palette: output.palette, width: output.width, verbose: output.verbose }));
  }
}
