// Prints a report in the format that was asked for.

import { plain } from '../diagnostics/palette.ts';
import { githubAnnotations, markdownReport } from '../report/annotations.ts';
import { renderReport } from '../report/render-report.ts';
import { sarifLog } from '../report/sarif.ts';
import { type Report, reportJson } from '../report/site-report.ts';
import type { Io } from './io.ts';
import { type Output, printJson } from './output.ts';
import { versionText } from './version.ts';

export function printReport(io: Io, output: Output, report: Report): void {
  const visible = output.verbose
    ? report.diagnostics
    : report.diagnostics.filter(({ severity }) => severity !== 'note');
  switch (output.format) {
    case 'json':
      // JSON is for programs: it always holds everything.
      return printJson(io, reportJson(report));
    case 'sarif':
      return printJson(io, sarifLog(visible, { version: versionText(), accepted: report.accepted }));
    case 'github':
      return io.stdout(githubAnnotations(visible));
    case 'markdown':
      return io.stdout(markdownReport({ ...report, diagnostics: visible }));
    case 'text':
      return io.stdout(
        renderReport(report, { palette: output.palette ?? plain, width: output.width, verbose: output.verbose }),
      );
  }
}
