// What becomes of one class of packets, and the way that it took.

import type { Grade } from '../../diagnostics/diagnostic.ts';
import type { Item } from '../../model/config.ts';
import { type Datapath, type Placement, worse } from '../../model/placement.ts';
import type { Location } from '../../source/location.ts';
import { wordSet } from '../../source/word-set.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import type { Attachment } from '../network/attachments.ts';
import type { Reason } from '../packets/causes.ts';
import type { Cause, Explained, Step } from '../packets/flow.ts';
import type { IntervalSet, PacketSet } from '../packets/space.ts';
import type { FirewallRule } from './firewall.ts';

/** What NAT has translated of a connection. */
export type NatState = 'srcnat' | 'dstnat' | 'both';

/** Its answers come to the device itself. */
export function isOfSourceNat(state: NatState | undefined): state is 'srcnat' | 'both' {
  return state === 'srcnat' || state === 'both';
}

/** They were addressed to somebody else before. */
export function isOfDestinationNat(state: NatState | undefined): state is 'dstnat' | 'both' {
  return state === 'dstnat' || state === 'both';
}

/** The chip forwards it, or routes it past what was meant for it on the CPU. */
export function isPastCpu({ placement, datapath, because, isLeftByChip }: Outcome): boolean {
  const isSure =
    placement === 'unpredictable' &&
    !isLeftByChip &&
    !because.some(({ code }) => code === 'l3hw/l3hw-ingress-only-off');
  return placement === 'hardware' || (isSure && datapath === 'l3-routing');
}

/** The CPU forwards it, by the slow path or one of the fast ones, whatever these skip. */
export function isByCpu({ placement, fasttracked }: Outcome): boolean {
  return placement === 'cpu' || fasttracked !== undefined;
}

export function isRefused({ placement, because }: Outcome): boolean {
  return placement === 'dropped' && because.some(({ code }) => code === 'flow/denied-by-firewall');
}

/** A class of packets that enters the device. */
export interface Traffic {
  readonly packets: PacketSet;
  readonly inInterface: string;
  readonly ingress: Attachment;
  /** Packets of the direction that opens the connection; the others answer. */
  readonly opens: boolean;
  /** Nobody answers. */
  readonly oneWay: boolean;
  /** The other direction goes past the CPU, which sees these packets alone. */
  readonly isHalf?: true;
  /** What packets of the other direction have made of the connection. */
  readonly fasttracked?: Fasttracked;
  /** The mark that the connection has when they arrive. */
  readonly connectionMark?: string;
  /** The mark that later ones find, where packets of the other direction change it in between. */
  readonly laterMark?: string;
  /** From outside, but named by the address behind destination NAT: how they arrive is not known. */
  readonly isNamedInside?: true;
  /** Answers of a connection whose destination was translated. */
  readonly openedTo?: OpenedTo;
}

/** Where the packets that open a connection are addressed to before destination NAT; without ports: as behind it. */
export type OpenedTo = Pick<PacketSet, 'destination'> & Partial<Pick<PacketSet, 'destinationPort'>>;

export interface Fasttracked {
  readonly rule: FirewallRule;
  /** The very first packet met the rule: the answers meet no firewall at all. */
  readonly atOnce: boolean;
  /** Policies that were meant for the packets. */
  readonly skipped?: readonly Bypassed[];
}

/** A rule of source NAT that takes packets from the policy that they were meant for. */
export interface Unencrypted {
  readonly rule: Item;
  readonly policy: Item;
}

export interface Egress {
  readonly interface: string;
  /** Undefined when the CPU picks the port. */
  readonly attachment: Attachment | undefined;
  /** Whether anything leaves by it depends on who forwards, which is open. */
  readonly isOpen?: true;
}

export interface Outcome extends Explained {
  readonly traffic: Traffic;
  readonly packets: PacketSet;
  readonly datapath: Datapath;
  readonly egress: readonly Egress[];
  /** After `srcnat` answers come to the device itself; after `dstnat` alone they have to be translated back. */
  readonly translated: NatState | undefined;
  /** After `srcnat`: the addresses that answers go to, where they are known. */
  readonly newSources?: IntervalSet;
  /** After `srcnat`: the IPsec policy that does not select the class any more. */
  readonly unencrypted?: Unencrypted;
  /** After `dstnat`: where the class was addressed to, as far as that is known. */
  readonly openedTo?: OpenedTo;
  readonly fasttracked?: Fasttracked;
  /** What chose the table by which the CPU sends it on, where that is not `main`. */
  readonly chosenBy?: Item;
  /** The connection's mark, where it has one. */
  readonly connectionMark?: string;
  /** The mark that the first packet leaves, where later ones leave another. */
  readonly openingMark?: string;
  /** The CPU does not track the connection. */
  readonly isUntracked?: true;
  /** Of a `dropped` placement: the packet that opens the connection gets through, what follows it does not. */
  readonly isOpened?: true;
  /** Of answers that are dropped: tracking has seen them before. */
  readonly isSeen?: true;
  /** Of an `unknown` placement: whether it is dropped is open too. */
  readonly mayDrop?: true;
  /** Of an `unknown` placement: a policy was meant for the class, and whether the chip forwards past it is open. */
  readonly mayMiss?: true;
  /** Of an `unpredictable` placement: the chip does not route it, whatever else it does. */
  readonly isLeftByChip?: true;
  /** Highest rate that a switch rule lets through, in bit/s. */
  readonly policedBps?: number;
  /**
   * A switch rule took it for a protocol of the device itself (DHCP, MAC telnet): not what a flow of any port means.
   */
  readonly isControl?: true;
}

/** Forwarded by the same party in the same way. */
export function isAlike(a: Outcome, b: Outcome): boolean {
  return a.placement === b.placement && a.cpuPath === b.cpuPath;
}

/** What a class has met so far. */
export interface TraceState {
  readonly traffic: Traffic;
  readonly packets: PacketSet;
  /** Reasons for which the outcome may be another one. */
  readonly uncertainties: readonly Reason[];
  readonly notes: readonly Cause[];
  readonly steps: readonly Step[];
  readonly policedBps?: number;
}

/** Of a class that has met nothing yet but these steps. */
export function startTrace(traffic: Traffic, steps: readonly Step[] = [], packets = traffic.packets): TraceState {
  return { traffic, packets, uncertainties: [], notes: [], steps };
}

export function step(stage: string, text: string, at?: Location, grade: Grade = 'documented'): Step {
  return { stage, text, at, grade };
}

export function withStep(trace: TraceState, next: Step): TraceState {
  return { ...trace, steps: [...trace.steps, next] };
}

export function withUncertainty(trace: TraceState, uncertainty: Reason | undefined): TraceState {
  return uncertainty ? { ...trace, uncertainties: [...trace.uncertainties, uncertainty] } : trace;
}

/** Uncertainties about where packets go, and not only about who forwards them. */
const aboutWhere = wordSet(
  'route/vrf-unsupported-chip route/vrf-before-7.24 offload/unmodelled-property flow/unknown-fact',
);

/** For packets that nobody forwards: then it does not matter who would have. */
export function withoutForwarderUncertainties(trace: TraceState): TraceState {
  return { ...trace, uncertainties: trace.uncertainties.filter(({ cause }) => aboutWhere.has(cause.code)) };
}

/** The worst that they make of a placement. */
export function worstOf(uncertainties: readonly Reason[], placement: Placement = 'hardware'): Placement {
  return uncertainties.reduce((worst, each) => worse(worst, each.placement), placement);
}

/** Another end is as possible as this one: neither may be claimed. */
export function asOpen({ cpuPath: _, ...outcome }: Outcome, why: readonly Cause[], mayDrop = true): Outcome {
  const because = [...why, ...outcome.because];
  return { ...outcome, placement: 'unknown', because, ...(mayDrop && { mayDrop: true as const }) };
}

type LaterKnown = 'because' | 'isControl' | 'isLeftByChip' | 'isOpened' | 'isSeen' | 'mayMiss' | 'openingMark';

type End = Pick<Outcome, 'placement' | 'datapath'> & Partial<Omit<Outcome, keyof TraceState | LaterKnown>>;

/** Where the chip does not route it. */
const leftByChip: ReadonlySet<Placement> = new Set(['cpu', 'fasttrack', 'dropped']);

/** Ends a trace. Uncertainties make a good outcome unknown, never a bad one better. */
export function endTrace(trace: TraceState, end: End, reasons: readonly Reason[]): Outcome {
  const { traffic, packets, uncertainties, notes, steps, policedBps } = trace;
  const judged = worstOf(uncertainties, end.placement);
  const because = [...reasons, ...uncertainties].map(({ cause }) => cause);
  const outcome: { -readonly [K in keyof Outcome]: Outcome[K] } = {
    traffic,
    packets,
    placement: judged,
    datapath: end.datapath,
    because,
    notes,
    steps,
    egress: end.egress ?? [],
    translated: end.translated,
  };
  // Each class of each pair of networks ends here, and spreading what is absent is slow.
  if (end.newSources) outcome.newSources = end.newSources;
  if (end.unencrypted) outcome.unencrypted = end.unencrypted;
  if (end.openedTo) outcome.openedTo = end.openedTo;
  if (end.isUntracked) outcome.isUntracked = true;
  if (end.mayDrop) outcome.mayDrop = true;
  if (end.fasttracked) outcome.fasttracked = end.fasttracked;
  if (end.chosenBy) outcome.chosenBy = end.chosenBy;
  if (end.connectionMark !== undefined) outcome.connectionMark = end.connectionMark;
  if (end.cpuPath && judged === 'cpu') outcome.cpuPath = end.cpuPath;
  if (judged === 'unpredictable' && leftByChip.has(end.placement)) outcome.isLeftByChip = true;
  if (policedBps !== undefined) outcome.policedBps = policedBps;
  return outcome;
}
