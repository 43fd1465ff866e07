// One device at a glance: how many of its items the chip forwards, and why it does not forward the others.

import { codesOf, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { printable, type TextStyle } from '../diagnostics/palette.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import type { ManagementVlan } from '../lower/lowered.ts';
import { placements } from '../model/placement.ts';
import type { Verdict } from '../offload/verdict.ts';
import { computeIfAbsent, derivedOnce, groupBy } from '../source/grouping.ts';
import { type CauseEntry, causesOf } from './causes.ts';
import { countItems, placementWords, printLine } from './item-words.ts';
import { modelText } from './model-text.ts';
import { pageOf } from './page.ts';
import { paintPlacement } from './paint-placement.ts';
import type { DeviceReport, Report } from './site-report.ts';
import { inSentence } from './units.ts';

/** `core  MODEL  26 in hardware, 2 on the CPU`, and below it one line for each reason. */
export function deviceLines(device: DeviceReport, report: Report, { palette, width }: TextStyle): readonly string[] {
  const { name, target, verdicts } = device;
  const reasons = reasonsOf(device, report).map(({ items, text }) => `${countItems(items)}: ${text}`);
  const counts = placements.flatMap((placement) => {
    const count = verdicts.filter((verdict) => verdict.placement === placement).length;
    return count === 0
      ? []
      : [{ text: `${count} ${placementWords[placement]}`, paint: paintPlacement(placement, palette) }];
  });
  const facts = `${modelText(target)}  ${counts.length === 0 ? 'routes and switches nothing' : ''}`;
  const painted = `${facts}${counts.map(({ text, paint }) => paint(text)).join(', ')}`;
  const length = facts.length + counts.map(({ text }) => text).join(', ').length;
  const head = printable(name);
  const apart = device.apart ? [apartText(device.apart)] : [];
  return [
    ...(head.length + 2 + length <= width
      ? [`${palette.strong(head)}  ${painted}`]
      : [palette.strong(head), ...countLines(`  ${facts}`, counts, width)]),
    ...[...reasons, ...apart].flatMap((reason) =>
      wrapWords(`  ${reason}`, width, 4).map((line) => palette.faint(line)),
    ),
  ];
}

interface Count {
  readonly text: string;
  paint(text: string): string;
}

/** The counts behind what is known of the device, in as many lines as they take. */
function countLines(facts: string, counts: readonly Count[], width: number): readonly string[] {
  const lines: string[] = [];
  let [line, columns] = [facts, facts.length];
  for (const [index, { text, paint }] of counts.entries()) {
    const comma = index < counts.length - 1 ? ',' : '';
    if (index > 0 && columns + text.length + 2 > width) {
      lines.push(line);
      [line, columns] = ['   ', 3];
    }
    const blank = index === 0 ? '' : ' ';
    line += `${blank}${paint(text)}${comma}`;
    columns += blank.length + text.length + comma.length;
  }
  return [...lines, line];
}

function apartText({ vlan, origin }: ManagementVlan): string {
  return `\`${printable(vlan)}\` is for management: no other network reaches it, and it reaches none (${printLine(origin)})`;
}

/** Items that the chip does not forward, by why: in words, with the line. */
export function reasonsOf(device: DeviceReport, report: Report): readonly Reason[] {
  const others = device.verdicts.filter(({ placement }) => placement !== 'hardware');
  const isWithoutChip = others.some(({ because }) => because.includes(noChip));
  const wrong = wrongItems(report);
  // What is wrong, where anything is; otherwise the code of what the site itself asks for.
  const groups = groupBy(others, (verdict) => wrong.get(verdict) ?? codeOf(verdict, isWithoutChip));
  return [...groups].map(([key, items]) => ({ items, text: reasonOf(key, items, { device, report }) }));
}

export interface Reason {
  readonly items: readonly Verdict[];
  readonly text: string;
}

/** A device whose chip routes nothing needs no other reason for anything that it routes. */
const noChip = 'l3hw/l3hw-unsupported-chip';

/** By item, the first entry that keeps it out of hardware and is no note. */
const wrongItems = derivedOnce((report: Report): ReadonlyMap<Verdict, CauseEntry> => {
  const entries = new Map<Verdict, CauseEntry>();
  for (const entry of causesOf(report)) {
    if (entry.diagnostic.severity === 'note') continue;
    for (const item of entry.items) computeIfAbsent(entries, item, () => entry);
  }
  return entries;
});

function codeOf({ placement, because, subject }: Verdict, isWithoutChip: boolean): string {
  const isBridged = subject.menu === '/interface/bridge/port';
  return isWithoutChip && placement === 'cpu' && !isBridged ? noChip : (because[0] ?? '');
}

/** The words of the finding and its line; of a cause that no rule tells, those of its page. */
function reasonOf(key: CauseEntry | string, items: readonly Verdict[], { device, report }: Context): string {
  const told = typeof key === 'string' ? findingOf(key, items, { device, report }) : key.diagnostic;
  if (told) return `${printable(told.what)} (${printLine(told.primary.at)})`;
  const [item] = items;
  const place = item ? ` (${printLine(item.subject.origin)})` : '';
  return `${inSentence(pageOf(String(key))?.summary ?? 'not on the chip')}${place}`;
}

interface Context {
  readonly device: DeviceReport;
  readonly report: Report;
}

/** Of several findings with the code, the one that holds these items. */
function findingOf(code: string, items: readonly Verdict[], { device, report }: Context): Diagnostic | undefined {
  const hasCode = (each: Diagnostic) => codesOf(each).includes(code);
  const wanted = new Set(items);
  const holding = causesOf(report).find(
    ({ all, items: held }) => all.some(hasCode) && held.some((each) => wanted.has(each)),
  );
  return holding?.diagnostic ?? report.diagnostics.find((each) => hasCode(each) && each.device === device.name);
}
