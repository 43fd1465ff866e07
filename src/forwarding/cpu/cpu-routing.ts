// Packets of a class through the chains around the CPU's routing decision, as tracking knows them, or as they are
// addressed where it does not; and where that sends them: on to an interface, to the device itself, or nowhere.

import { type Item, propertyValue } from '../../model/config.ts';
import { forwardChains, throughInput } from '../firewall/chain-paths.ts';
import { type ChainState, untrackedState } from '../firewall/chain-state.ts';
import { hasConnection, isDenied, walkChain } from '../firewall/chains.ts';
import { isTracking } from '../firewall/cpu-path.ts';
import { type FirewallRule, firewallOf } from '../firewall/firewall.ts';
import { type TraceState, withoutForwarderUncertainties, withUncertainty } from '../firewall/outcome.ts';
import { forwardingReason } from '../legs/device-reasons.ts';
import { reachReason } from '../legs/l3-leg.ts';
import { exitsFrom } from '../network/attachments.ts';
import { addressInterval } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf, portlessReason, type Reason } from '../packets/causes.ts';
import type { PacketSet } from '../packets/space.ts';
import { isOwn } from '../routing/endpoints.ts';
import { routedLater } from '../routing/expected-routes.ts';
import { type Found, lookUp } from '../routing/fib.ts';
import { laterRoute } from '../routing/later-gateways.ts';
import { lookupFrom, type RoutingChoice, routingChoices } from '../routing/routing-policy.ts';
import { byPeers } from '../routing/wireguard.ts';
import {
  asAddressed,
  asTranslated,
  type CpuArrival,
  denied,
  endedWay,
  endWay,
  uncertaintyOf,
  type Way,
} from './cpu-way.ts';
import { silentReason } from './neighbour.ts';
import { byReversePath } from './reverse-path.ts';

export function routed(network: Network, state: ChainState, trace: TraceState, arrival: CpuArrival): readonly Way[] {
  const choices = routingChoices(network, state.packets, lookupFrom(network, state.inInterface, state.routingMark));
  return choices.flatMap((choice) => {
    const { packets, by } = choice;
    const there = { ...state, packets };
    const here = { ...trace, packets };
    if (choice.isBehindLocal && isOwn(network, state.inInterface, packets))
      return delivered(network, there, here, arrival);
    const steering = state.effects.find(({ action }) => steersAlone.has(action));
    const sent = steering && sentTo(network, steering, packets);
    if (steering && !sent) {
      const text = `where mangle's ${steering.action} sends these packets is not modelled`;
      const open = makeReason('unknown', 'flow/undecided', text, placeOf(steering.item, 'action'));
      return [endWay(here, there, [...arrival.reasons, open], 'unknown')];
    }
    if (choice.dropped) {
      const text = 'a routing rule drops these packets';
      const stop = makeReason('dropped', 'flow/no-route', text, placeOf(by, 'action'));
      return [endWay(here, there, [...arrival.reasons, stop])];
    }
    const text = 'a routing rule asks for something that the flow does not say';
    const uncertainty = choice.uncertain ? makeReason('unknown', 'flow/undecided', text, by?.origin) : undefined;
    const known = withUncertainty(here, uncertainty);
    return (sent ?? lookUp(network, choice)).flatMap((found) => {
      const part = { packets: found.packets };
      const chosen = sent ? { ...choice, table: 'main', by: steering?.item } : choice;
      return byRoute(network, { choice: chosen, found }, { ...there, ...part }, { ...known, ...part }, arrival);
    });
  });
}

/** To a gateway, past the routing decision; undefined where nothing leads there. Source: manual, mangle, `route-dst` */
function sentTo(network: Network, { item }: FirewallRule, packets: PacketSet): readonly Found[] | undefined {
  const gateway = addressInterval(propertyValue(item, 'route-dst') ?? '', packets.family);
  if (!gateway) return undefined;
  const found = lookUp(network, { packets: { ...packets, destination: [gateway] }, table: 'main' });
  return found.every(({ kind }) => kind === 'egress') ? found.map((each) => ({ ...each, packets })) : undefined;
}

/** Actions of mangle that decide by themselves where packets go: to a gateway, or to an address of another prefix. */
const steersAlone: ReadonlySet<string> = new Set(['route', 'dnpt', 'snpt']);

/** What the routes of the chosen table do with packets. */
function byRoute(
  network: Network,
  { choice, found }: { readonly choice: RoutingChoice; readonly found: Found },
  state: ChainState,
  trace: TraceState,
  arrival: CpuArrival,
): readonly Way[] {
  const { table, by } = choice;
  // The chip knows the main table too.
  const sure = table === 'main' && !by ? withoutForwarderUncertainties(trace) : trace;
  const open = (reason: Reason, at = state) => [endWay(trace, at, [...arrival.reasons, reason], 'unknown')];
  const dropped = (reason: Reason, at = state) => [endWay(sure, at, [...arrival.reasons, reason])];
  if (found.kind === 'open') return open(found.reason);
  const { family, destination } = found.packets;
  const later = found.kind === 'unrouted' ? routedLater(network, table, family, destination) : undefined;
  if (later) return open(later);
  if (found.kind !== 'egress') return dropped(nowhere(found));
  const stop = forwardingReason(network, state.packets.family, 'cpu');
  // Whether the chip keeps to it is another matter.
  if (stop) return [endWay(trace, state, [...arrival.reasons, stop])];
  const outInterface = found.interface;
  const isPortless = exitsFrom(network, outInterface, family).length === 0;
  const unreachable =
    reachReason(network, outInterface) ??
    (isPortless ? portlessReason(outInterface) : silentReason(network, outInterface, family, found.paths));
  // It ends on this path of the route: what takes another one does not know of it.
  const leaving = { ...state, outInterface };
  if (unreachable) return (unreachable.placement === 'unknown' ? open : dropped)(unreachable, leaving);
  const marking = state.effects.findLast(({ action }) => action === 'mark-routing');
  const chosenBy = by ?? (table === state.routingMark ? marking?.item : undefined);
  const way = { outInterface, table, chosenBy: table === 'main' ? undefined : chosenBy };
  return bySource(network, { state, trace }, outInterface, arrival, (from, at) =>
    forwardChains(network, { ...from, outInterface, end: undefined }).map((last): Way => {
      if (isDenied(last)) return denied(at, last, arrival);
      const here = withUncertainty({ ...at, packets: last.packets }, uncertaintyOf(last));
      return { trace: here, state: last, ...way };
    }),
  );
}

function nowhere({ kind, at }: Exclude<Found, { readonly kind: 'egress' | 'open' }>): Reason {
  return kind === 'blackhole'
    ? makeReason('dropped', 'flow/blackhole', 'a blackhole route drops these packets', at?.origin)
    : makeReason('dropped', 'flow/no-route', 'there is no route', at?.origin);
}

/** For the device itself. */
function delivered(network: Network, state: ChainState, trace: TraceState, arrival: CpuArrival): readonly Way[] {
  return bySource(network, { state, trace }, undefined, arrival, (from, at) =>
    throughInput(network, at, from).map((ended) => endedWay(at, from, ended)),
  );
}

/** Packets whose source would be reached another way end here; the others go on, to an interface or the device. */
function bySource(
  network: Network,
  start: Pick<Way, 'state' | 'trace'>,
  outInterface: string | undefined,
  { reasons }: CpuArrival,
  goOn: (state: ChainState, trace: TraceState) => readonly Way[],
): readonly Way[] {
  const { state, trace } = start;
  const { inInterface } = trace.traffic;
  const reached = byReversePath(network, trace.packets, inInterface, outInterface);
  const peers = reached.allowed.map((packets) => byPeers(network, packets, inInterface, outInterface));
  const notes = [...trace.notes, ...peers.flatMap((each) => each.notes)];
  const allowed = peers.flatMap((each) => each.allowed);
  return [
    ...[...reached.refused, ...peers.flatMap((each) => each.refused)].map(({ packets, reason }) => {
      const placement = reason.placement === 'unknown' ? 'unknown' : 'dropped';
      return endWay({ ...trace, packets }, { ...state, packets }, [...reasons, reason], placement);
    }),
    ...allowed.flatMap((packets) => goOn({ ...state, packets }, { ...trace, packets, notes })),
  ];
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
    if (found.kind === 'open') return endWay(here, state, [found.reason], 'unknown');
    const text = 'FastTrack looks up `main`, which has no route for the answers';
    // Whether the slow path then finds them one in another table is not described.
    const { family, destination } = here.packets;
    const hasOtherWay = () =>
      network.routes.some(({ table }) => table !== 'main') || laterRoute(network, 'main', family, destination);
    const isLost = found.kind === 'blackhole' || !hasOtherWay();
    const placement = isLost ? 'dropped' : 'unknown';
    return endWay(here, state, [makeReason(placement, 'flow/no-route', text, found.at?.origin)], placement);
  });
}

export function through(network: Network, start: ChainState, trace: TraceState, arrival: CpuArrival): readonly Way[] {
  const firewall = firewallOf(network, start.packets.family);
  const tracked = isTracking(network);
  const raw = walkChain(firewall, 'raw', 'prerouting', asAddressed(start, arrival));
  const translated = (state: ChainState) => asTranslated(state, start, arrival);
  return raw.flatMap((state) => {
    const rule = state.effects.find(({ action }) => action === 'notrack');
    const untracked = !tracked || rule !== undefined;
    const next = { ...state, effects: [], ...(untracked && untrackedState) };
    if (isDenied(state)) return [denied(trace, translated(next), arrival)];
    // NAT is part of tracking: what that does not follow goes on as it is addressed.
    const isAstray = arrival.natState !== undefined && !hasConnection(next);
    const onward = isAstray ? { reasons: arrival.reasons, chipTakes: arrival.chipTakes } : arrival;
    const ways = walkChain(firewall, 'mangle', 'prerouting', next).flatMap((passed) => {
      const marked = isAstray ? passed : translated(passed);
      const here = isAstray ? { ...trace, packets: marked.packets } : trace;
      return isDenied(marked) ? [denied(here, marked, onward)] : routed(network, marked, here, onward);
    });
    return isAstray ? ways.map((way) => astray(way, start.packets, arrival.reasons, rule?.item)) : ways;
  });
}

/** They never get to whom `packets` name, unless they are dropped before. */
function astray(way: Way, { destination, destinationPort }: PacketSet, reasons: readonly Reason[], kept?: Item): Way {
  const { trace, state, outInterface, ended } = way;
  const packets = { ...state.packets, destination, destinationPort };
  const here = { ...trace, packets };
  if (ended && ended.placement !== 'cpu') return { ...way, trace: here, ended: { ...ended, packets } };
  const why = state.connectionState === 'invalid' ? 'invalid packets' : 'packets that are kept from tracking';
  const end = ended ? 'end at the device' : `leave for another address by \`${outInterface}\``;
  const stop = makeReason('dropped', 'flow/no-route', `${why} are not translated, and ${end}`, placeOf(kept, 'action'));
  return endWay(here, { ...state, packets }, [...reasons, stop]);
}

/** Without a connection there is nothing to have a mark, or a translation. */
export function asTracked(tracked: Pick<ChainState, 'connectionState' | 'connectionMark' | 'natState'>) {
  return hasConnection(tracked) ? tracked : { ...tracked, connectionMark: 'no-mark', natState: undefined };
}
