// What the CPU does with packets whose destination is settled: firewall, routing tables, FastTrack, and the path that
// remains.

import { firstOfEach } from '../../source/grouping.ts';
import { without } from '../bypass/bypass.ts';
import { alikePassed, alikeWays } from '../cpu/alike-ways.ts';
import { asTracked, fastWays, through } from '../cpu/cpu-routing.ts';
import { asAddressed, type CpuArrival, endOf, endWay, type OnwardEnd, type Passed, type Way } from '../cpu/cpu-way.ts';
import { fasttrackEnd, isFit } from '../cpu/fasttrack.ts';
import { withSlowEnd, withTunnelPolicies } from '../cpu/tunnels.ts';
import { whySlow } from '../cpu/why-slow.ts';
import { startChain } from '../firewall/chain-state.ts';
import { isDenied, walkChain } from '../firewall/chains.ts';
import { connectionStates } from '../firewall/connection-states.ts';
import { fastpathStops, fasttrackReason, mayFasttrack } from '../firewall/cpu-path.ts';
import { bridgeRules, dropsOf } from '../firewall/features.ts';
import { type FirewallRule, firewallOf } from '../firewall/firewall.ts';
import { endTrace, isRefused, type Outcome, step, type TraceState, withStep } from '../firewall/outcome.ts';
import { sourceNat, type Translation, withMissedPolicy } from '../firewall/source-nat.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf } from '../packets/causes.ts';
import { mirror } from '../packets/space.ts';
import { isOwn } from '../routing/endpoints.ts';
import { exitsOfMain } from '../routing/fib.ts';

/** Firewall, routing and path of packets whose destination is settled. */
export function forwardByCpu(network: Network, start: TraceState, arrival: CpuArrival): readonly Outcome[] {
  const { traffic, packets } = start;
  const natState = arrival.natState ?? (traffic.openedTo ? 'dstnat' : undefined);
  const { connectionMark = 'no-mark', inInterface } = traffic;
  const connectionState = connectionStates(network, traffic).opening;
  const fresh = startChain({
    isOfBothEnds: true,
    packets,
    inInterface,
    // Mangle sees the packet that opens a connection before NAT does.
    ...asTracked({ connectionState, connectionMark, natState: traffic.opens ? undefined : natState }),
    isAddressedToDevice: !arrival.arrived && isOwn(network, inInterface, packets),
  });
  if (traffic.fasttracked?.atOnce) {
    const nat = { translated: natState };
    const all = fastWays(network, fresh, start).flatMap((way) =>
      finish(network, way, arrival, endOf(way, nat, arrival)),
    );
    // What has no way there takes the slow path, on which tracking sees what raw rules leave to it.
    const met = walkChain(firewallOf(network, packets.family), 'raw', 'prerouting', asAddressed(fresh, arrival));
    const isSeen = met.some((raw) => !isDenied(raw) && !raw.effects.some(({ action }) => action === 'notrack'));
    return isSeen ? all.map((each) => (each.placement === 'dropped' ? { ...each, isSeen } : each)) : all;
  }
  const opening = alikeWays(through(network, fresh, start, arrival)).flatMap((way) => translated(network, way));
  return goOn(
    network,
    opening.map((each) => {
      const { connectionMark } = each.way.state;
      return { ...each, before: fresh, start, arrival, firstMark: connectionMark, leftBy: [] };
    }),
  );
}

/** NAT is decided once, for the packet that opens a connection: none that is invalid does. */
function translated(network: Network, way: Way): readonly Pick<Passed, 'way' | 'nat' | 'masquerade'>[] {
  const { state, trace, ended } = way;
  const isOpening = (trace.traffic.opens || trace.traffic.isHalf) && state.connectionState !== 'invalid';
  if (ended || !isOpening) return [{ way, nat: { translated: state.natState }, masquerade: undefined }];
  return sourceNat(network, state).map(({ packets, nat, rule }) => ({
    way: { ...way, trace: { ...withMissedPolicy(trace, nat), packets }, state: { ...state, packets } },
    nat,
    masquerade: rule?.action === 'masquerade' ? rule : undefined,
  }));
}

/** Nothing that its answers meet is certain where it may be dropped, whatever its mark. */
function withFirstMark(outcome: Outcome, mark: string): Outcome {
  return outcome.mayDrop || mark === (outcome.connectionMark ?? 'no-mark')
    ? outcome
    : { ...outcome, openingMark: mark };
}

/** A mark that later packets of a connection change may change their way again: not for ever. */
const passesMax = 3;

/** Later packets meet the rules for what the connection has become by then. */
function goOn(network: Network, opening: readonly Passed[]): readonly Outcome[] {
  const done: Outcome[] = [];
  let open = opening;
  for (let passes = passesMax; open.length > 0; passes--) {
    const onward = open.map((each) => [each, passAgain(network, each, passes > 0)] as const);
    for (const [{ leftBy, firstMark }, { ends }] of onward) {
      for (const end of ends) {
        done.push(withFirstMark(leftBy.length === 0 ? end : { ...end, egress: [...leftBy, ...end.egress] }, firstMark));
      }
    }
    open = alikePassed(onward.flatMap(([, { later }]) => later));
  }
  return done;
}

/** What becomes of the packet behind the one that has passed: it ends as that did, or differs and goes on. */
interface Onward {
  readonly ends: readonly Outcome[];
  readonly later: readonly Passed[];
}

function passAgain(network: Network, passed: Passed, isFollowed: boolean): Onward {
  const { way, nat, before, arrival } = passed;
  if (way.ended) return { ends: endsOfStopped(network, passed, way.ended), later: [] };
  const { connectionState, tracked, isSettled } = laterOf(network, passed);
  const end = endOf(way, nat, arrival);
  const finished = (last: Way) => ({ ends: finish(network, last, arrival, end), later: [] });
  // From FastTrack on no packet of it meets the firewall.
  if (isSettled || !isFollowed || isFasttracked(network, way)) return finished(way);
  const next = { ...before, packets: way.trace.packets, shares: way.state.shares, ...tracked };
  const again = alikeWays(through(network, next, way.trace, arrival));
  const answered = { ...way, state: { ...way.state, connectionState, connectionMark: tracked.connectionMark } };
  const picksUp = before.connectionState === 'invalid' && connectionState === 'new';
  const goingOn = (each: Way, leftBy = passed.leftBy) =>
    (picksUp ? translated(network, each) : [{ ...passed, way: each }]).map((taken) => ({
      ...passed,
      ...taken,
      before: next,
      leftBy,
    }));
  const alike = again.filter((each) => leavesBy(each, way.outInterface)).map((each) => behindOpener(each, end));
  // What the answers have made FastTrack by then meets no rule that would drop it.
  const isStopped = alike.some(({ ended }) => ended?.isOpened && isRefused(ended));
  if (isStopped && isTaken(network, answered)) return finished(answered);
  // Nor does what follows a packet that is dropped behind the FastTrack rule, which took the connection before that.
  const [taken] = alike
    .filter(({ ended, state }) => ended?.isOpened && state.fasttrack)
    .map(({ state: { fasttrack } }) => ({ ...answered, state: { ...answered.state, fasttrack } }))
    .filter((each) => isFasttracked(network, each));
  if (taken) return finished(taken);
  // Another table has paths of its own, where those of the same route have openers of their own.
  const isMoved = again.some(({ ended, table }) => !ended && table !== way.table);
  const further = alike.flatMap((each) => goingOn(each));
  if (alike.length > 0 && !isMoved) return { ends: [], later: further };
  const ends: Outcome[] = [];
  for (const each of again) {
    if (leavesBy(each, way.outInterface)) continue;
    const { ended } = behindOpener(stopsMasquerade(each, passed), end);
    // What opens it leaves by one interface, and what follows by another: answers may come by both.
    if (ended) ends.push(ended);
    else further.push(...goingOn(each, [...passed.leftBy, ...end.egress]));
  }
  return { ends, later: further };
}

/** What follows answers that a rule drops meets none where they, or the openers, have made them FastTrack by then. */
function endsOfStopped(network: Network, { way, before, nat, arrival }: Passed, ended: Outcome): readonly Outcome[] {
  const { state, trace } = way;
  const { packets, connectionState, end } = state;
  const isTracked = connectionState === 'established' && !end?.item.menu.endsWith('/raw');
  if (trace.traffic.opens || !isTracked || ended.placement !== 'dropped') return [ended];
  const fasttrack = state.fasttrack ?? trace.traffic.fasttracked?.rule;
  const later = fasttrack && isRefused(ended) ? fastWays(network, { ...before, packets, fasttrack }, trace) : [];
  const isStopped = later.every((each) => each.ended || !canBeFast(network, each));
  if (isStopped) return [{ ...ended, isSeen: true }];
  return later.flatMap((each) => finish(network, each, arrival, endOf(each, nat, arrival)));
}

/** What tracking takes the packet for that follows, and whether that is what it took the one before for. */
function laterOf(network: Network, { way, nat, before, start: { traffic } }: Passed) {
  const { steady: connectionState } = connectionStates(network, {
    ...traffic,
    // Answers that nobody translates back are none to the client, which opens again.
    ...(isHalf(network, way, nat) && (nat.translated ? { oneWay: true } : { isHalf: true })),
  });
  const connectionMark = traffic.laterMark ?? way.state.connectionMark;
  const tracked = asTracked({ connectionState, connectionMark, natState: nat.translated });
  const isSettled =
    before.connectionState === connectionState &&
    before.connectionMark === tracked.connectionMark &&
    before.natState === tracked.natState;
  return { connectionState, tracked, isSettled };
}

/**
 * A masqueraded connection ends with the packet that leaves by another interface than the one whose address it has.
 * Source: of interfaces that go down the manual says so (nat, "Masquerade"), of others Linux (`nf_nat_oif_changed`).
 */
function stopsMasquerade(way: Way, { masquerade, arrival }: Passed): Way {
  if (way.ended || !masquerade) return way;
  const text = `what follows leaves by \`${way.outInterface}\`, and no masqueraded connection changes its interface`;
  const stop = makeReason('dropped', 'flow/translated', text, placeOf(masquerade.item, 'action'));
  return endWay(way.trace, way.state, [...arrival.reasons, stop]);
}

function leavesBy({ state, ended, outInterface }: Way, name: string): boolean {
  return (ended ? (state.outInterface ?? name) : outInterface) === name;
}

/** What ends behind the packet that opened the connection leaves answers to that one. */
function behindOpener(way: Way, { datapath, ...end }: OnwardEnd): Way {
  const { ended } = way;
  if (ended?.placement === 'dropped') return { ...way, ended: { ...ended, datapath, ...end, isOpened: true } };
  return ended?.placement === 'cpu' ? { ...way, ended: { ...ended, ...end } } : way;
}

/** Whether tracking sees the openers alone, because raw rules keep all answers from it. */
function isHalf(network: Network, { trace: { traffic }, state, outInterface }: Way, nat: Translation): boolean {
  const isAlone = !traffic.opens || traffic.oneWay || state.connectionState === 'untracked';
  if (traffic.isHalf || isAlone) return traffic.isHalf === true;
  const mirrored = mirror(state.packets);
  const packets = { ...mirrored, destination: nat.newSources ?? mirrored.destination };
  const answers = startChain({
    isOfBothEnds: true,
    packets,
    inInterface: outInterface,
    connectionState: 'established',
    isAddressedToDevice: isOwn(network, outInterface, packets),
  });
  return walkChain(firewallOf(network, state.packets.family), 'raw', 'prerouting', answers).every(({ effects }) =>
    effects.some(({ action }) => action === 'notrack'),
  );
}

/** Whether the packets that open it make the connection FastTrack already. */
function isFasttracked(network: Network, way: Way): boolean {
  return way.state.fasttrack !== undefined && canBeFast(network, way);
}

/** Whether those that answer do. */
function isTaken(network: Network, way: Way): boolean {
  return way.trace.traffic.fasttracked !== undefined && canBeFast(network, way);
}

/** It takes connections, not directions. The first decides: an opener, else the answer to it, else what follows. */
function fasttrackRule({ state, trace: { traffic } }: Way): FirewallRule | undefined {
  const other = traffic.fasttracked?.rule;
  const isLater = traffic.opens && state.connectionState !== 'new';
  return isLater ? (other ?? state.fasttrack) : (state.fasttrack ?? other);
}

function canBeFast(network: Network, way: Way): boolean {
  return isFit(way) && !fasttrackReason(network, way.state.packets.family, fastInterfaces(network, way));
}

/** Where packets of a FastTrack connection enter and leave: `main` sends them on, whatever table policy asks for. */
function fastInterfaces(network: Network, { state, outInterface, table }: Way): readonly string[] {
  const others = table === 'main' ? [] : exitsOfMain(network, state.packets);
  return [state.inInterface, ...(others.length > 0 ? others : [outInterface])];
}

/** Bridges have a firewall of their own on both sides of the IP handler. */
function finish(network: Network, way: Way, arrival: CpuArrival, end: OnwardEnd): readonly Outcome[] {
  if (way.ended) return [way.ended];
  const { state, trace, outInterface } = way;
  const { packets, inInterface } = state;
  const crossing = { packets, inInterface, outInterface, inPort: trace.traffic.ingress };
  const drops = bridgeRules(network, crossing).flatMap(dropsOf);
  const parts = without(packets, drops).map((left) => ({
    ...way,
    trace: { ...trace, packets: left },
    state: { ...state, packets: left },
  }));
  const { datapath } = end;
  return [
    ...drops.map(({ packets: dropped, reason }) =>
      endTrace({ ...trace, packets: dropped }, { placement: reason.placement, datapath }, [reason]),
    ),
    ...parts.flatMap((part) => finishPath(network, part, arrival, end)),
  ];
}

/** Picks the path of a class that the firewall lets through. */
function finishPath(network: Network, way: Way, arrival: CpuArrival, end: OnwardEnd): readonly Outcome[] {
  const { state, outInterface, table } = way;
  const { packets, inInterface } = state;
  const interfaces = [inInterface, outInterface];
  const trace = withStep(
    withTunnelPolicies(network, way.trace, interfaces),
    step('cpu', `routed by table \`${table}\` to \`${outInterface}\``, way.chosenBy?.origin),
  );
  const stopsFasttrack = fasttrackReason(network, packets.family, fastInterfaces(network, way));
  const rule = isFit(way) ? fasttrackRule(way) : undefined;
  if (rule && !stopsFasttrack) return fasttrackEnd(network, trace, { ...way, rule, arrival }, end);
  const stopsFastpath =
    fasttrackReason(network, packets.family, interfaces) ?? fastpathStops(network, packets.family)[0]?.reason;
  if (!stopsFastpath) {
    return [
      endTrace(
        withStep(withSlowEnd(network, trace, outInterface), step('cpu', 'FastPath')),
        { ...end, placement: 'cpu', cpuPath: 'fastpath' },
        arrival.reasons,
      ),
    ];
  }
  const elsewhere = way.chosenBy ?? network.vrfs.get(table)?.item;
  const why = whySlow(network, state, elsewhere, stopsFasttrack);
  // What enters by an interface without FastPath is slow, but what goes the other way in its connection is fast.
  const isMarking = rule && mayFasttrack(network, packets.family);
  const marked = isMarking && { fasttracked: { rule, atOnce: state.connectionState === 'new', skipped: [] } };
  const slowEnd = { ...end, ...marked, placement: 'cpu' as const, cpuPath: 'slow' as const };
  const told = withStep(trace, step('cpu', 'slow path', stopsFastpath.cause.at));
  const reasons = firstOfEach([...arrival.reasons, ...why, stopsFastpath], ({ cause }) => cause.code);
  return [endTrace(told, slowEnd, reasons)];
}
