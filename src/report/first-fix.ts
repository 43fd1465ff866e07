// What to fix first, and what that alone would bring, in one sentence. It says no more than the verdicts and the
// profile do.

import { codesOf } from '../diagnostics/diagnostic.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import { type Placement, placements } from '../model/placement.ts';
import { printPacketRate } from '../model/rates.ts';
import type { Verdict } from '../offload/verdict.ts';
import type { Target } from '../profile/target.ts';
import { type CauseEntry, causesOf, isOffloadCode } from './causes.ts';
import { countItems } from './item-words.ts';
import type { Report } from './site-report.ts';
import { inSentence, plural } from './units.ts';

/** The report with the sentence, where any rule found an error or a warning. */
export function withFirstFix(report: Report): Report {
  const sentence = firstFix(report);
  return sentence === undefined ? report : { ...report, firstFix: sentence };
}

function firstFix(report: Report): string | undefined {
  const [entry] = causesOf(report).filter(
    ({ diagnostic: { code, severity } }) =>
      severity !== 'note' && (isOffloadCode(code) || code.startsWith('capacity/')),
  );
  if (!entry || report.devices.length === 0) return undefined;
  const { code, fix, primary } = entry.diagnostic;
  const remedy = fix ? `: ${inSentence(fix.title)}` : '';
  return `Fix first \`${code}\` at ${printLocation(primary.at)}${remedy}${gainOf(entry, report)}`;
}

/** Empty where no placement depends on it. */
function gainOf({ diagnostic, items: held, flows }: CauseEntry, { devices }: Report): string {
  const codes = codesOf(diagnostic);
  const alone = held.filter(({ because }) => because.every((code) => codes.includes(code)));
  const [worst] = [...(alone.length > 0 ? alone : held)].sort((a, b) => rank(b.placement) - rank(a.placement));
  if (!worst) return flows.length > 1 ? `; it decides ${plural(flows.length, 'flow')}` : '';
  const alike = (all: readonly Verdict[]) => all.filter(({ placement }) => placement === worst.placement);
  const effect = effects[worst.placement];
  if (alone.length === 0) return `; with other causes it ${effect(countItems(alike(held)))}`;
  const target = devices.find(({ verdicts }) => verdicts.includes(worst))?.target;
  return `; it alone ${effect(countItems(alike(alone)))}${target ? ratesOf(alike(alone), target) : ''}`;
}

function rank(placement: Placement): number {
  return placements.indexOf(placement);
}

const effects: Readonly<Record<Placement, (items: string) => string>> = {
  hardware: (items) => `puts a condition on ${items}`,
  fasttrack: (items) => `leaves ${items} to FastTrack`,
  unknown: (items) => `leaves the path of ${items} unknown`,
  partial: (items) => `keeps a part of ${items} out of hardware`,
  cpu: (items) => `keeps ${items} on the CPU`,
  unavailable: (items) => `excludes ${items} from hardware routing`,
  dropped: (items) => `stops ${items} from working`,
  unpredictable: (items) => `makes the path of ${items} unpredictable`,
};

/** What was measured of this model on both ways, as far as it was, where only routing is concerned. */
function ratesOf(verdicts: readonly Verdict[], target: Target): string {
  const slow = target.fact('ceiling.slow');
  const isRouting = verdicts.every(({ placement, datapath }) => placement === 'cpu' && datapath === 'l3-routing');
  if (!isRouting || !slow) return '';
  const best = Math.max(...slow.value.map(({ pps }) => pps));
  const chip = target.fact('ceiling.chip-pps');
  const chipText = chip ? `, where the chip reaches ${printPacketRate(chip.value)} (${chip.grade})` : '';
  return `, whose slow path carries up to ${printPacketRate(best)} (${slow.grade})${chipText}`;
}
