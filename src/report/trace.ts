// One flow's way through a device, as a story for people and as JSON.

import { type Palette, plain, printable, type TextStyle } from '../diagnostics/palette.ts';
import { locationJson } from '../diagnostics/render-json.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import type { FlowVerdict, Step } from '../forwarding/packets/flow.ts';
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

/** What each device does, and before it, of several, what the whole way is worth. */
export function renderPath(traces: readonly TracedDevice[], options: Partial<TextStyle>): string {
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

function renderTrace(device: string, { verdict, ways }: Trace, options: Partial<TextStyle>): string {
  const { palette = plain, width = Number.POSITIVE_INFINITY } = options;
  const lines = [headOf(device, verdict, palette)];
  for (const way of ways) lines.push('', ...renderWay(way, { palette, width }));
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
  { palette, width }: Pick<TextStyle, 'palette' | 'width'>,
): string[] {
  const placed = printPlaced({ placement, cpuPath });
  const head = `  ${palette.strong(direction)}  ${paintPlacement(placement, palette)(placed)}`;
  const shown = packets.slice(0, packetsMax);
  const hidden = packets.length - shown.length;
  const faintly = (text: string, hang: number) => wrapWords(text, width, hang).map(palette.faint);
  return [
    head,
    ...shown.flatMap((text) => faintly(`    ${printable(text)}`, 6)),
    ...(hidden > 0 ? [`    ${palette.faint(`and ${hidden} more such parts`)}`] : []),
    ...(steps.length > 0 ? stepLines(steps, { palette, width }) : []),
    ...[...because, ...notes].flatMap(({ code, text }) => {
      const told = wrapWords(`${printable(text)} (${code})`, width - indent.length - 2);
      const [first = '', ...rest] = told.map((line) => line.replace(`(${code})`, palette.faint));
      return [`${indent}${palette.note('·')} ${first}`, ...rest.map((line) => `${indent}  ${line}`)];
    }),
  ];
}

const indent = '      ';

/** In columns where they fit, and else each as prose. */
function stepLines(
  steps: readonly Step[],
  { palette, width }: Pick<TextStyle, 'palette' | 'width'>,
): readonly string[] {
  const rows = steps.map(({ stage, text, at, grade }) => {
    const known = grade === 'documented' || grade === 'measured' ? '' : grade;
    return [stage, printable(text), at ? printLocation(at) : '', known] as const;
  });
  const widest = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isWide = indent.length + widest.reduce((sum, each) => sum + (each > 0 ? each + 2 : 0), -2) > width;
  const told = rows.map(([stage, text, ...behind]) => {
    const rest = behind.filter((each) => each !== '');
    if (isWide) return [stage, rest.length > 0 ? `${text} (${rest.join(', ')})` : text];
    return [stage, text, ...behind.map((each) => ({ text: each, paint: palette.faint }))];
  });
  return renderTable(told, [], indent, isWide ? width : undefined).split('\n');
}

const packetsMax = 4;
