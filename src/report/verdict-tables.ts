// Every verdict of a device in tables, and its flows, for `--verbose`.

import type { Palette, TextStyle } from '../diagnostics/palette.ts';
import type { Placement } from '../model/placement.ts';
import type { Verdict } from '../offload/verdict.ts';
import { nameItem } from './item-words.ts';
import { paintPlacement } from './paint-placement.ts';
import type { DeviceReport } from './site-report.ts';
import { type Row, renderTable } from './table.ts';

const titles = [
  ['route', 'routes'],
  ['vlan', 'VLANs'],
  ['port', 'bridge ports'],
  ['acl', 'switch rules'],
  ['pbr', 'policy routing'],
] as const;

/** One section for each kind of item that the device has. */
export function verdictTables({ verdicts }: DeviceReport, style: TextStyle): readonly string[] {
  return titles.flatMap(([kind, title]) => {
    const rows = foldVerdicts(verdicts.filter((verdict) => verdict.kind === kind));
    if (rows.length === 0) return [];
    return section(
      title,
      rows.map((row) => verdictRow(row, style.palette)),
      style,
    );
  });
}

/** A title, and its rows below it. */
export function section(title: string, rows: readonly Row[], { palette, width }: TextStyle): string {
  return `  ${palette.faint(title)}\n${renderTable(rows, [], '    ', width)}\n`;
}

interface VerdictRow {
  readonly keys: string;
  readonly placement: Placement;
  readonly because: readonly string[];
}

interface Folding extends VerdictRow {
  readonly name: string;
  readonly stem: string;
  readonly first: number;
  readonly last: number;
}

/** Neighbours that are forwarded alike become one row: `ether1-22`, and the rules of one line of the site. */
function foldVerdicts(verdicts: readonly Verdict[]): readonly VerdictRow[] {
  const rows: Folding[] = [];
  for (const verdict of verdicts) {
    const { subject, placement, because } = verdict;
    const name = nameItem(verdict);
    const isNamed = name !== subject.key;
    const [, stem = name, number] = /^(.*?)(\d+)$/.exec(isNamed ? '' : name) ?? [];
    const at = number === undefined ? 1 : Number(number);
    const row = { keys: name, name, placement, because, stem, first: at, last: at };
    const previous = rows.at(-1);
    const isNext = isNamed || (number !== undefined && previous?.last === at - 1 && !/[./]/.test(stem));
    if (!previous || !isNext || !isAlike(previous, row)) rows.push(row);
    else if (isNamed) rows[rows.length - 1] = counted(previous);
    else rows[rows.length - 1] = { ...previous, last: at, keys: `${stem}${previous.first}-${at}` };
  }
  return rows;
}

function isAlike(one: Folding, other: Folding): boolean {
  return one.placement === other.placement && one.stem === other.stem && one.because.join() === other.because.join();
}

function counted(row: Folding): Folding {
  const last = row.last + 1;
  return { ...row, last, keys: `${row.name} (${last} rules)` };
}

function verdictRow({ keys, placement, because }: VerdictRow, palette: Palette): Row {
  return [
    keys,
    { text: placement, paint: paintPlacement(placement, palette) },
    { text: because.join(', '), paint: palette.faint },
  ];
}
