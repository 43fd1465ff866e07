// What to mend first in one device's configuration, and what that alone would bring, in one sentence. It says no more
// than the verdicts and the profile do.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import { type Placement, placements } from '../model/placement.ts';
import { ruleGroups } from '../offload/rule.ts';
import type { Verdict } from '../offload/verdict.ts';
import type { Target } from '../profile/target.ts';
import type { DeviceReport } from './site-report.ts';
import { plural, printPacketRate } from './units.ts';

/** Undefined when no rule found an error or a warning. `diagnostics` are those of this device, the costliest first. */
export function firstFix(device: DeviceReport, diagnostics: readonly Diagnostic[]): string | undefined {
  const cause = diagnostics.find(({ code, severity }) => severity !== 'note' && isRule(code));
  if (!cause) return undefined;
  const { code, also = [], fix, primary } = cause;
  const remedy = fix ? `: ${fix.title.replace(/\.$/, '')}` : '';
  return `Mend first \`${code}\` at ${printLocation(primary.at)}${remedy}${gainOf(device, [code, ...also])}`;
}

function isRule(code: string): boolean {
  return ruleGroups.some((group) => code.startsWith(`${group}/`));
}

/** Empty where no item's placement depends on the rule. */
function gainOf({ verdicts, target }: DeviceReport, codes: readonly string[]): string {
  const held = verdicts.filter(({ because }) => because.some((code) => codes.includes(code)));
  const alone = held.filter(({ because }) => because.every((code) => codes.includes(code)));
  const [worst] = [...(alone.length > 0 ? alone : held)].sort((a, b) => rank(b.placement) - rank(a.placement));
  if (!worst) return '';
  const alike = (all: readonly Verdict[]) => all.filter(({ placement }) => placement === worst.placement);
  const effect = effects[worst.placement];
  if (alone.length === 0) return `; with other causes it ${effect(countOf(alike(held)))}`;
  return `; it alone ${effect(countOf(alike(alone)))}${ratesOf(alike(alone), target)}`;
}

function rank(placement: Placement): number {
  return placements.indexOf(placement);
}

const effects: Readonly<Record<Placement, (items: string) => string>> = {
  hardware: (items) => `puts a condition on ${items}`,
  fasttrack: (items) => `leaves ${items} to FastTrack`,
  unknown: (items) => `leaves it unknown how ${items} fare`,
  partial: (items) => `keeps a part of ${items} out of hardware`,
  cpu: (items) => `keeps ${items} on the CPU`,
  unavailable: (items) => `excludes ${items} from hardware routing`,
  dropped: (items) => `stops ${items} from working`,
  unpredictable: (items) => `makes it unpredictable how ${items} fare`,
};

const kinds: Readonly<Record<string, string>> = {
  route: 'route',
  vlan: 'VLAN',
  port: 'bridge port',
  acl: 'switch rule',
  pbr: 'routing policy',
};

/** `2 routes and 3 VLANs` */
function countOf(verdicts: readonly Verdict[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of verdicts) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => {
    const one = kinds[kind] ?? 'item';
    return plural(count, one, one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`);
  });
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

/** What was measured of this model on both ways, as far as it was, where routing alone is at stake. */
function ratesOf(verdicts: readonly Verdict[], target: Target): string {
  const slow = target.fact('ceiling.slow');
  const isRouting = verdicts.every(({ placement, datapath }) => placement === 'cpu' && datapath === 'l3-routing');
  if (!isRouting || !slow) return '';
  const best = Math.max(...slow.value.map(({ pps }) => pps));
  const chip = target.fact('ceiling.chip-pps');
  const chipText = chip ? `, where the chip reaches ${printPacketRate(chip.value)} (${chip.grade})` : '';
  return `, whose slow path carries up to ${printPacketRate(best)} (${slow.grade})${chipText}`;
}
