// A report for people: verdicts by device, flows against what they need, capacity, diagnostics, and one line that
// sums it up.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Palette, plain } from '../diagnostics/palette.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import type { FlowVerdict } from '../forwarding/flow.ts';
import type { Placement } from '../model/placement.ts';
import { fixedByAuthor } from '../offload/capacity-limits.ts';
import type { Capacity, Verdict } from '../offload/verdict.ts';
import type { DeviceReport, Report } from './site-report.ts';
import { type Row, renderTable } from './table.ts';
import { plural, printBitRate, printPacketRate } from './units.ts';

export interface ReportOptions {
  readonly palette?: Palette;
  readonly width?: number;
  /** Notes and verdicts of every item, not only of those that matter. */
  readonly verbose?: boolean;
}

export function renderReport(report: Report, options: ReportOptions = {}): string {
  const palette = options.palette ?? plain;
  const shown = options.verbose ? report.diagnostics : report.diagnostics.filter(({ severity }) => severity !== 'note');
  const parts = report.devices.map((device) => renderDevice(device, palette, options.verbose === true));
  if (report.flows.length > 0) {
    const rows = report.flows.map(({ verdict, hops }) => [
      ...flowRow(verdict, palette),
      `by ${hops.map(({ device }) => device).join(' → ')}`,
    ]);
    parts.push(section('flows across devices', rows, palette));
  }
  if (shown.length > 0)
    parts.push(renderDiagnostics(shown, { palette, ...(options.width && { width: options.width }) }));
  parts.push(summary(report, shown, palette));
  if (report.firstFix !== undefined) parts.push(`${palette.strong(report.firstFix)}\n`);
  return parts.join('\n');
}

/** The painted name of a placement, the same everywhere. */
export function paintPlacement(placement: Placement, palette: Palette): (text: string) => string {
  if (placement === 'hardware' || placement === 'fasttrack') return palette.good;
  if (placement === 'partial' || placement === 'unknown' || placement === 'cpu') return palette.changed;
  if (placement === 'dropped') return palette.note;
  return palette.error;
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

function renderDevice(device: DeviceReport, palette: Palette, verbose: boolean): string {
  const { name, target, verdicts, flows, capacity } = device;
  const chip = target.offloadSwitch ?? target.switches[0];
  const chipText = chip ? ` (${chip.chip}, ${chip.family})` : '';
  const head = `${palette.strong(name)}  ${target.model}${chipText}  RouterOS ${target.routeros.text}\n`;
  return [
    head,
    ...kinds.map(([kind, title]) => {
      const rows = foldVerdicts(
        verdicts
          .filter((verdict) => verdict.kind === kind)
          .map((verdict) => (verbose ? verdict : { ...verdict, notes: [] })),
      );
      return section(
        title,
        rows.map((row) => verdictRow(row, palette)),
        palette,
      );
    }),
    section(
      'flows',
      flows.map((verdict) => flowRow(verdict, palette)),
      palette,
    ),
    section(
      'capacity',
      capacity.filter((entry) => verbose || isTelling(entry)).map((entry) => capacityRow(entry, palette, verbose)),
      palette,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const kinds = [
  ['route', 'routes'],
  ['vlan', 'VLANs'],
  ['port', 'bridge ports'],
  ['acl', 'switch rules'],
  ['pbr', 'policy routing'],
] as const;

function section(title: string, rows: readonly Row[], palette: Palette): string {
  if (rows.length === 0) return '';
  return `  ${palette.faint(title)}\n${renderTable(rows, [], '    ')}\n`;
}

interface VerdictRow {
  readonly keys: string;
  readonly placement: Placement;
  readonly because: readonly string[];
  readonly notes: readonly string[];
}

/** Neighbours that fare alike become one row: `ether1-22`, `rule:1-7`. */
function foldVerdicts(verdicts: readonly Verdict[]): readonly VerdictRow[] {
  const rows: (VerdictRow & { stem: string; first: number; last: number })[] = [];
  for (const { subject, placement, because, notes } of verdicts) {
    const [, stem = subject.key, number] = /^(.*?)(\d+)$/.exec(subject.key) ?? [];
    const at = number === undefined ? Number.NaN : Number(number);
    const previous = rows.at(-1);
    const isNext = previous && previous.stem === stem && previous.last + 1 === at && !/[./]/.test(stem);
    if (isNext && fareAlike(previous, { placement, because, notes })) {
      rows[rows.length - 1] = { ...previous, last: at, keys: `${stem}${previous.first}-${at}` };
    } else rows.push({ keys: subject.key, placement, because, notes, stem, first: at, last: at });
  }
  return rows;
}

function fareAlike(a: Omit<VerdictRow, 'keys'>, b: Omit<VerdictRow, 'keys'>): boolean {
  const told = ({ placement, because, notes }: Omit<VerdictRow, 'keys'>) =>
    [placement, ...because, '', ...notes].join();
  return told(a) === told(b);
}

function verdictRow({ keys, placement, because, notes }: VerdictRow, palette: Palette): Row {
  const reasons = because.length > 0 ? because.join(', ') : notes.map((code) => `note ${code}`).join(', ');
  return [
    keys,
    { text: placement, paint: paintPlacement(placement, palette) },
    { text: reasons, paint: palette.faint },
  ];
}

function flowRow(verdict: FlowVerdict, palette: Palette): Row {
  const { flow, placement, cpuPath, because, notes, ceiling } = verdict;
  const placed = cpuPath ? `${placement} (${cpuPath})` : placement;
  const ceilingText = ceiling
    ? [
        ceiling.bps !== undefined && printBitRate(ceiling.bps),
        ceiling.pps !== undefined && printPacketRate(ceiling.pps),
      ]
        .filter((part) => part !== false)
        .join(', ')
    : '';
  const wanted = flow.rateBps === undefined ? '' : `${printBitRate(flow.rateBps)} of `;
  const reasons = [...because, ...notes].map(({ code }) => code);
  return [
    flow.name,
    printNamedFlow(verdict),
    { text: placed, paint: paintPlacement(placement, palette) },
    ceilingText && `${wanted}${ceilingText}`,
    { text: [...new Set(reasons)].join(', '), paint: palette.faint },
  ];
}

/** The one MAC prefix of a chip is worth a line where the configuration has more. */
function isTelling({ resource, used, size }: Capacity): boolean {
  return resource !== 'mac-prefixes' || used > size;
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
    resource,
    { text: `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`, paint },
    `${taken} of ${bound === 'up-to' ? 'up to ' : ''}${size}`,
    verbose ? `${headroom} free` : '',
  ];
}

function summary(report: Report, shown: readonly Diagnostic[], palette: Palette): string {
  const count = (severity: Diagnostic['severity']) =>
    report.diagnostics.filter((each) => each.severity === severity).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')];
  const parts = [
    errors > 0 && palette.error(plural(errors, 'error')),
    warnings > 0 && palette.warning(plural(warnings, 'warning')),
    notes > 0 && plural(notes, 'note'),
    report.accepted.length > 0 && `${report.accepted.length} accepted`,
  ].filter((part) => part !== false);
  if (errors + warnings === 0) parts.unshift(palette.good('No rule breaks offload'));
  const hidden = notes > 0 && shown.length < report.diagnostics.length ? ' (--verbose shows the notes)' : '';
  return `${parts.join(', ')}${hidden}\n`;
}
