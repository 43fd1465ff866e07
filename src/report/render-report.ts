// A report for people: what is wrong by cause, one line for each device, the flows that are not as expected, what is
// nearly full, what to fix first, and one line that sums it up. The tables of all verdicts are for `--verbose`.

import { countOf } from '../diagnostics/alike.ts';
import { severities } from '../diagnostics/diagnostic.ts';
import { type Palette, plain, printable, type TextStyle } from '../diagnostics/palette.ts';
import { renderDiagnostic } from '../diagnostics/render-text.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import { type FlowVerdict, satisfies } from '../forwarding/packets/flow.ts';
import { printPlaced } from '../model/placement.ts';
import { fixedByAuthor } from '../offload/capacity-limits.ts';
import type { Capacity } from '../offload/verdict.ts';
import { type CauseEntry, causesOf, isFailing, isOffloadCode } from './causes.ts';
import { deviceLines } from './device-lines.ts';
import { countItems, placementWords, printLine } from './item-words.ts';
import { modelText } from './model-text.ts';
import { paintPlacement } from './paint-placement.ts';
import type { DeviceReport, Report } from './site-report.ts';
import type { Row } from './table.ts';
import { plural, printRates, printResource } from './units.ts';
import { section, verdictTables } from './verdict-tables.ts';

export function renderReport(report: Report, options: Partial<TextStyle> = {}): string {
  const style = { palette: options.palette ?? plain, width: options.width ?? 100, verbose: options.verbose === true };
  const entries = causesOf(report);
  const shown = entries.filter(({ diagnostic }) => style.verbose || diagnostic.severity !== 'note');
  const parts = shown.map((entry) => renderDiagnostic(entry.diagnostic, { ...style, hits: hitsOf(entry) }));
  if (report.isMistaken && !style.verbose) return [...parts, summary(report, entries, style)].join('\n');
  parts.push(...devicesPart(report, style));
  const crossing = report.flows.map(({ verdict, hops }) => ({ verdict, by: hops.map(({ device }) => device) }));
  const own = report.devices.flatMap(({ flows }) => flows.map((verdict) => ({ verdict, by: [] })));
  parts.push(...flowsPart([...own, ...crossing], style));
  const { firstFix } = report;
  if (firstFix !== undefined)
    parts.push(`${style.palette.strong(wrapWords(printable(firstFix), style.width, 2).join('\n'))}\n`);
  parts.push(summary(report, entries, style));
  return parts.join('\n');
}

/** What a cause costs: flows by name, items by number. */
export function hitsOf({ diagnostic, flows, items }: CauseEntry): readonly string[] {
  const told = flows.map((verdict) => {
    const rates = printRates(verdict);
    const isElsewhere = !satisfies(verdict.placement, verdict.flow.expected);
    const expected = isElsewhere && verdict.flow.expected ? `, expected ${placementWords[verdict.flow.expected]}` : '';
    const place = printLine(verdict.flow.origin);
    const path = `flow \`${verdict.flow.name}\` (${place}) is ${placementWords[verdict.placement]}${expected}`;
    return rates === '' ? path : `${path}; ${rates}`;
  });
  const isFlowAlone = items.length === 0 && flows.length < 2 && diagnostic.code.startsWith('flow/');
  if (isFlowAlone) return [];
  return items.length === 0 ? told : [...told, countItems(items)];
}

function devicesPart(report: Report, style: TextStyle): readonly string[] {
  if (style.verbose) return report.devices.map((device) => renderDevice(device, style));
  const lines = report.devices.flatMap((device) => [
    ...deviceLines(device, report, style),
    ...capacityLines(device, style),
  ]);
  return lines.length === 0 ? [] : [`${lines.join('\n')}\n`];
}

function capacityLines({ capacity }: DeviceReport, style: TextStyle): readonly string[] {
  const rows = capacityRows(capacity, style.palette, style.verbose);
  return rows.length === 0 ? [] : [section('capacity', rows, style).trimEnd()];
}

function renderDevice(device: DeviceReport, style: TextStyle): string {
  const { name, target } = device;
  const chip = target.offloadSwitch ?? target.switches[0];
  const chipText = chip && chip.family !== 'unknown' ? ` (${chip.chip}, ${chip.family})` : '';
  const { palette } = style;
  const head = `${palette.strong(printable(name))}  ${modelText(target)}${chipText}  RouterOS ${target.routeros.text}\n`;
  return [head, ...verdictTables(device, style), ...capacityLines(device, style).map((part) => `${part}\n`)].join('\n');
}

interface ShownFlow {
  readonly verdict: FlowVerdict;
  /** Devices that it crosses, where there are several. */
  readonly by: readonly string[];
}

/** Those that are not as they should be, or of which the site does not say; and how many others there are. */
function flowsPart(flows: readonly ShownFlow[], style: TextStyle): readonly string[] {
  if (flows.length === 0) return [];
  const { palette, verbose } = style;
  const isCalm = ({ verdict }: ShownFlow) =>
    !isFailing(verdict) && (verdict.flow.expected !== undefined || verdict.placement === 'hardware');
  const shown = verbose ? flows : flows.filter((flow) => !isCalm(flow));
  const calm = flows.filter(isCalm).length;
  const open = flows.filter((flow) => !isCalm(flow) && !isFailing(flow.verdict)).length;
  const openText = open > 0 ? `, ${open} more without an expected \`path\`` : '';
  const head = `${palette.strong('flows')}  ${calm} of ${flows.length - open} as expected${openText}`;
  return [`${[head, ...shown.flatMap((flow) => flowLines(flow, style))].join('\n')}\n`];
}

function flowLines({ verdict, by }: ShownFlow, { palette, width }: TextStyle): readonly string[] {
  const { flow, placement, because } = verdict;
  const placed = printPlaced(verdict);
  const way = by.length > 0 ? `, by ${by.join(' → ')}` : '';
  const ends = printNamedFlow(verdict);
  const head = `  ${printable(flow.name)}${ends && `  ${printable(ends)}`}${way}: ${placed}`;
  const failing = satisfies(placement, flow.expected) ? '' : `, expected ${flow.expected}`;
  const [first = '', ...rest] = wrapWords(head + failing, width, 4);
  const paint = paintPlacement(placement, palette);
  const painted = first.endsWith(placed + failing)
    ? first.slice(0, -(placed + failing).length) + paint(placed) + failing
    : first;
  const rates = printRates(verdict);
  const causes = because.map(({ text, at }) => `${printable(text)}${at ? ` (${printLine(at)})` : ''}`);
  const below = [...(rates === '' ? [] : [rates]), ...new Set(placement === 'hardware' ? [] : causes)];
  return [painted, ...rest, ...below.flatMap((text) => wrapWords(`    ${text}`, width, 6))];
}

/** A flow without a name of its own is called after its ends, which then need not be said again. */
function printNamedFlow(verdict: FlowVerdict): string {
  const { name, from, to } = verdict.flow;
  const text = printFlow(verdict);
  const ends = `${from.label} → ${to.label}`;
  return name.startsWith(ends) ? text.slice(ends.length).trim() : text;
}

export function printFlow({ flow }: FlowVerdict): string {
  const ports = flow.ports.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
  const protocol = flow.protocol ?? 'tcp+udp';
  const way = flow.oneWay ? ', one-way' : '';
  return `${flow.from.label} → ${flow.to.label}  ${protocol}${ports && `/${ports}`}${way}`;
}

function summary(report: Report, entries: readonly CauseEntry[], { palette, verbose, width }: TextStyle): string {
  const [errors = 0, warnings = 0, notes = 0] = severities.map((each) => countOf(report.diagnostics, each));
  const causes = entries.filter(({ diagnostic }) => diagnostic.severity !== 'note' && isOffloadCode(diagnostic.code));
  const hit = [
    causes.length > 0 && plural(causes.length, 'cause'),
    plural(new Set(causes.flatMap(({ flows }) => flows)).size, 'flow'),
    countItems([...new Set(causes.flatMap(({ items }) => items))]).replace(' and ', ', '),
  ].filter((part) => part !== false && part !== '' && !part.startsWith('0 '));
  const parts = [
    errors > 0 && palette.error(plural(errors, 'error')),
    warnings > 0 && palette.warning(plural(warnings, 'warning')),
    notes > 0 && plural(notes, 'note'),
    report.accepted.length > 0 && `${report.accepted.length} accepted`,
  ].filter((part) => part !== false);
  if (errors + warnings === 0) parts.unshift(palette.good('No rule breaks offload'));
  const hidden = notes > 0 && !verbose ? ' (--verbose shows the notes)' : '';
  const head = hit.length > 0 ? `${wrapWords(hit.join(', '), width).join('\n')}\n` : '';
  return `${head}${parts.join(', ')}${hidden}\n`;
}

/** The tables of a chip as bars: those that are nearly full; `verbose`: the tables with room too. */
function capacityRows(capacity: readonly Capacity[], palette: Palette, verbose: boolean): readonly Row[] {
  return capacity.filter((entry) => verbose || isTelling(entry)).map((entry) => capacityRow(entry, palette, verbose));
}

/** What only its author fills is worth a line where it does not fit. */
function isTelling({ resource, used, dynamic, shared, size, overflow }: Capacity): boolean {
  const taken = used + dynamic + shared;
  return overflow !== undefined || (fixedByAuthor.has(resource) ? taken > size : taken >= 0.7 * size);
}

function capacityRow(entry: Capacity, palette: Palette, verbose: boolean): Row {
  const { resource, used, dynamic, shared, size, bound, headroom } = entry;
  const showsShared = shared > 0 && (verbose || shared >= size / 10);
  const share = (used + dynamic + (showsShared ? shared : 0)) / Math.max(size, 1);
  const filled = Math.min(20, Math.ceil(share * 20));
  const isCalm = share < 0.7 || (fixedByAuthor.has(resource) && share <= 1);
  const paint = isCalm ? palette.good : share < 0.9 ? palette.warning : palette.error;
  const sum = [`${used}`, dynamic > 0 && `${dynamic} dynamic`, showsShared && `${shared} shared`];
  const taken = sum.filter((part) => part !== false).join(' + ');
  return [
    printResource(resource),
    { text: `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`, paint },
    `${taken} of ${bound === 'up-to' ? 'up to ' : ''}${size}${verbose ? `, ${headroom} free` : ''}`,
  ];
}
