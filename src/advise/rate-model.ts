// What a model makes of a device's intent, and how models compare: what fits comes first, what nobody can say behind it,
// then what loses nothing, then what stays in hardware, then what costs less.

import { type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { type Ceiling, type FlowVerdict, satisfies } from '../forwarding/packets/flow.ts';
import type { Placement } from '../model/placement.ts';
import type { Capacity, Verdict } from '../offload/verdict.ts';
import type { ModelFactKey } from '../profile/fact.ts';
import type { Target } from '../profile/target.ts';
import { compareParts } from '../source/compare-parts.ts';
import type { PortMapping } from './map-ports.ts';

/** What an analysis of the device on one model says. */
export interface Trial {
  readonly target: Target;
  readonly mapping: PortMapping;
  readonly verdicts: readonly Verdict[];
  readonly capacity: readonly Capacity[];
  readonly flows: readonly FlowVerdict[];
  readonly diagnostics: readonly Diagnostic[];
  /** Largest frame that the device's networks need, without its MAC header, in bytes. */
  readonly l2mtu: number;
}

export interface Loss {
  readonly code: string;
  readonly severity: Diagnostic['severity'];
  readonly what: string;
}

export interface FailingFlow {
  readonly name: string;
  readonly placement: Placement;
  readonly expected?: string;
  readonly ceiling?: Ceiling;
}

export interface Headroom {
  readonly resource: string;
  readonly used: number;
  readonly size: number;
  readonly bound: Capacity['bound'];
  /** Of the table, from 0 to 1. */
  readonly free: number;
}

/** `unknown`: the CPU carries a flow of a known rate, and nobody published what it forwards. */
export type Fit = boolean | 'unknown';

export interface Advice {
  readonly model: string;
  readonly chip: string | undefined;
  /** Nothing is missing, nothing is slower, every flow is as expected, and the analysis has no error of its own. */
  readonly fits: Fit;
  readonly mapping: PortMapping;
  /** Items that the chip forwards, and all of them. */
  readonly hardware: { readonly count: number; readonly total: number };
  readonly flows: {
    readonly count: number;
    readonly failing: readonly FailingFlow[];
    readonly unproven: readonly string[];
  };
  /** Of the fullest table. */
  readonly headroom?: Headroom;
  readonly ceilings: Readonly<Record<string, number>>;
  readonly powerW?: number;
  readonly priceUsd?: number;
  /** Errors and warnings that the device's own model does not have. */
  readonly losses: readonly Loss[];
}

export function rateModel(trial: Trial, own: readonly Diagnostic[]): Advice {
  const { target, mapping, verdicts, flows } = trial;
  const losses = [...frameLoss(trial), ...lossesOf(trial.diagnostics, own)];
  const failing = flows.filter(isFailing).map(failingFlow);
  const unproven = flows.filter((flow) => isUnproven(target, flow)).map(({ flow }) => flow.name);
  const headroom = headroomOf(trial.capacity);
  const count = verdicts.filter(({ placement }) => placement === 'hardware' || placement === 'fasttrack').length;
  const hasAll = mapping.missing.length === 0 && mapping.slower.length === 0;
  const isSound = hasAll && failing.length === 0 && !losses.some(isError);
  const powerW = target.fact('power.max-w')?.value;
  const priceUsd = target.fact('price.usd')?.value;
  return {
    model: target.model,
    chip: (target.offloadSwitch ?? target.switches[0])?.chip,
    fits: isSound && (unproven.length === 0 || 'unknown'),
    mapping,
    hardware: { count, total: verdicts.length },
    flows: { count: flows.length, failing, unproven },
    ...(headroom && { headroom }),
    ceilings: ceilingsOf(target),
    ...(powerW !== undefined && { powerW }),
    ...(priceUsd !== undefined && { priceUsd }),
    losses,
  };
}

/** Best first. */
export function rank(advice: readonly Advice[]): readonly Advice[] {
  const keys = ({ fits, mapping, flows, losses, hardware, priceUsd, powerW }: Advice): readonly number[] => [
    [true, 'unknown', false].indexOf(fits),
    mapping.missing.length,
    mapping.slower.length,
    flows.failing.length,
    losses.filter(isError).length,
    losses.length,
    hardware.total === 0 ? 0 : -hardware.count / hardware.total,
    priceUsd ?? Number.MAX_SAFE_INTEGER,
    powerW ?? Number.MAX_SAFE_INTEGER,
  ];
  return [...advice].sort((a, b) => compareParts(keys(a), keys(b)) || (a.model < b.model ? -1 : 1));
}

function isFailing({ flow, placement, ceiling }: FlowVerdict): boolean {
  const isTooSlow = flow.rateBps !== undefined && ceiling?.bps !== undefined && flow.rateBps > ceiling.bps;
  return isTooSlow || !satisfies(placement, flow.expected);
}

/** FastTrack is never slower than the slow path, so a figure of that one is enough for a flow below it. */
function isUnproven(target: Target, { flow, placement, ceiling }: FlowVerdict): boolean {
  if (flow.rateBps === undefined || placement !== 'cpu' || ceiling?.bps !== undefined) return false;
  const slow = target.fact('ceiling.slow')?.value ?? [];
  return !slow.some(({ pps, packetBytes, bps = pps * packetBytes * 8 }) => bps >= (flow.rateBps ?? 0));
}

function failingFlow({ flow, placement, ceiling }: FlowVerdict): FailingFlow {
  return {
    name: flow.name,
    placement,
    ...(flow.expected && { expected: flow.expected }),
    ...(ceiling && { ceiling }),
  };
}

function frameLoss({ target, l2mtu }: Trial): readonly Loss[] {
  const limit = target.fact('l2mtu.max');
  if (!limit || limit.value >= l2mtu) return [];
  const what = `frames of ${l2mtu} bytes do not pass: the ports carry at most ${limit.value}`;
  return [{ code: 'intent/mtu-too-large', severity: 'error', what }];
}

/** One loss a code: the first place stands for all. */
function lossesOf(diagnostics: readonly Diagnostic[], own: readonly Diagnostic[]): readonly Loss[] {
  const known = new Set(own.map(({ code }) => code));
  const losses = new Map<string, Loss>();
  for (const { code, severity, what } of diagnostics) {
    if (severity === 'note' || known.has(code) || losses.has(code)) continue;
    losses.set(code, { code, severity, what });
  }
  return [...losses.values()];
}

function headroomOf(capacity: readonly Capacity[]): Headroom | undefined {
  const tables = capacity
    // A chip has one MAC prefix, and every routed configuration takes it.
    .filter(({ size, resource }) => size > 0 && resource !== 'mac-prefixes')
    .map(({ resource, used, dynamic, shared, size, bound }) => {
      const all = used + dynamic + shared;
      return { resource, used: all, size, bound, free: Math.max(0, 1 - all / size) };
    });
  return tables.reduce<Headroom | undefined>(
    (fullest, next) => (fullest && fullest.free <= next.free ? fullest : next),
    undefined,
  );
}

const cpuCeilings = [
  'ceiling.slow',
  'ceiling.fasttrack',
  'ceiling.fastpath',
] as const satisfies readonly ModelFactKey[];

/** Packets per second, by who forwards; the best figure of each path. */
function ceilingsOf(target: Target): Readonly<Record<string, number>> {
  const chip = target.fact('ceiling.chip-pps');
  const paths = cpuCeilings.flatMap((key) => {
    const fact = target.fact(key);
    if (!fact) return [];
    return [[key.slice('ceiling.'.length), Math.max(...fact.value.map(({ pps }) => pps))] as const];
  });
  return { ...(chip && { chip: chip.value }), ...Object.fromEntries(paths) };
}
