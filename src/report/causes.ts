// What is wrong, by cause: one entry for a place in the site or the export and all that it costs, worst first. The
// terminal and the page show the same entries.

import { codesOf, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { type FlowVerdict, satisfies } from '../forwarding/packets/flow.ts';
import { ruleGroups } from '../offload/rule.ts';
import type { Verdict } from '../offload/verdict.ts';
import { computeIfAbsent, derivedOnce } from '../source/grouping.ts';
import { type Location, locationKey } from '../source/location.ts';
import { itemsOf, placesOf } from './items-of-causes.ts';
import type { Report } from './site-report.ts';

export interface CauseEntry {
  /** The one to mend; it also carries the codes and the severity of those that it explains. */
  readonly diagnostic: Diagnostic;
  /** All diagnostics of the report that are this entry, its own first. */
  readonly all: readonly Diagnostic[];
  /** Flows that are not as the site expects because of it. */
  readonly flows: readonly FlowVerdict[];
  /** Items that it keeps out of hardware. */
  readonly items: readonly Verdict[];
}

/** Entries of all severities; notes come last. */
export const causesOf: (report: Report) => readonly CauseEntry[] = derivedOnce((report) => {
  const failing = byPlace(flowsOf(report).filter(isFailing));
  const draft = new Map<string, { all: Diagnostic[]; flows: FlowVerdict[] }>();
  const rules = report.diagnostics.filter(({ code, severity }) => !isFlowCode(code) && severity !== 'note');
  for (const diagnostic of report.diagnostics) {
    const verdict = isFlowCode(diagnostic.code) ? failing.get(locationKey(diagnostic.primary.at)) : undefined;
    const root = verdict && rootOf(verdict, rules);
    const key = keyOf(root ?? diagnostic, root ? undefined : verdict);
    const entry = draft.get(key) ?? { all: root ? [root] : [], flows: [] };
    if (!entry.all.includes(diagnostic)) entry.all.push(diagnostic);
    if (verdict && !entry.flows.includes(verdict)) entry.flows.push(verdict);
    draft.set(key, entry);
  }
  const entries = [...draft.values()].map(({ all, flows }) => entryOf(all, flows, report));
  return entries.sort((a, b) => rankOf(a) - rankOf(b) || rateOf(b) - rateOf(a));
});

/** Of one device, and those that cross devices. */
export function flowsOf(report: Report): readonly FlowVerdict[] {
  return [...report.devices.flatMap(({ flows }) => flows), ...report.flows.map(({ verdict }) => verdict)];
}

/** The flow is on another path than the site expects, or cannot have its rate. */
export function isFailing({ flow, placement, ceiling }: FlowVerdict): boolean {
  const isTooFast = flow.rateBps !== undefined && ceiling?.bps !== undefined && flow.rateBps > ceiling.bps;
  return !satisfies(placement, flow.expected) || isTooFast;
}

/** What it says is about the network's offload: neither about a host's card nor about how the site is written. */
export function isOffloadCode(code: string): boolean {
  return isFlowCode(code) || ruleGroups.some((group) => code.startsWith(`${group}/`));
}

function isFlowCode(code: string): boolean {
  return code === 'flow/not-as-expected' || code === 'flow/rate-above-ceiling';
}

/** The first flow of each place where one is written, its expectation or its rate. */
function byPlace(flows: readonly FlowVerdict[]): ReadonlyMap<string, FlowVerdict> {
  const found = new Map<string, FlowVerdict>();
  for (const verdict of flows) for (const place of placesOfFlow(verdict)) computeIfAbsent(found, place, () => verdict);
  return found;
}

function placesOfFlow({ flow }: FlowVerdict): readonly string[] {
  return [flow.expectedOrigin, flow.rateOrigin, flow.origin].filter((at) => at !== undefined).map(locationKey);
}

/** The finding that tells why the flow is where it is: one that marks the same place, or the only one with the code. */
function rootOf({ because }: FlowVerdict, rules: readonly Diagnostic[]): Diagnostic | undefined {
  const told = because.map(({ code, at }) => ({ at, named: rules.filter((each) => codesOf(each).includes(code)) }));
  const marked = told.flatMap(({ at, named }) => named.filter((each) => marks(each, at)));
  return marked[0] ?? told.find(({ named }) => named.length === 1)?.named[0];
}

/** A cause without a place is found wherever its code is. */
function marks(diagnostic: Diagnostic, at: Location | undefined): boolean {
  return at === undefined || placesOf(diagnostic).has(locationKey(at));
}

/** Flows that no finding explains stand together when the same place causes them. */
function keyOf({ code, primary, device }: Diagnostic, verdict: FlowVerdict | undefined): string {
  const cause = verdict?.because.find(({ at }) => at !== undefined);
  if (cause?.at) return `flow ${cause.code} ${locationKey(cause.at)}`;
  return [code, locationKey(primary.at), primary.at.kind === 'device' ? device : ''].join(' ');
}

function entryOf(all: readonly Diagnostic[], flows: readonly FlowVerdict[], report: Report): CauseEntry {
  // Of flows with the same cause the one with the most traffic speaks.
  const leads = all.filter(({ code }) => !isFlowCode(code));
  const byRate = [...flows].sort((a, b) => (b.flow.rateBps ?? 0) - (a.flow.rateBps ?? 0));
  const worst = byRate[0] ? placesOfFlow(byRate[0]) : [];
  const lead = leads[0] ?? all.find(({ primary }) => worst.includes(locationKey(primary.at))) ?? all[0];
  if (!lead) throw new Error('a cause without a diagnostic');
  const others = all.filter((each) => each !== lead);
  const also = [...new Set([...(lead.also ?? []), ...others.flatMap(codesOf)])].filter((code) => code !== lead.code);
  const severity = all.some((each) => each.severity === 'error') ? 'error' : lead.severity;
  return {
    diagnostic: { ...lead, severity, ...(also.length > 0 && { also }) },
    all: [lead, ...others],
    flows: byRate,
    items: all.flatMap((each) => itemsOf(each, report)),
  };
}

/** Errors, warnings, notes; and within each what is about hosts' cards after what is about the network. */
function rankOf({ diagnostic: { severity, code } }: CauseEntry): number {
  const isAdvice = code.startsWith('lower/nic-');
  return { error: 0, warning: 2, note: 4 }[severity] + (isAdvice ? 1 : 0);
}

function rateOf({ flows }: CauseEntry): number {
  return Math.max(-1, ...flows.map(({ flow }) => flow.rateBps ?? 0));
}
