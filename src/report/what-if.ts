// What a change of circumstances (a port down, another RouterOS version) does to verdicts and findings.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import type { Loss } from '../forwarding/losses.ts';
import type { Matrix } from '../forwarding/matrix.ts';
import { type CpuPath, type Placement, printPlaced } from '../model/placement.ts';
import type { Verdict } from '../offload/verdict.ts';
import { groupBy } from '../source/grouping.ts';
import {
  type ArgumentChange,
  argumentRows,
  type ConfiguredDevice,
  compareArguments,
  lastingKeys,
} from './argument-changes.ts';
import { type CeilingChange, ceilingRow, compareCeilings } from './ceiling-changes.ts';
import { paintPlacement } from './paint-placement.ts';
import type { Report } from './site-report.ts';
import { type Row, renderTable } from './table.ts';

export interface PlacementChange {
  readonly device: string;
  /** `flow`, `route`, `vlan`, …; `pair`: whatever goes from one zone to another, `left → right`. */
  readonly kind: string;
  readonly key: string;
  /** Absent = not there. */
  readonly before?: Placement;
  readonly beforeCpuPath?: CpuPath;
  readonly after?: Placement;
  readonly afterCpuPath?: CpuPath;
}

/** Something that is gone besides a placement. */
export interface DeviceLoss extends Loss {
  readonly device: string;
}

export interface WhatIf {
  /** `with core:ether1 down`, `with RouterOS 7.21.5`. */
  readonly title: string;
  readonly placements: readonly PlacementChange[];
  /** Flows that stay where they are, and may carry more or less. */
  readonly ceilings: readonly CeilingChange[];
  /** Networks without a port, routing sessions, policies, management. */
  readonly losses: readonly DeviceLoss[];
  /** Codes of errors and warnings that come and go. */
  readonly appearing: readonly string[];
  readonly vanishing: readonly string[];
  /** Known defects of the release, in words. */
  readonly defects: readonly string[];
  /** Arguments of the configuration that come, go, or get another value. */
  readonly arguments: readonly ArgumentChange[];
}

export interface Hypothesis {
  readonly report: Report;
  readonly configs: readonly ConfiguredDevice[];
  /** By device: who talks to whom. */
  readonly matrices: ReadonlyMap<string, Matrix>;
  /** `DEVICE ROUTE`: routes that are in the configuration and lead nowhere. */
  readonly inactive: ReadonlySet<string>;
}

export function compareReports(
  title: string,
  from: Hypothesis,
  to: Hypothesis,
  losses: readonly DeviceLoss[] = [],
): WhatIf {
  const [before, after] = [from.report, to.report];
  const [earlier, later] = [placementsOf(from), placementsOf(to)];
  const keys = [...new Set([...earlier.keys(), ...later.keys()])];
  const placements = keys.flatMap((key) => changeOf(earlier.get(key), later.get(key)));
  const [old, now] = [loudCodes(before), loudCodes(after)];
  return {
    title,
    placements,
    ceilings: compareCeilings(before, after),
    losses,
    appearing: [...now].filter((code) => !old.has(code)),
    vanishing: [...old].filter((code) => !now.has(code)),
    defects: defectsOf(after).filter((text) => !defectsOf(before).includes(text)),
    arguments: compareArguments(from.configs, to.configs),
  };
}

function changeOf(a: Placed | undefined, b: Placed | undefined): PlacementChange | [] {
  const known = b ?? a;
  if (!known || (a?.placement === b?.placement && a?.cpuPath === b?.cpuPath)) return [];
  const { device, kind, key } = known;
  return {
    device,
    kind,
    key,
    ...(a && { before: a.placement }),
    ...(a?.cpuPath && { beforeCpuPath: a.cpuPath }),
    ...(b && { after: b.placement }),
    ...(b?.cpuPath && { afterCpuPath: b.cpuPath }),
  };
}

/** Known-bad releases are notes: the configuration is not to blame. */
function defectsOf({ diagnostics }: Report): readonly string[] {
  return [...new Set(diagnostics.filter(({ code }) => code === 'ops/version-advisory').map(({ what }) => what))];
}

export function renderWhatIf(whatIf: WhatIf, palette: Palette = plain): string {
  const { title, placements, ceilings, losses, appearing, vanishing, defects, arguments: changed } = whatIf;
  const lines = [palette.strong(`What changes ${title}`)];
  if ([placements, ceilings, losses, appearing, vanishing, defects, changed].every(({ length }) => length === 0))
    return `${lines[0]}: nothing\n`;
  const rows = [...placements.filter(({ kind }) => kind !== 'pair'), ...foldPairs(placements)];
  if (rows.length > 0)
    lines.push(
      renderTable(
        limited(
          rows.map((row) => placementRow(row, palette)),
          palette,
        ),
      ),
    );
  if (ceilings.length > 0) lines.push(renderTable(ceilings.map((change) => ceilingRow(change, palette))));
  for (const { device, text } of losses) lines.push(`  ${palette.error('!')} ${device}: ${printable(text)}`);
  for (const code of appearing) lines.push(`  ${palette.removed('+')} ${code}`);
  for (const code of vanishing) lines.push(`  ${palette.added('-')} ${code} no longer applies`);
  for (const text of defects) lines.push(`  ${palette.warning('!')} ${printable(text)}`);
  if (changed.length > 0)
    lines.push(`  ${palette.faint('arguments')}`, renderTable(argumentRows(changed, palette), [], '    '));
  return `${lines.join('\n')}\n`;
}

function placementRow(change: PlacementChange, palette: Palette): Row {
  const { device, kind, key, before, beforeCpuPath, after, afterCpuPath } = change;
  const cell = (placement: Placement | undefined, cpuPath: CpuPath | undefined) =>
    placement
      ? { text: printPlaced({ placement, cpuPath }), paint: paintPlacement(placement, palette) }
      : { text: 'none', paint: palette.faint };
  const arrow = { text: '→', paint: palette.faint };
  return [device, kind, printable(key), cell(before, beforeCpuPath), arrow, cell(after, afterCpuPath)];
}

/** Pairs that change alike are one row: `left, right → internet`. */
function foldPairs(placements: readonly PlacementChange[]): readonly PlacementChange[] {
  const pairs = placements.filter(({ kind }) => kind === 'pair');
  const change = ({ device, before, beforeCpuPath, after, afterCpuPath }: PlacementChange) =>
    [device, before, beforeCpuPath, after, afterCpuPath].join();
  const ends = (pair: PlacementChange) => pair.key.split(pairArrow);
  const bySource = [...groupBy(pairs, (pair) => `${change(pair)}\n${ends(pair)[0]}`).values()];
  const targets = (same: readonly PlacementChange[]) => namesOf(same.map((pair) => ends(pair)[1] ?? ''));
  const alike = groupBy(bySource, (same) =>
    same[0] ? `${change(same[0])}\n${same.map((each) => ends(each)[1])}` : '',
  );
  return [...alike.values()].flatMap((groups) => {
    const [same = []] = groups;
    const [first] = same;
    const sources = groups.flatMap(([pair]) => (pair ? [ends(pair)[0] ?? ''] : []));
    return first ? [{ ...first, key: `${namesOf(sources)}${pairArrow}${targets(same)}` }] : [];
  });
}

const pairArrow = ' → ';

function namesOf(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');
}

const rowsMax = 40;

function limited(rows: readonly Row[], palette: Palette): readonly Row[] {
  const hidden = rows.length - rowsMax;
  return hidden > 0 ? [...rows.slice(0, rowsMax), [{ text: `and ${hidden} more`, paint: palette.faint }]] : rows;
}

interface Placed extends Pick<PlacementChange, 'device' | 'kind' | 'key'> {
  readonly placement: Placement;
  readonly cpuPath?: CpuPath | undefined;
}

function placementsOf({ report: { devices, flows }, matrices, inactive }: Hypothesis): ReadonlyMap<string, Placed> {
  const all: Placed[] = devices.flatMap(({ name, verdicts, flows: own }) => [
    ...placedVerdicts(verdicts)
      .filter(({ kind, item }) => kind !== 'route' || !inactive.has(`${name} ${item.key}`))
      .map(({ kind, key, placement }) => ({ device: name, kind, key, placement })),
    ...own.map(({ flow, placement, cpuPath }) => ({ device: name, kind: 'flow', key: flow.name, placement, cpuPath })),
  ]);
  for (const { verdict } of flows) {
    const { flow, placement, cpuPath } = verdict;
    all.push({ device: '', kind: 'flow', key: flow.name, placement, cpuPath });
  }
  for (const [device, { cells }] of matrices) {
    for (const { from, to, placement, cpuPath } of cells) {
      all.push({ device, kind: 'pair', key: `${from}${pairArrow}${to}`, placement, cpuPath });
    }
  }
  return new Map(all.map((each) => [`${each.device} ${each.kind} ${each.key}`, each]));
}

function placedVerdicts(verdicts: readonly Verdict[]) {
  const keys = lastingKeys(verdicts.map(({ subject }) => subject));
  return verdicts.map(({ subject, kind, placement }) => ({
    item: subject,
    kind,
    key: keys.get(subject) ?? subject.key,
    placement,
  }));
}

function loudCodes({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): ReadonlySet<string> {
  return new Set(diagnostics.filter(({ severity }) => severity !== 'note').map(({ code }) => code));
}
