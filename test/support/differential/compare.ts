// Whether the static verdict on a conversation and the way of its simulated packets agree.

import type { Journey } from '../../../src/device/sim/chip/packet.ts';
import { type CpuPath, type Placement, worse } from '../../../src/model/placement.ts';
import type { Pair, Simulated } from './run-pairs.ts';

export type Agreement =
  | { readonly kind: 'agree' | 'unknown' }
  | { readonly kind: 'excluded'; readonly reason: string }
  | { readonly kind: 'disagree'; readonly text: string };

export interface Fate {
  readonly placement: Placement;
  /** The slower of both directions, when both are forwarded by the CPU in the end. */
  readonly cpuPath?: CpuPath;
}

interface Exclusion {
  readonly reason: string;
  readonly applies: (pair: Pair, fate: Fate) => boolean;
}

const undefinedInChip = new Set(['l2/multiple-hw-bridges', 'route/vrf-unsupported-chip', 'route/vrf-before-7.24']);

/** Pairs from which nothing follows. Whoever adds one says why neither side can be called wrong. */
export const exclusions: readonly Exclusion[] = [
  {
    // The simulator says so itself: its answer would be a guess.
    reason: 'the simulator met a setting that it does not model',
    applies: ({ simulated: { opening, there, back } }) =>
      [opening, there, back].some(({ unmodelled }) => unmodelled.length > 0),
  },
  {
    // The manual leaves it open what becomes of such packets in the chip. One side reports that, the other the drop
    // that they meet before or after: the simulator has to pick one of the ways, and the order differs.
    reason:
      'undefined by the manual (two bridges on one chip, VRFs that are not offloaded), and dropped on one of the ways',
    applies: ({ configuration, verdict }, fate) =>
      (configuration.base === 'two-bridges' || verdict.because.some(({ code }) => undefinedInChip.has(code))) &&
      [verdict.placement, fate.placement].sort().join() === 'dropped,unpredictable',
  },
  {
    // The gateway of the default route is no host of the rig: what leaves for it goes to nobody who could answer.
    reason: 'routed to a gateway that does not exist',
    applies: ({ simulated }) =>
      Object.values(simulated).some(({ stages }: Journey) => stages.some(({ text }) => text.includes('10.0.2.99'))),
  },
  {
    // The manual ties FastTrack to the FastPath of the bridge; whether plain IP FastPath needs it too is not said. The
    // static side takes the slower path, the simulator the faster one; the placement is the same.
    reason: 'not described: plain IP FastPath over a bridge whose own FastPath is off',
    applies: ({ verdict }, fate) =>
      verdict.because.some(({ code }) => code === 'firewall/fasttrack-bridge-fp-off') &&
      verdict.cpuPath === 'slow' &&
      fate.cpuPath === 'fastpath',
  },
  {
    // The manual does not say what tracking makes of TCP answers whose opener it never saw; the simulator picks them up
    // as established, other trackers call the first one invalid. The static side says `unpredictable` for that reason.
    reason: 'not described: TCP answers alone meet a rule that drops invalid packets',
    applies: ({ conversation: { protocol }, verdict, simulated: { there, back } }) =>
      protocol === 'tcp' &&
      verdict.because.some(({ code }) => code === 'firewall/conntrack-asymmetric') &&
      there.placement === 'hardware' &&
      back.placement !== 'hardware',
  },
];

export function compare(pair: Pair): Agreement {
  const { verdict, simulated } = pair;
  const fate = fateOf(simulated);
  const exclusion = exclusions.find(({ applies }) => applies(pair, fate));
  if (verdict.placement === 'unknown') return { kind: 'unknown' };
  if (exclusion) return { kind: 'excluded', reason: exclusion.reason };
  if (verdict.placement === fate.placement && verdict.cpuPath === fate.cpuPath) return { kind: 'agree' };
  return { kind: 'disagree', text: describe(pair, fate) };
}

/** What a person would call the way of the conversation: that of its worse direction. */
export function fateOf({ opening, there, back }: Simulated): Fate {
  // Nobody answers a packet that does not arrive.
  if (opening.placement === 'dropped') return { placement: 'dropped' };
  // A policy that the chip's packets miss. Answers open no connection: neither NAT nor a rule for new ones means them.
  const isForOpeners = (text: string) => text.includes('(new)') || text.startsWith('nat ');
  const missed = [...opening.bypassed, ...there.bypassed, ...back.bypassed.filter((text) => !isForOpeners(text))];
  if (missed.length > 0) return { placement: 'unpredictable' };
  // It opens, and breaks once the firewall takes it for something else.
  if (there.placement === 'dropped') return { placement: 'unpredictable' };
  // The chip opens it, and the firewall refuses the answers that it sees alone.
  if (there.placement === 'hardware' && back.placement === 'dropped' && back.judgedBy.length > 0) {
    return { placement: 'unpredictable' };
  }
  const placement = worse(there.placement, back.placement);
  const paths = [there, back].flatMap(({ placement: own, cpuPath }) => (own === 'cpu' && cpuPath ? [cpuPath] : []));
  const cpuPath = (['slow', 'fastpath', 'fasttrack'] as const).find((each) => paths.includes(each));
  return { placement, ...(placement === 'cpu' && cpuPath && { cpuPath }) };
}

function describe({ configuration, conversation, verdict, simulated }: Pair, fate: Fate): string {
  const { model, routeros, base, changes } = configuration;
  const { protocol, port, opener } = conversation;
  const way = (name: keyof Simulated) => {
    const { placement, stages, bypassed } = simulated[name];
    return `${name}: ${placement}: ${stages.map(({ text }) => text).join(' | ')} ${bypassed.join(', ')}`;
  };
  return [
    `static ${verdict.placement}/${verdict.cpuPath ?? '-'}, simulated ${fate.placement}/${fate.cpuPath ?? '-'}`,
    `${model}, RouterOS ${routeros}, ${base}, ${protocol} port ${port} opened by ${opener}`,
    ...changes.map((line) => `  ${line}`),
    `because ${verdict.direction}: ${verdict.because.map(({ code }) => code).join(', ')}`,
    ...(['opening', 'there', 'back'] as const).map(way),
  ].join('\n');
}
