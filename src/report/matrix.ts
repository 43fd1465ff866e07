// The offload matrix of a device for a terminal: who talks to whom by which path, zones that fare alike as one, and
// below it which part of a pair takes another path.

import { type Paint, type Palette, plain, printable, type TextStyle } from '../diagnostics/palette.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import type { Matrix, MatrixCell, MatrixClass } from '../forwarding/matrix.ts';
import { type CpuPath, type Placement, printPlaced } from '../model/placement.ts';
import { paintPlacement } from './paint-placement.ts';
import { type Row, renderTable } from './table.ts';

export interface DeviceMatrix {
  readonly device: string;
  readonly matrix: Matrix;
}

/** Zones that nothing in the matrix tells apart, by the index of the first. */
interface Group {
  readonly label: string;
  readonly members: readonly string[];
}

export function renderMatrix({ device, matrix }: DeviceMatrix, options: Partial<TextStyle> = {}): string {
  const { palette = plain, width = 80, verbose = false } = options;
  const head = palette.strong(`Who talks to whom by which path: ${printable(device)}`);
  if (matrix.cells.length === 0) return `${head}\n  no two zones have an address family in common\n`;
  const cells = new Map(matrix.cells.map((cell) => [`${cell.from}\n${cell.to}`, cell]));
  const at = (from: string, to: string) => cells.get(`${from}\n${to}`);
  const groups = groupZones(matrix.zones, at);
  const used = new Set(matrix.cells.map((cell) => wordOf(cell)));
  const legend = [...words.entries()].filter(([word]) => used.has(word)).map(([word, text]) => `${word} ${text}`);
  const isMixed = matrix.cells.some(fareDifferently);
  return [
    head,
    ...gridsOf(groups, at, palette, width),
    ...wrapWords(`  ${[...legend, ...(isMixed ? ['+ part of it takes another path'] : [])].join(' · ')}`, width, 2).map(
      palette.faint,
    ),
    ...partsOf(groups, at, { palette, verbose, width }),
    '',
  ].join('\n');
}

export function matrixJson({ device, matrix }: DeviceMatrix) {
  return { device, ...matrix };
}

type CellBetween = (from: string, to: string) => MatrixCell | undefined;

/** Two zones are alike when each fares with every other zone as the other does, and both ways between them. */
function groupZones(zones: readonly string[], at: CellBetween): readonly Group[] {
  const groups: string[][] = [];
  const essence = (cell: MatrixCell | undefined) => cell && JSON.stringify(essenceOf(cell));
  const areAlike = (a: string, b: string) =>
    essence(at(a, b)) === essence(at(b, a)) &&
    zones.every(
      (other) =>
        other === a ||
        other === b ||
        (essence(at(a, other)) === essence(at(b, other)) && essence(at(other, a)) === essence(at(other, b))),
    );
  const fits = (zone: string, group: readonly string[]) => {
    const [first = '', second] = group;
    const isSame = second === undefined || essence(at(first, zone)) === essence(at(first, second));
    return isSame && areAlike(first, zone);
  };
  for (const zone of zones) {
    const home = groups.find((group) => fits(zone, group));
    if (home) home.push(zone);
    else groups.push([zone]);
  }
  return groups.map((members) => ({ label: labelOf(members), members }));
}

/** What two pairs have to share; the packets' own words name addresses, which differ between pairs that are alike. */
function essenceOf(cell: MatrixCell) {
  return cell.classes.map(({ direction, placement, cpuPath, because, share }) => [
    direction,
    placement,
    cpuPath,
    printShare(share, isAlone(cell, direction)),
    ...because,
  ]);
}

/** Whether all packets of a direction fare alike. */
function isAlone({ classes }: MatrixCell, direction: MatrixClass['direction']): boolean {
  return classes.filter((each) => each.direction === direction).length === 1;
}

function labelOf(members: readonly string[]): string {
  const [first = '', second] = members;
  if (second === undefined) return first;
  const last = members.at(-1) ?? '';
  return members.length === 2 ? `${first}, ${second}` : `${first} … ${last} (${members.length})`;
}

/** As many blocks of columns as the terminal needs. */
function gridsOf(groups: readonly Group[], at: CellBetween, palette: Palette, width: number): readonly string[] {
  const labelWidth = Math.min(30, Math.max(...groups.map(({ label }) => label.length)));
  const perBlock = Math.max(1, Math.floor((width - labelWidth - 8) / 6));
  const blocks: string[] = [];
  for (let start = 0; start < groups.length; start += perBlock) {
    const columns = groups.slice(start, start + perBlock);
    const header: Row = [
      '',
      'from',
      ...columns.map((_, index) => ({ text: `${start + index + 1}`, paint: palette.faint })),
    ];
    const rows = groups.map(
      (from, index): Row => [
        { text: `${index + 1}`, paint: palette.faint },
        printable(from.label),
        ...columns.map((to) => cellOf(pairOf(from, to, at), palette)),
      ],
    );
    blocks.push(renderTable([header, ...rows], [{ align: 'right' }, { widthMax: 30 }]));
  }
  return blocks;
}

/** One pair stands for all of two groups. */
function pairOf(from: Group, to: Group, at: CellBetween): MatrixCell | undefined {
  const [a = ''] = from.members;
  const b = to.members.find((member) => member !== a);
  return b === undefined ? undefined : at(a, b);
}

function cellOf(cell: MatrixCell | undefined, palette: Palette): { readonly text: string; readonly paint: Paint } {
  if (!cell) return { text: '', paint: palette.faint };
  return { text: `${wordOf(cell)}${fareDifferently(cell) ? '+' : ''}`, paint: paintPlacement(cell.placement, palette) };
}

function fareDifferently({ classes, placement, cpuPath }: MatrixCell): boolean {
  return classes.some((each) => each.placement !== placement || each.cpuPath !== cpuPath);
}

const words: ReadonlyMap<string, string> = new Map([
  ['hw', 'hardware'],
  ['ft', 'FastTrack in hardware'],
  ['part', 'partly in hardware'],
  ['?', 'unknown'],
  ['cpu:ft', 'CPU, FastTrack'],
  ['cpu:fp', 'CPU, FastPath'],
  ['cpu', 'CPU, slow path'],
  ['drop', 'dropped'],
  ['none', 'excludes hardware routing'],
  ['!', 'not predictable'],
]);

const shortNames: Readonly<Record<Placement, string>> = {
  hardware: 'hw',
  fasttrack: 'ft',
  partial: 'part',
  unknown: '?',
  cpu: 'cpu',
  dropped: 'drop',
  unavailable: 'none',
  unpredictable: '!',
};

function wordOf({ placement, cpuPath }: { readonly placement: Placement; readonly cpuPath?: CpuPath }): string {
  if (placement !== 'cpu') return shortNames[placement];
  return cpuPath === 'fasttrack' ? 'cpu:ft' : cpuPath === 'fastpath' ? 'cpu:fp' : 'cpu';
}

const partsMax = 12;

/** Pairs whose packets do not all fare alike, with the share of each part. */
function partsOf(groups: readonly Group[], at: CellBetween, style: Required<Partial<TextStyle>>): readonly string[] {
  const { palette, verbose } = style;
  const blocks = groups.flatMap((from) =>
    groups.flatMap((to) => {
      const cell = pairOf(from, to, at);
      return cell && fareDifferently(cell) ? [partOf(from, to, cell, style)] : [];
    }),
  );
  const shown = verbose ? blocks : blocks.slice(0, partsMax);
  const hidden = blocks.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`  ${palette.faint(`and ${hidden} more pairs (--verbose shows them)`)}`] : [])];
}

function partOf(from: Group, to: Group, cell: MatrixCell, { palette, width }: Required<Partial<TextStyle>>): string {
  const rows = cell.classes.map(
    ({ direction, placement, cpuPath, because, packets, share }): Row => [
      { text: direction === 'forward' ? 'there' : 'back', paint: palette.faint },
      { text: printShare(share, isAlone(cell, direction)) },
      { text: printPlaced({ placement, cpuPath }), paint: paintPlacement(placement, palette) },
      printable(
        packets.length === 0
          ? isAlone(cell, direction)
            ? ''
            : 'the rest'
          : packets.slice(0, 2).join('; ') + (packets.length > 2 ? '; …' : ''),
      ),
      { text: because.join(', '), paint: palette.faint },
    ],
  );
  const head = `  ${printable(from.label)} → ${printable(to.label)}`;
  return `${head}\n${renderTable(rows, [{}, { align: 'right' }, {}, { widthMax: Math.min(60, width - 32) }], '    ', width)}`;
}

/** A share that is not nothing is never printed as 0 %, and one that is not everything never as 100 %. */
function printShare(share: number, isEverything: boolean): string {
  const percent = share * 100;
  if (isEverything) return '100 %';
  if (percent > 99) return '> 99 %';
  return percent < 1 ? '< 1 %' : `${Math.round(percent)} %`;
}
