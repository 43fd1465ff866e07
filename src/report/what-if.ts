// What a change of circumstances (a port down, another RouterOS version) does to verdicts and findings.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import type { Placement } from '../model/placement.ts';
import { paintPlacement } from './render-report.ts';
import type { Report } from './site-report.ts';
import { renderTable } from './table.ts';

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
}

export function compareReports(title: string, before: Report, after: Report): WhatIf {
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
  };
}

export function renderWhatIf({ title, placements, appearing, vanishing }: WhatIf, palette: Palette = plain): string {
  const lines = [palette.strong(`What changes ${title}`)];
  if (placements.length + appearing.length + vanishing.length === 0) return `${lines[0]}: nothing\n`;
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
  return `${lines.join('\n')}\n`;
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
