// A class of packets on its way through the CPU: how it came there, where it got to, and why it ended.

import type { Item } from '../../model/config.ts';
import type { ChainState } from '../firewall/chain-state.ts';
import { undecidedBy } from '../firewall/chains.ts';
import type { FirewallRule } from '../firewall/firewall.ts';
import {
  type Egress,
  endTrace,
  type NatState,
  type OpenedTo,
  type Outcome,
  step,
  type TraceState,
  withStep,
} from '../firewall/outcome.ts';
import type { Translation } from '../firewall/source-nat.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';

/** A class after the forward chain: dropped, or on its way to an interface. */
export interface Way {
  readonly trace: TraceState;
  readonly state: ChainState;
  readonly outInterface: string;
  readonly table: string;
  /** Why the table is not `main`. */
  readonly chosenBy: Item | undefined;
  readonly ended?: Outcome;
}

/** A packet of a connection has passed; what follows it may fare otherwise. */
export interface Passed {
  readonly way: Way;
  readonly nat: Translation;
  /** The rule that translated them so. */
  readonly masquerade: FirewallRule | undefined;
  /** What packets started with when they took it. */
  readonly before: ChainState;
  readonly start: TraceState;
  readonly arrival: CpuArrival;
  /** The mark that the packet left which opened the connection. */
  readonly firstMark: string;
  /** Where packets of it left before, whose answers may come back there. */
  readonly leftBy: readonly Egress[];
}

export function uncertaintyOf({ uncertainty }: Pick<ChainState, 'uncertainty'>): Reason | undefined {
  if (!uncertainty) return undefined;
  const text = `whether ${undecidedBy(uncertainty)} matches is not known`;
  return makeReason('unknown', 'flow/undecided', text, uncertainty.item.origin);
}

/** A drop that only may happen leaves the outcome open. */
export function denied(trace: TraceState, state: ChainState, { reasons }: CpuArrival): Way {
  const { packets, end } = state;
  const told = withStep({ ...trace, packets }, step('firewall', 'dropped by a rule', placeOf(end?.item)));
  const uncertainty = uncertaintyOf(state);
  if (uncertainty) return endWay(told, state, [...reasons, uncertainty], 'unknown');
  const text = 'a firewall rule drops these packets';
  const stop = makeReason('dropped', 'flow/denied-by-firewall', text, placeOf(end?.item, 'action'));
  return endWay(told, state, [...reasons, stop]);
}

/** Where it was to leave tells the paths of one route apart. */
export function endWay(
  trace: TraceState,
  state: ChainState,
  reasons: readonly Reason[],
  placement: 'dropped' | 'unknown' = 'dropped',
): Way {
  const mayDrop = placement === 'unknown' && { mayDrop: true as const };
  const path = state.outInterface !== undefined && {
    egress: [{ interface: state.outInterface, attachment: undefined }],
  };
  return endedWay(trace, state, endTrace(trace, { placement, datapath: 'l3-routing', ...path, ...mayDrop }, reasons));
}

/** It leads to no interface. */
export function endedWay(trace: TraceState, state: ChainState, ended: Outcome): Way {
  return { trace, state, outInterface: '', table: 'main', chosenBy: undefined, ended };
}

export type OnwardEnd = Pick<
  Outcome,
  'chosenBy' | 'datapath' | 'egress' | 'openedTo' | 'connectionMark' | 'isUntracked' | keyof Translation
>;

/** What answers have to know of packets that the CPU sends on. */
export function endOf(
  { state, outInterface, chosenBy }: Way,
  nat: Translation,
  { natState, arrived }: CpuArrival,
): OnwardEnd {
  return {
    datapath: 'l3-routing',
    egress: [{ interface: outInterface, attachment: undefined }],
    ...nat,
    ...(chosenBy && { chosenBy }),
    ...(natState === 'dstnat' && arrived && { openedTo: arrived }),
    ...(state.connectionMark !== 'no-mark' && { connectionMark: state.connectionMark }),
    ...(state.connectionState === 'untracked' && { isUntracked: true }),
  };
}

/** How packets came to the CPU. */
export interface CpuArrival {
  readonly reasons: readonly Reason[];
  /** Whether the chip could take the connection once it is FastTrack. */
  readonly chipTakes: boolean | 'unknown';
  /** `dstnat` has another destination for what arrived; answers come back from `srcnat`, or from both. */
  readonly natState?: NatState;
  /** Where the packets were addressed to when they arrived, as long as NAT has not translated them. */
  readonly arrived?: Arrived;
}

interface Arrived extends OpenedTo {
  readonly isDevice: boolean;
  /** So is where NAT sends them. */
  readonly staysDevice: boolean;
}

/** As raw and mangle see packets before NAT has given them their true destination. */
export function asAddressed(state: ChainState, { arrived }: CpuArrival): ChainState {
  if (!arrived) return state;
  const { destination, destinationPort = state.packets.destinationPort, isDevice } = arrived;
  return { ...state, packets: { ...state.packets, destination, destinationPort }, isAddressedToDevice: isDevice };
}

/** From NAT on; `packets` is the class as it was before `asAddressed`. */
export function asTranslated(state: ChainState, { packets }: ChainState, arrival: CpuArrival): ChainState {
  const { arrived } = arrival;
  const natState = state.natState ?? arrival.natState;
  if (!arrived) return { ...state, natState };
  const { destination, destinationPort } = packets;
  return {
    ...state,
    natState,
    packets: { ...state.packets, destination, ...(arrived.destinationPort && { destinationPort }) },
    isAddressedToDevice: arrived.staysDevice,
  };
}
