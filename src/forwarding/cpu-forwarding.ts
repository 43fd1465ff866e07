// What the CPU does with packets whose destination is settled: firewall, routing tables, FastTrack, and the path that
// remains.

import type { Item } from '../model/config.ts';
import { exitsFrom } from './attachments.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { type ChainState, isDenied, startChain, undecidedBy, walkChain } from './chains.ts';
import { connectionStates } from './connection-states.ts';
import { asAddressed, asTranslated, type CpuArrival } from './cpu-arrival.ts';
import { lookUp, openRoutes } from './cpu-lookup.ts';
import { fastpathReason, fasttrackReason, isTracking } from './cpu-path.ts';
import { learntLater } from './expected-routes.ts';
import { fasttrackEnd } from './fasttrack.ts';
import { firewallOf, isNamed } from './firewall.ts';
import { reachReason } from './l3-leg.ts';
import type { Network } from './network.ts';
import {
  endTrace,
  type Outcome,
  step,
  type TraceState,
  withoutForwarderUncertainties,
  withStep,
  withUncertainty,
} from './outcome.ts';
import { lookupFrom, routingChoices } from './routing-policy.ts';
import { isFast, whySlow } from './why-slow.ts';

/** Firewall, routing and path of packets whose destination is settled. */
export function forwardByCpu(network: Network, start: TraceState, arrival: CpuArrival): readonly Outcome[] {
  const { traffic, packets } = start;
  const states = connectionStates(traffic);
  const fresh = startChain({
    packets,
    inInterface: traffic.inInterface,
    outInterface: undefined,
    connectionState: states.opening,
    connectionMark: traffic.connectionMark ?? 'no-mark',
  });
  if (traffic.fasttracked?.atOnce)
    return fastWays(network, fresh, start).flatMap((way) => finish(network, way, arrival));
  const opening = through(network, { ...fresh, natState: arrival.natState }, start, arrival);
  // Later packets meet the rules for what the connection has become by then.
  if (states.steady === states.opening) return opening.flatMap((way) => finish(network, way, arrival));
  return opening.flatMap((way) => {
    if (way.ended) return [way.ended];
    // From here on no packet of it meets the firewall.
    if (isFasttracked(network, way)) return finish(network, way, arrival);
    const { connectionMark } = way.state;
    const natState = translation(network, way.state, arrival);
    const steady = { ...fresh, packets: way.trace.packets, connectionState: states.steady, connectionMark, natState };
    const again = through(network, steady, way.trace, arrival);
    const onward = again.filter(({ ended, outInterface }) => ended !== undefined || outInterface === way.outInterface);
    return onward.flatMap((each) => finish(network, each, arrival));
  });
}

/** Whether the packets that open it make the connection FastTrack already. */
function isFasttracked(network: Network, { state, outInterface }: Way): boolean {
  const interfaces = [state.inInterface, outInterface];
  const isTracked = state.connectionState !== 'untracked';
  return (
    state.fasttrack !== undefined &&
    isTracked &&
    isFast(state.packets) &&
    !fasttrackReason(network, state.packets.family, interfaces)
  );
}

/** A class after the forward chain: dropped, or on its way to an interface. */
interface Way {
  readonly trace: TraceState;
  readonly state: ChainState;
  readonly outInterface: string;
  readonly table: string;
  /** Why the table is not `main`. */
  readonly chosenBy: Item | undefined;
  readonly ended?: Outcome;
}

function through(network: Network, start: ChainState, trace: TraceState, arrival: CpuArrival): readonly Way[] {
  const firewall = firewallOf(network, start.packets.family);
  const tracked = isTracking(network);
  const raw = walkChain(firewall, 'raw', 'prerouting', asAddressed(start, arrival));
  const translated = (state: ChainState) => asTranslated(state, start, arrival);
  return raw.flatMap((state) => {
    const untracked = !tracked || state.effects.some(({ action }) => action === 'notrack');
    const next = { ...state, effects: [], ...(untracked && { connectionState: 'untracked' as const }) };
    if (isDenied(state)) return [denied(trace, translated(state), arrival)];
    if (untracked && arrival.natState) return [untranslatable(trace, translated(state), arrival)];
    return walkChain(firewall, 'mangle', 'prerouting', next)
      .map(translated)
      .flatMap((marked) =>
        isDenied(marked) ? [denied(trace, marked, arrival)] : routed(network, marked, trace, arrival),
      );
  });
}

/** NAT is part of tracking: what a raw rule keeps from it stays addressed to the device, which takes it. */
function untranslatable(trace: TraceState, state: ChainState, { reasons }: CpuArrival): Way {
  const rule = state.effects.find(({ action }) => action === 'notrack');
  const text = 'packets that are kept from tracking are not translated back, and end at the device';
  const stop = makeReason('dropped', 'flow/no-route', text, placeOf(rule?.item, 'action'));
  return endWay({ ...trace, packets: state.packets }, state, [...reasons, stop]);
}

function routed(network: Network, state: ChainState, trace: TraceState, arrival: CpuArrival): readonly Way[] {
  const choices = routingChoices(network, state.packets, lookupFrom(network, state.inInterface, state.routingMark));
  return choices.flatMap((choice) => {
    const at = { ...trace, packets: choice.packets };
    const marking = state.effects.findLast(({ action }) => action === 'mark-routing');
    const chosenBy = choice.by ?? (choice.table === state.routingMark ? marking?.item : undefined);
    if (choice.dropped) {
      const stop = makeReason(
        'dropped',
        'flow/no-route',
        'a routing rule drops these packets',
        placeOf(choice.by, 'action'),
      );
      return [endWay(at, { ...state, packets: choice.packets }, [...arrival.reasons, stop])];
    }
    const uncertainty = choice.uncertain
      ? makeReason(
          'unknown',
          'flow/undecided',
          'a routing rule asks for something that the flow does not say',
          choice.by?.origin,
        )
      : undefined;
    return lookUp(network, choice).flatMap((found) => {
      const here = { ...withUncertainty(at, uncertainty), packets: found.packets };
      const there = { ...state, packets: found.packets };
      // The chip knows the main table too.
      const sure = choice.table === 'main' && !choice.by ? withoutForwarderUncertainties(here) : here;
      if (found.kind === 'open') {
        return [endWay(here, there, [...arrival.reasons, openRoutes(found.at)], 'unknown')];
      }
      const later = found.kind === 'unrouted' ? learntLater(network, choice.table) : undefined;
      if (later) return [endWay(here, there, [...arrival.reasons, later], 'unknown')];
      if (found.kind !== 'egress') {
        const code = found.kind === 'blackhole' ? 'flow/blackhole' : 'flow/no-route';
        const text = found.kind === 'blackhole' ? 'a blackhole route drops these packets' : 'there is no route';
        return [endWay(sure, there, [...arrival.reasons, makeReason('dropped', code, text, found.at?.origin)])];
      }
      const unreachable = reachReason(network, found.interface) ?? portlessReason(network, found.interface);
      if (unreachable) {
        const isOpen = unreachable.placement === 'unknown';
        return [endWay(isOpen ? here : sure, there, [...arrival.reasons, unreachable], isOpen ? 'unknown' : 'dropped')];
      }
      const way = {
        outInterface: found.interface,
        table: choice.table,
        chosenBy: choice.table === 'main' ? undefined : chosenBy,
      };
      return filtered(network, { ...there, outInterface: found.interface }, here, way, arrival);
    });
  });
}

function portlessReason(network: Network, name: string): Reason | undefined {
  if (exitsFrom(network, name).length > 0) return undefined;
  return makeReason('dropped', 'flow/no-port', `no port of \`${name}\` is up and takes its frames`, undefined);
}

/** Answers of a connection that is FastTrack before the first of them: the main table, and no firewall. */
function fastWays(network: Network, start: ChainState, trace: TraceState): readonly Way[] {
  return lookUp(network, { packets: start.packets, table: 'main' }).map((found): Way => {
    const here = { ...trace, packets: found.packets };
    const state = { ...start, packets: found.packets };
    if (found.kind === 'egress') {
      const outInterface = found.interface;
      return { trace: here, state: { ...state, outInterface }, outInterface, table: 'main', chosenBy: undefined };
    }
    if (found.kind === 'open') return endWay(here, state, [openRoutes(found.at)], 'unknown');
    const text = 'FastTrack looks up `main`, which has no route for the answers';
    // Whether the slow path then finds them one in another table is not described.
    const isLost = found.kind === 'blackhole' || network.routes.every(({ table }) => table === 'main');
    const placement = isLost ? 'dropped' : 'unknown';
    return endWay(here, state, [makeReason(placement, 'flow/no-route', text, found.at?.origin)], placement);
  });
}

function filtered(
  network: Network,
  state: ChainState,
  trace: TraceState,
  way: Pick<Way, 'outInterface' | 'table' | 'chosenBy'>,
  arrival: CpuArrival,
): readonly Way[] {
  const firewall = firewallOf(network, state.packets.family);
  return walkChain(firewall, 'mangle', 'forward', state).flatMap((mangled) => {
    if (isDenied(mangled)) return [denied(trace, mangled, arrival)];
    return walkChain(firewall, 'filter', 'forward', { ...mangled, end: undefined }).flatMap((accepted) => {
      if (isDenied(accepted)) return [denied(trace, accepted, arrival)];
      return walkChain(firewall, 'mangle', 'postrouting', { ...accepted, end: undefined }).map((last): Way => {
        if (isDenied(last)) return denied(trace, last, arrival);
        const here = withUncertainty({ ...trace, packets: last.packets }, uncertaintyOf(last));
        return { trace: here, state: { ...last, end: accepted.end }, ...way };
      });
    });
  });
}

export function uncertaintyOf({ uncertainty }: Pick<ChainState, 'uncertainty'>): Reason | undefined {
  if (!uncertainty) return undefined;
  const text = `whether ${undecidedBy(uncertainty)} matches is not known`;
  return makeReason('unknown', 'flow/undecided', text, uncertainty.item.origin);
}

/** A drop that only may happen leaves the outcome open. */
function denied(trace: TraceState, state: ChainState, { reasons }: CpuArrival): Way {
  const uncertainty = uncertaintyOf(state);
  const here = { ...trace, packets: state.packets };
  const stop = makeReason(
    'dropped',
    'flow/denied-by-firewall',
    'a firewall rule drops these packets',
    placeOf(state.end?.item, 'action'),
  );
  const at = placeOf(state.end?.item);
  const told = withStep(here, step('firewall', 'dropped by a rule', at));
  return uncertainty
    ? { ...endWay(told, state, [...reasons, uncertainty], 'unknown') }
    : endWay(told, state, [...reasons, stop]);
}

function endWay(
  trace: TraceState,
  state: ChainState,
  reasons: readonly Reason[],
  placement: 'dropped' | 'unknown' = 'dropped',
): Way {
  const mayDrop = placement === 'unknown' && { mayDrop: true as const };
  const ended = endTrace(trace, { placement, datapath: 'l3-routing', ...mayDrop }, reasons);
  return { trace, state, outInterface: '', table: 'main', chosenBy: undefined, ended };
}

/** Picks the path of a class that the firewall lets through. */
function finish(network: Network, way: Way, arrival: CpuArrival): readonly Outcome[] {
  if (way.ended) return [way.ended];
  const { state, outInterface, table } = way;
  const { packets, inInterface } = state;
  const interfaces = [inInterface, outInterface];
  const trace = withStep(
    way.trace,
    step('cpu', `routed by table \`${table}\` to \`${outInterface}\``, way.chosenBy?.origin),
  );
  const natted = translation(network, state, arrival);
  const end = {
    datapath: 'l3-routing' as const,
    egress: [{ interface: outInterface, attachment: undefined }],
    translated: natted,
    ...(state.connectionMark !== 'no-mark' && { connectionMark: state.connectionMark }),
    ...(state.connectionState === 'untracked' && { isUntracked: true as const }),
  };
  const stopsFasttrack = fasttrackReason(network, packets.family, interfaces);
  // FastTrack takes connections, not directions; a mark that this direction gives may keep it from them.
  const taken = way.trace.traffic.fasttracked?.rule;
  const rule = state.fasttrack ?? (isNamed(taken?.connectionMark, state.connectionMark) ? taken : undefined);
  if (rule && !stopsFasttrack && state.connectionState !== 'untracked' && isFast(packets)) {
    const context = { state, rule, table, chosenBy: way.chosenBy, outInterface, arrival };
    return [fasttrackEnd(network, trace, context, end)];
  }
  const stopsFastpath = stopsFasttrack ?? fastpathReason(network, packets.family);
  if (!stopsFastpath) {
    return [
      endTrace(
        withStep(trace, step('cpu', 'FastPath')),
        { ...end, placement: 'cpu', cpuPath: 'fastpath' },
        arrival.reasons,
      ),
    ];
  }
  const why = whySlow(network, state, way.chosenBy, stopsFasttrack);
  const slowEnd = { ...end, placement: 'cpu' as const, cpuPath: 'slow' as const };
  const told = withStep(trace, step('cpu', 'slow path', stopsFastpath.cause.at));
  return [endTrace(told, slowEnd, [...arrival.reasons, ...why, stopsFastpath].filter(isFirstOfItsCode))];
}

function isFirstOfItsCode({ cause }: Reason, index: number, all: readonly Reason[]): boolean {
  return all.findIndex((other) => other.cause.code === cause.code) === index;
}

function translation(network: Network, state: ChainState, { natState }: CpuArrival): 'srcnat' | 'dstnat' | undefined {
  if (natState) return natState;
  if (state.connectionState === 'untracked') return undefined;
  const firewall = firewallOf(network, state.packets.family);
  const start = { ...state, connectionState: 'new' as const, end: undefined };
  const translates = walkChain(firewall, 'nat', 'srcnat', start).some(({ end }) => end && end.action !== 'accept');
  return translates ? 'srcnat' : undefined;
}
