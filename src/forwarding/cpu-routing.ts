// Where the CPU sends a class of packets, and what the chains behind the lookup make of it: on to an interface, to the
// device itself, or nowhere.

import { exitsFrom } from './attachments.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { type ChainState, isDenied, walkChain } from './chains.ts';
import type { CpuArrival } from './cpu-arrival.ts';
import { lookUp, openRoutes } from './cpu-lookup.ts';
import { denied, endWay, uncertaintyOf, type Way } from './cpu-way.ts';
import { isForwardingOff } from './device-reasons.ts';
import { isOwn } from './endpoints.ts';
import { learntLater } from './expected-routes.ts';
import { firewallOf } from './firewall.ts';
import { throughInput } from './input-chain.ts';
import { reachReason } from './l3-leg.ts';
import type { Network } from './network.ts';
import { type TraceState, withoutForwarderUncertainties, withUncertainty } from './outcome.ts';
import { byReversePath } from './reverse-path.ts';
import { lookupFrom, routingChoices } from './routing-policy.ts';

/**
 * The table of a mark goes before the device's own addresses, and those before routing rules and `main`. Source: manual,
 * routing-decision, "Routing table lookup".
 */
export function routed(network: Network, state: ChainState, trace: TraceState, arrival: CpuArrival): readonly Way[] {
  const choices = routingChoices(network, state.packets, lookupFrom(network, state.inInterface, state.routingMark));
  return choices.flatMap((choice) => {
    const at = { ...trace, packets: choice.packets };
    const isMarked = state.routingMark !== 'main' && choice.table === state.routingMark && !choice.by;
    if (!isMarked && isOwn(network, state.inInterface, choice.packets))
      return delivered(network, { ...state, packets: choice.packets }, at, arrival);
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
      const { packets } = found;
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
      const off = isForwardingOff(network.config, packets.family);
      if (off) {
        const stop = makeReason('dropped', 'route/ip-forward-off', 'the device does not forward', placeOf(off));
        return [endWay(sure, there, [...arrival.reasons, stop])];
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
      const { refused, allowed } = byReversePath(network, here, found.interface);
      return [
        ...refuse(refused, here, there, arrival),
        ...allowed.flatMap((each) =>
          filtered(
            network,
            { ...there, packets: each, outInterface: found.interface },
            { ...here, packets: each },
            way,
            arrival,
          ),
        ),
      ];
    });
  });
}

/** Packets whose source would be reached another way. */
function refuse(
  refused: ReturnType<typeof byReversePath>['refused'],
  trace: TraceState,
  state: ChainState,
  { reasons }: CpuArrival,
): readonly Way[] {
  return refused.map(({ packets, reason }) =>
    endWay(
      { ...trace, packets },
      { ...state, packets },
      [...reasons, reason],
      reason.placement === 'unknown' ? 'unknown' : 'dropped',
    ),
  );
}

/** For the device itself. */
function delivered(network: Network, state: ChainState, trace: TraceState, arrival: CpuArrival): readonly Way[] {
  const { refused, allowed } = byReversePath(network, trace, undefined);
  const taken = allowed.flatMap((packets) => throughInput(network, { ...trace, packets }, { ...state, packets }));
  return [
    ...refuse(refused, trace, state, arrival),
    ...taken.map((ended) => ({ trace, state, outInterface: '', table: 'main', chosenBy: undefined, ended })),
  ];
}

function portlessReason(network: Network, name: string): Reason | undefined {
  if (exitsFrom(network, name).length > 0) return undefined;
  return makeReason('dropped', 'flow/no-port', `no port of \`${name}\` is up and takes its frames`, undefined);
}

/** Answers of a connection that is FastTrack before the first of them: the main table, and no firewall. */
export function fastWays(network: Network, start: ChainState, trace: TraceState): readonly Way[] {
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
