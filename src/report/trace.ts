// One flow's way through a device, as a story for people and as JSON.

import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import { locationJson } from '../diagnostics/render-json.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import type { FlowVerdict, Step } from '../forwarding/flow.ts';
import type { Trace, TracedWay } from '../forwarding/trace.ts';
import { printPlaced } from '../model/placement.ts';
import { printBitRate, printPacketRate } from '../model/rates.ts';
import { paintPlacement } from './paint-placement.ts';
import { printFlow } from './render-report.ts';
import { flowJson, worseFlow } from './site-report.ts';
import { renderTable } from './table.ts';

/** A flow's way through one device. */
export interface TracedDevice {
  readonly device: string;
  readonly trace: Trace;
}

export interface TraceTextOptions {
  readonly palette?: Palette;
}

/** What each device does, and before it, of several, what the whole way is worth. */
export function renderPath(traces: readonly TracedDevice[], options: TraceTextOptions): string {
  const [first, ...others] = traces;
  const told = traces.map(({ device, trace }) => renderTrace(device, trace, options));
  if (!first || others.length === 0) return told.join('');
  const { palette = plain } = options;
  const verdict = traces.map(({ trace }) => trace.verdict).reduce(worseFlow);
  const names = traces.map(({ device, trace }) => {
    return trace.verdict.flow.only === 'reverse' ? `${device} (answers alone)` : device;
  });
  return [`${headOf(names.join(' → '), verdict, palette)}\n`, ...told].join('\n');
}

/** As `traceJson`; of several devices with `hops`. */
export function pathJson(traces: readonly TracedDevice[]) {
  const [first, ...others] = traces;
  if (first && others.length === 0) return traceJson(first.trace);
  const hops = traces.map(({ device, trace }) => ({ device, ...traceJson(trace) }));
  return { ...flowJson(traces.map(({ trace }) => trace.verdict).reduce(worseFlow)), hops };
}

function headOf(name: string, verdict: FlowVerdict, palette: Palette): string {
  const paint = paintPlacement(verdict.placement, palette);
  return `${palette.strong(printable(name))}  ${printFlow(verdict)}  ${paint(printPlaced(verdict))}`;
}

function renderTrace(device: string, { verdict, ways }: Trace, { palette = plain }: TraceTextOptions): string {
  const lines = [headOf(device, verdict, palette)];
  for (const way of ways) lines.push('', ...renderWay(way, palette));
  const { ceiling } = verdict;
  if (ceiling) {
    const rates = [
      ceiling.bps !== undefined && printBitRate(ceiling.bps),
      ceiling.pps !== undefined && printPacketRate(ceiling.pps),
    ].filter((part) => part !== false);
    lines.push('', `  at most ${rates.join(', ')}: ${ceiling.by} (${ceiling.grade}) [${ceiling.citation}]`);
  }
  return `${lines.join('\n')}\n`;
}

/** One flow object of the report, with every step of every way. */
export function traceJson({ verdict, ways }: Trace) {
  return {
    ...flowJson(verdict),
    steps: verdict.steps.map(stepJson),
    ways: ways.map(({ direction, packets, placement, cpuPath, because, steps }) => ({
      direction,
      packets,
      placement,
      ...(cpuPath && { cpuPath }),
      because: because.map(({ code }) => code),
      steps: steps.map(stepJson),
    })),
  };
}

function stepJson({ stage, text, at, grade }: Step) {
  return { stage, text, grade, ...(at && { location: locationJson(at) }) };
}

function renderWay(
  { direction, packets, placement, cpuPath, because, notes, steps }: TracedWay,
  palette: Palette,
): string[] {
  const placed = printPlaced({ placement, cpuPath });
  const head = `  ${palette.strong(direction)}  ${paintPlacement(placement, palette)(placed)}`;
  const shown = packets.slice(0, packetsMax);
  const hidden = packets.length - shown.length;
  const rows = steps.map(({ stage, text, at, grade }) => [
    stage,
    printable(text),
    { text: at ? printLocation(at) : '', paint: palette.faint },
    { text: grade === 'documented' || grade === 'measured' ? '' : grade, paint: palette.faint },
  ]);
  return [
    head,
    ...shown.map((text) => `    ${palette.faint(printable(text))}`),
    ...(hidden > 0 ? [`    ${palette.faint(`and ${hidden} more such parts`)}`] : []),
    ...(rows.length > 0 ? renderTable(rows, [], '      ').split('\n') : []),
    ...[...because, ...notes].map(
      ({ code, text }) => `      ${palette.note('·')} ${printable(text)} ${palette.faint(`(${code})`)}`,
    ),
  ];
}

const packetsMax = 4;
