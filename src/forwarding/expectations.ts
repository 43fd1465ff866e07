// What a site expects of its flows, against the verdicts.

import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Fix, Label } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import type { CpuPath, Placement } from '../model/placement.ts';
import { printBitRate, printPacketRate } from '../model/rates.ts';
import { type Cause, type Ceiling, type FlowVerdict, satisfies } from './packets/flow.ts';

/**
 * At most one diagnostic: what the flow should be and is not, or the rate that it cannot have. `strict`: unknown
 * placements are errors.
 */
export function judgeFlow(verdict: FlowVerdict, { strict = false } = {}): readonly Diagnostic[] {
  const { flow, placement, ceiling } = verdict;
  const overload = flow.rateBps !== undefined && ceiling?.bps !== undefined && flow.rateBps > ceiling.bps;
  if (!satisfies(placement, flow.expected)) return [unexpected(verdict, strict, overload)];
  return overload ? [tooFast(verdict, ceiling)] : [];
}

function unexpected(verdict: FlowVerdict, strict: boolean, overload: boolean): Diagnostic {
  const { flow, placement, because, direction, ceiling } = verdict;
  const way = direction === 'reverse' ? 'answers of flow' : 'flow';
  const limit = ceiling && placement === 'cpu' ? `, at most ${printCeiling(ceiling)}` : '';
  return {
    code: 'flow/not-as-expected' satisfies Code,
    ...(overload && { also: ['flow/rate-above-ceiling' satisfies Code] }),
    severity: placement === 'unknown' && !strict ? 'warning' : 'error',
    what: `${way} \`${flow.name}\` will be ${printPlacement(verdict)}${limit}, not ${printExpected(flow.expected)}`,
    primary: { at: flow.expectedOrigin ?? flow.origin, text: `expected ${flow.expected ?? 'anything'}` },
    related: labels(verdict),
    why: sentence(because.map(({ text }) => text)),
    evidence: because.flatMap(({ evidence }) => evidence),
    fix: fixOf(verdict),
  };
}

function tooFast(verdict: FlowVerdict, ceiling: Ceiling): Diagnostic {
  const { flow, because } = verdict;
  return {
    code: 'flow/rate-above-ceiling' satisfies Code,
    severity: 'error',
    what: `flow \`${flow.name}\` wants ${printBitRate(flow.rateBps ?? 0)}, but can have at most ${printCeiling(ceiling)}`,
    primary: { at: flow.rateOrigin ?? flow.expectedOrigin ?? flow.origin, text: `more than the ${ceiling.by} carries` },
    related: labels(verdict),
    why: sentence([`the flow is ${printPlacement(verdict)}`, ...because.map(({ text }) => text)]),
    evidence: [
      { grade: ceiling.grade, claim: `${ceiling.by}: ${printCeiling(ceiling)}`, citation: ceiling.citation },
      ...because.flatMap(({ evidence }) => evidence),
    ],
    fix: manualFix('Lower the rate, or move the flow to a device that can carry it'),
  };
}

function labels({ because, notes }: FlowVerdict): readonly Label[] {
  const splits = notes.filter(({ code }) => code === 'flow/split');
  return [...because, ...splits].flatMap(({ at, text }) => (at ? [{ at, text }] : []));
}

function fixOf(verdict: FlowVerdict): Fix {
  const { because, flow, placement } = verdict;
  const isPath = ['cpu', 'dropped', 'fasttrack', 'hardware'].includes(placement);
  const accept = isPath && flow.expected !== undefined ? `, or expect \`path: ${placement}\`` : '';
  return manualFix(`${mendOf(because[0], flow.expected)}${accept}`);
}

function mendOf(first: Cause | undefined, expected: string | undefined): string {
  if (first?.code === 'l3hw/l3hw-unsupported-chip') return 'Let a device whose chip routes carry it';
  if (first) return first.at ? `Change the line that \`${first.code}\` marks` : 'Remove the cause that is named above';
  return expected === 'dropped' ? 'Add an ACL that denies it' : 'Add a rule that takes it off hardware';
}

function printPlacement({ placement, cpuPath = 'slow' }: FlowVerdict): string {
  return placement === 'cpu' ? `on the CPU's ${cpuPaths[cpuPath]}` : placements[placement];
}

const cpuPaths: Readonly<Record<CpuPath, string>> = { slow: 'slow path', fastpath: 'FastPath', fasttrack: 'FastTrack' };

const onceFasttracked = 'forwarded by the chip once FastTrack takes it';

const placements: Readonly<Record<Exclude<Placement, 'cpu'>, string>> = {
  hardware: 'forwarded by the switch chip',
  fasttrack: onceFasttracked,
  partial: 'forwarded by the chip in part',
  unknown: 'on an unknown path',
  dropped: 'dropped',
  unavailable: 'without hardware routing, which another feature excludes',
  unpredictable: 'forwarded past a policy, or undefined',
};

function printExpected(expected: string | undefined): string {
  const words: Record<string, string> = { hardware: 'in hardware', cpu: 'on the CPU', fasttrack: onceFasttracked };
  return words[expected ?? ''] ?? expected ?? 'anything';
}

function printCeiling({ pps, bps }: Ceiling): string {
  const parts = [pps === undefined ? [] : printPacketRate(pps), bps === undefined ? [] : printBitRate(bps)];
  return parts.flat().join(' or ');
}

function sentence(texts: readonly string[]): string {
  const [first = 'No rule keeps it from the chip', ...rest] = [...new Set(texts)];
  return `${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join('; ')}.`;
}
