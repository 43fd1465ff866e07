// Diagnostics as GitHub workflow annotations, and as markdown for a pull request.

import { countOf } from '../diagnostics/alike.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/palette.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import { withoutSecrets } from '../diagnostics/without-secrets.ts';
import { printPlaced } from '../model/placement.ts';
import { positionAt, textOf } from '../source/location.ts';
import { redactText } from '../source/redact-text.ts';
import type { Report } from './site-report.ts';
import { plural } from './units.ts';

/** One `::error …` line per diagnostic. */
export function githubAnnotations(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${annotation(diagnostic)}\n`).join('');
}

function annotation(diagnostic: Diagnostic): string {
  const { severity, code, what, why, fix, primary } = withoutSecrets(diagnostic);
  const command = severity === 'note' ? 'notice' : severity;
  const said = [what, why, ...(fix ? [`Fix: ${fix.title}`] : [])].filter((part) => part !== '');
  const message = escapeData(said.map(printable).join('\n'));
  if (primary.at.kind === 'device') return `::${command} title=${escapeProperty(code)}::${message}`;
  const start = positionAt(primary.at.file, primary.at.start);
  const end = positionAt(primary.at.file, primary.at.end);
  // A column range is only accepted on a single line.
  const columns = start.line === end.line ? `,col=${start.column},endColumn=${end.column}` : '';
  const place = `file=${escapeProperty(primary.at.file.path)},line=${start.line},endLine=${end.line}${columns}`;
  return `::${command} ${place},title=${escapeProperty(code)}::${message}`;
}

export function markdownReport(report: Report): string {
  const problems = report.diagnostics.filter(({ severity }) => severity !== 'note');
  const [errors, warnings] = [countOf(problems, 'error'), countOf(problems, 'warning')];
  const head =
    problems.length === 0 ? 'No rule breaks offload.' : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`;
  const lines = ['## rosc', '', head, ''];
  if (report.firstFix !== undefined) lines.push(escapeMarkdown(report.firstFix), '');
  for (const device of report.devices) {
    if (device.flows.length === 0) continue;
    lines.push(`### ${cell(device.name)}`, '', '| flow | expected | placement | because |', '|---|---|---|---|');
    for (const { flow, placement, cpuPath, because } of device.flows) {
      const reasons = [...new Set(because.map(({ code }) => `\`${code}\``))].join(', ');
      const placed = printPlaced({ placement, cpuPath });
      lines.push(`| ${cell(flow.name)} | ${flow.expected ?? ''} | ${placed} | ${reasons} |`);
    }
    lines.push('');
  }
  for (const diagnostic of problems) lines.push(...markdownDiagnostic(diagnostic));
  return `${lines.join('\n').trimEnd()}\n`;
}

function markdownDiagnostic(diagnostic: Diagnostic): string[] {
  const { severity, code, what, why, evidence, fix, primary } = withoutSecrets(diagnostic);
  const lines = [
    `#### ${severity}: ${escapeMarkdown(what)}`,
    '',
    `\`${code}\` at \`${printLocation(primary.at)}\``,
    '',
  ];
  if (primary.at.kind === 'source' && textOf(primary.at) !== '') {
    const runs = [...textOf(primary.at).matchAll(/`+/g)].map(([run]) => run.length);
    const fence = '`'.repeat(Math.max(2, ...runs) + 1);
    lines.push(fence, printable(redactText(textOf(primary.at).split('\n')[0] ?? '')), fence, '');
  }
  if (why) lines.push(escapeMarkdown(why), '');
  for (const { grade, claim, citation } of evidence) lines.push(`- ${grade}: ${escapeMarkdown(claim)} (${citation})`);
  if (evidence.length > 0) lines.push('');
  if (fix) {
    lines.push(`**Fix** (${fix.applicability}): ${escapeMarkdown(fix.title)}`, '');
    const commands = fix.commands ?? fix.steps ?? [];
    if (commands.length > 0) lines.push('```', ...commands.map(printable), '```', '');
  }
  return lines;
}

function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

/** Keeps markup of foreign text from being rendered, but leaves our own backticks. */
function escapeMarkdown(text: string): string {
  return printable(text).replace(/[<>|[\]*_#]/g, '\\$&');
}

function cell(text: string): string {
  return escapeMarkdown(text).replace(/\n/g, ' ');
}
