// A flow: a class of traffic that a site declares or a person asks about, in terms of the network, and its verdict.

import type { Evidence, Grade } from '../../diagnostics/diagnostic.ts';
import type { NumberRange } from '../../model/number-range.ts';
import type { CpuPath, Datapath, Expectation, Placement } from '../../model/placement.ts';
import type { Prefix } from '../../model/prefix.ts';
import type { Location } from '../../source/location.ts';

/** One end of a flow. */
export interface Endpoint {
  /** As the site writes it: a VLAN, a zone, a prefix, `internet`, `any`. */
  readonly label: string;
  /** L3 interfaces at which its packets enter or leave; empty = follow the routes. */
  readonly interfaces: readonly string[];
  readonly prefixes: readonly Prefix[];
  /** Whatever only a default route reaches. */
  readonly internet: boolean;
}

export const anybody: Endpoint = { label: '', interfaces: [], prefixes: [], internet: false };

export interface Flow {
  readonly name: string;
  readonly origin: Location;
  readonly from: Endpoint;
  readonly to: Endpoint;
  /** Absent = both. */
  readonly families?: readonly (4 | 6)[];
  /** Undefined = two-way TCP and UDP. */
  readonly protocol?: string;
  /** Destination ports of the forward direction. */
  readonly ports: readonly NumberRange[];
  readonly oneWay: boolean;
  /** Where another device forwards the other direction: the one that passes this device. */
  readonly only?: Direction;
  /** Interfaces by which the packets come; absent = those of the sender, or that its routes use. */
  readonly entersBy?: readonly string[];
  /** Interfaces by which the answers come; absent = where the packets left. */
  readonly answersBy?: readonly string[];
  readonly undelivered?: Undelivered;
  /** Part of its way is outside the site, where nobody knows it. */
  readonly isAssumed?: true;
  /** Declared rate in bit/s. */
  readonly rateBps?: number;
  readonly rateOrigin?: Location;
  readonly expected?: Expectation;
  readonly expectedOrigin?: Location;
}

/** Packets of one direction that do not get to their end. */
export interface Undelivered {
  readonly direction: Direction;
  /** Those that send them round, the first of which is the last again; or the one that nobody gets them from. */
  readonly devices: readonly string[];
  /** The route that closes the circle, or leads out of the site. */
  readonly at: Location | undefined;
  /** Whoever is outside may know the way. */
  readonly mayGetOn: boolean;
}

/** A flow that nobody wrote down. */
export function unwrittenFlow(from: Endpoint, to: Endpoint, protocol?: string): Flow {
  const origin = { kind: 'device', device: '', menu: '', key: '' } as const;
  const name = `${from.label} → ${to.label}`;
  return { name, origin, from, to, ...(protocol !== undefined && { protocol }), ports: [], oneWay: false };
}

/** Its answers as packets of their own. */
export function mirrored({ from, to, entersBy, answersBy, ...flow }: Flow): Flow {
  return {
    ...flow,
    from: to,
    to: from,
    ...(answersBy && { entersBy: answersBy }),
    ...(entersBy && { answersBy: entersBy }),
  };
}

export type Direction = 'forward' | 'reverse';

/** Why a placement is what it is: a rule's code and the item that it applies to. */
export interface Cause {
  /** `<group>/<id>` of an offload rule. */
  readonly code: string;
  readonly text: string;
  readonly at: Location | undefined;
  readonly evidence: readonly Evidence[];
}

/** One stage of a packet's way through the device. */
export interface Step {
  readonly stage: string;
  readonly text: string;
  readonly at: Location | undefined;
  readonly grade: Grade;
}

export interface Ceiling {
  readonly pps?: number;
  readonly bps?: number;
  readonly grade: Grade;
  readonly citation: string;
  /** What sets it: `line rate`, `switch chip`, `CPU slow path`. */
  readonly by: string;
}

/** What becomes of packets, why, and by which steps. */
export interface Explained {
  readonly placement: Placement;
  readonly cpuPath?: CpuPath;
  readonly because: readonly Cause[];
  /** Worth knowing, without making the placement worse: "after the receiver's ARP is resolved". */
  readonly notes: readonly Cause[];
  readonly steps: readonly Step[];
}

export interface FlowVerdict extends Explained {
  readonly flow: Flow;
  /** Of an `unknown` placement: the packets may be dropped, or miss a policy. */
  readonly mayDrop?: true;
  readonly datapath: Datapath;
  /** The direction that the placement comes from: the worse of the two. */
  readonly direction: Direction;
  readonly grade: Grade;
  readonly ceiling?: Ceiling;
}

const accepted: Record<Expectation, readonly Placement[]> = {
  hardware: ['hardware'],
  fasttrack: ['fasttrack', 'hardware'],
  cpu: ['cpu', 'fasttrack'],
  dropped: ['dropped'],
};

/** A flow that expects nothing is satisfied by anything. */
export function satisfies(placement: Placement, expected: Expectation | undefined): boolean {
  return expected === undefined || accepted[expected].includes(placement);
}
