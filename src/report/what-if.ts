// What a change of circumstances (a port down, another RouterOS version) does to verdicts and findings.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import type { Config } from '../model/config.ts';
import type { Placement } from '../model/placement.ts';
import { paintPlacement } from './render-report.ts';
import type { Report } from './site-report.ts';
import { type Row, renderTable } from './table.ts';

export interface PlacementChange {
  readonly device: string;
  /** `flow`, `route`, `vlan`, … */
  readonly kind: string;
  readonly key: string;
  /** Absent = not there. */
  readonly before?: Placement;
  readonly after?: Placement;
}

export interface WhatIf {
  /** `with core:ether1 down`, `with RouterOS 7.21.5`. */
  readonly title: string;
  readonly placements: readonly PlacementChange[];
  /** Codes of errors and warnings that come and go. */
  readonly appearing: readonly string[];
  readonly vanishing: readonly string[];
  /** Known defects of the release, in words. */
  readonly defects: readonly string[];
  /** Arguments of the configuration that come, go, or get another value. */
  readonly arguments: readonly ArgumentChange[];
}

export interface ArgumentChange {
  readonly device: string;
  readonly menu: string;
  readonly key: string;
  readonly name: string;
  /** Absent = not set. */
  readonly before?: string;
  readonly after?: string;
}

/** What a device would be given. */
export interface ConfiguredDevice {
  readonly device: string;
  readonly config: Config;
}

export interface Hypothesis {
  readonly report: Report;
  readonly configs: readonly ConfiguredDevice[];
}

export function compareReports(
  title: string,
  { report: before, configs: had }: Hypothesis,
  { report: after, configs: has }: Hypothesis,
): WhatIf {
  const [earlier, later] = [placementsOf(before), placementsOf(after)];
  const keys = [...new Set([...earlier.keys(), ...later.keys()])];
  const placements = keys.flatMap((key): PlacementChange[] => {
    const [a, b] = [earlier.get(key), later.get(key)];
    const known = b ?? a;
    if (!known || a?.placement === b?.placement) return [];
    const { device, kind, key: name } = known;
    return [{ device, kind, key: name, ...(a && { before: a.placement }), ...(b && { after: b.placement }) }];
  });
  const [old, now] = [loudCodes(before), loudCodes(after)];
  return {
    title,
    placements,
    appearing: [...now].filter((code) => !old.has(code)),
    vanishing: [...old].filter((code) => !now.has(code)),
    defects: defectsOf(after).filter((text) => !defectsOf(before).includes(text)),
    arguments: compareArguments(argumentsOf(had), argumentsOf(has)),
  };
}

/** Known-bad releases are notes: the configuration is not to blame. */
function defectsOf({ diagnostics }: Report): readonly string[] {
  return [...new Set(diagnostics.filter(({ code }) => code === 'ops/version-advisory').map(({ what }) => what))];
}

type Arguments = ReadonlyMap<string, Omit<ArgumentChange, 'before' | 'after'> & { readonly value: string }>;

function argumentsOf(configs: readonly ConfiguredDevice[]): Arguments {
  const all = configs.flatMap(({ device, config }) =>
    config.items.flatMap(({ menu, key, properties }) =>
      [...properties].map(([name, { value }]) => ({ device, menu, key, name, value })),
    ),
  );
  return new Map(all.map((each) => [[each.device, each.menu, each.key, each.name].join('\n'), each]));
}

function compareArguments(before: Arguments, after: Arguments): readonly ArgumentChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id): ArgumentChange[] => {
    const [a, b] = [before.get(id), after.get(id)];
    const known = b ?? a;
    if (!known || a?.value === b?.value) return [];
    const { value: _, ...where } = known;
    return [{ ...where, ...(a && { before: a.value }), ...(b && { after: b.value }) }];
  });
}

export function renderWhatIf(whatIf: WhatIf, palette: Palette = plain): string {
  const { title, placements, appearing, vanishing, defects, arguments: changed } = whatIf;
  const lines = [palette.strong(`What changes ${title}`)];
  if (placements.length + appearing.length + vanishing.length + defects.length + changed.length === 0)
    return `${lines[0]}: nothing\n`;
  const cell = (placement: Placement | undefined) =>
    placement ? { text: placement, paint: paintPlacement(placement, palette) } : { text: 'none', paint: palette.faint };
  const rows = placements.map(({ device, kind, key, before, after }) => [
    device,
    kind,
    printable(key),
    cell(before),
    { text: '→', paint: palette.faint },
    cell(after),
  ]);
  if (rows.length > 0) lines.push(renderTable(rows));
  for (const code of appearing) lines.push(`  ${palette.removed('+')} ${code}`);
  for (const code of vanishing) lines.push(`  ${palette.added('-')} ${code} no longer applies`);
  for (const text of defects) lines.push(`  ${palette.warning('!')} ${printable(text)}`);
  if (changed.length > 0)
    lines.push(`  ${palette.faint('arguments')}`, renderTable(argumentRows(changed, palette), [], '    '));
  return `${lines.join('\n')}\n`;
}

const argumentsMax = 20;

function argumentRows(changed: readonly ArgumentChange[], palette: Palette): readonly Row[] {
  const value = (text: string | undefined) =>
    text === undefined ? { text: 'not set', paint: palette.faint } : { text: printable(text) };
  const rows = changed
    .slice(0, argumentsMax)
    .map(
      ({ device, menu, key, name, before, after }): Row => [
        device,
        `${menu} ${printable(key)}`,
        name,
        value(before),
        { text: '→', paint: palette.faint },
        value(after),
      ],
    );
  const hidden = changed.length - rows.length;
  return hidden > 0 ? [...rows, [{ text: `and ${hidden} more`, paint: palette.faint }]] : rows;
}

interface Placed {
  readonly device: string;
  readonly kind: string;
  readonly key: string;
  readonly placement: Placement;
}

function placementsOf({ devices, flows }: Report): ReadonlyMap<string, Placed> {
  const all: Placed[] = devices.flatMap(({ name, verdicts, flows: own }) => [
    ...verdicts.map(({ kind, subject, placement }) => ({ device: name, kind, key: subject.key, placement })),
    ...own.map(({ flow, placement }) => ({ device: name, kind: 'flow', key: flow.name, placement })),
  ]);
  for (const { verdict } of flows) {
    all.push({ device: '', kind: 'flow', key: verdict.flow.name, placement: verdict.placement });
  }
  return new Map(all.map((each) => [`${each.device} ${each.kind} ${each.key}`, each]));
}

function loudCodes({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): ReadonlySet<string> {
  return new Set(diagnostics.filter(({ severity }) => severity !== 'note').map(({ code }) => code));
}
