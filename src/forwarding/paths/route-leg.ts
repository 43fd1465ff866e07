// Route, neighbour and egress in hardware, for a class that the chip may route.

import { type Config, enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { derivedOnce, derivedPer, firstOfEach } from '../../source/grouping.ts';
import { isRemembered, sparedPolicies, without } from '../bypass/bypass.ts';
import { arpReason, neighbourNotes } from '../cpu/neighbour.ts';
import { bridgeMentions } from '../firewall/bridge-firewall.ts';
import {
  asOpen,
  endTrace,
  type Outcome,
  step,
  type TraceState,
  withoutForwarderUncertainties,
  withStep,
  withUncertainty,
} from '../firewall/outcome.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import { reachReason } from '../legs/l3-leg.ts';
import { l3Reason } from '../legs/leg.ts';
import { macsReason } from '../legs/mac-range.ts';
import { flagReason, ingressReason } from '../legs/port-leg.ts';
import { groupReason, leakNote } from '../legs/route-reason.ts';
import { type Attachment, classesOf, exitsFrom } from '../network/attachments.ts';
import type { ChipState, Network, NextHop } from '../network/network.ts';
import { unmodelledAt, unmodelledReason } from '../network/unmodelled.ts';
import { cause, isVlanOff, makeReason, placeOf, portlessReason, type Reason } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { type PacketSet, split } from '../packets/space.ts';
import { type Destinations, partition } from '../routing/fib.ts';
import { clientsOf } from '../routing/ppp-clients.ts';

export type RouteLeg =
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | {
      readonly kind: 'cpu';
      readonly trace: TraceState;
      readonly reason: Reason;
      readonly chipTakes: boolean | 'unknown';
    };

export function routeLeg(network: Network, trace: TraceState, table: string): readonly RouteLeg[] {
  const { packets } = trace;
  const clients = table === 'main' ? clientsOf(network, packets.family) : undefined;
  if (!clients) return lookedUp(network, trace, table);
  const { inside, outside } = split(packets, { destination: clients.set });
  const to = (part: PacketSet) => lookedUp(network, { ...trace, packets: part }, table);
  const mayDial = (leg: RouteLeg) =>
    leg.kind === 'done' && leg.outcome.placement === 'hardware' ? done(asOpen(leg.outcome, [clients.why], false)) : leg;
  return [...outside.flatMap(to), ...(inside ? to(inside).map(mayDial) : [])];
}

/** By the routes that the chip has. */
function lookedUp(network: Network, trace: TraceState, table: string): readonly RouteLeg[] {
  const { packets } = trace;
  const { routed, unrouted } = partition(network, table, packets.family, packets.destination);
  const legs = routed.flatMap((group) =>
    groupLeg(network, { ...trace, packets: { ...packets, destination: group.set } }, group, table),
  );
  if (unrouted.length === 0) return legs;
  const reason = makeReason('cpu', 'flow/no-route', `the chip has no route for them in table \`${table}\``);
  const lost = withoutForwarderUncertainties({ ...trace, packets: { ...packets, destination: unrouted } });
  return [...legs, { kind: 'cpu', trace: lost, reason, chipTakes: true }];
}

function done(outcome: Outcome): RouteLeg {
  return { kind: 'done', outcome };
}

function groupLeg(network: Network, start: TraceState, group: Destinations, table: string): readonly RouteLeg[] {
  const [route] = group.routes;
  const chip = network.offload;
  if (!route || !chip) return [];
  const at = route.item.origin;
  const isBlackhole = group.nextHops.every((hop) => hop.kind === 'blackhole');
  const leak = leakNote(group);
  const grade = route.origin === 'promised' || leak ? 'inferred' : 'documented';
  const noted = leak ? { ...start, notes: [...start.notes, leak] } : start;
  const told = withStep(noted, step('route', describeRoute(group), at, grade));
  // Whoever looks it up, the chip forwards nothing by it.
  const trace = withUncertainty(isBlackhole ? withoutForwarderUncertainties(told) : told, unmodelledReason(route.item));
  const reason = groupReason(network, chip, group);
  if (reason?.placement === 'cpu') return [{ kind: 'cpu', trace, reason, chipTakes: true }];
  if (isBlackhole) {
    const stop = makeReason('dropped', 'flow/blackhole', 'a blackhole route drops these packets', at);
    return [done(endTrace(trace, { placement: 'dropped', datapath: 'l3-routing' }, [stop]))];
  }
  // Whether the chip then leaves the prefix alone or takes the routes that it has: nobody knows which way packets go.
  if (reason?.cause.code === 'route/ecmp-mixed-nexthops' || reason?.cause.code === 'flow/undecided') {
    const end = { placement: 'unknown', datapath: 'l3-routing', mayDrop: true } as const;
    return [done(endTrace(trace, end, [reason]))];
  }
  return hopsLeg(network, chip, withUncertainty(trace, reason), group, table);
}

function describeRoute({ routes, nextHops }: Destinations): string {
  const [route] = routes;
  const ways = nextHops.map((hop) => (hop.kind === 'blackhole' ? 'nowhere' : `\`${hop.interface ?? 'nowhere'}\``));
  return `${route?.origin} route to ${[...new Set(ways)].join(', ')}`;
}

interface Way {
  readonly hop: NextHop;
  readonly interface: string;
  /** Why the chip cannot send to it. */
  readonly reason: Reason | undefined;
  readonly mayReachNobody: boolean;
}

function hopsLeg(
  network: Network,
  chip: ChipState,
  start: TraceState,
  group: Destinations,
  table: string,
): readonly RouteLeg[] {
  const ways = group.nextHops.flatMap((hop): readonly Way[] => {
    if (hop.interface === undefined || !network.isUp(hop.interface)) return [];
    const name = hop.interface;
    const reach = reachReason(network, name);
    const reason = reach ?? l3Reason(network, chip, name);
    return [{ hop, interface: name, reason, mayReachNobody: reach?.placement === 'unknown' }];
  });
  const paths = pathReason(group, ways);
  if (paths) {
    const interfaces = ways.map((way) => ({ interface: way.interface, attachment: undefined }));
    const trace = withUncertainty(start, paths);
    return [done(endTrace(trace, { placement: 'hardware', datapath: 'l3-routing', egress: interfaces }, []))];
  }
  const notes = pathNotes(chip, group, ways);
  const noted = { ...start, notes: [...start.notes, ...notes] };
  return firstOfEach(ways, (way) => way.interface).flatMap((way) => wayLeg(network, noted, way, group, table));
}

/** Groups of paths that are not all alike, or that nobody has described. */
function pathReason({ routes }: Destinations, ways: readonly Way[]): Reason | undefined {
  const software = ways.filter((way) => way.reason);
  const at = placeOf(routes[0]?.item, 'gateway');
  if (software.length > 0 && software.length < ways.length) {
    const undefinedWay = software.find(({ reason }) => reason?.placement === 'unpredictable');
    if (undefinedWay) return undefinedWay.reason;
    const text = `\`${software[0]?.interface}\` is not routed in hardware, other paths of the route are`;
    return makeReason('unknown', 'route/ecmp-mixed-nexthops', text, at);
  }
  return undefined;
}

function pathNotes(chip: ChipState, { routes }: Destinations, ways: readonly Way[]): readonly Cause[] {
  const at = placeOf(routes[0]?.item, 'gateway');
  if (ways.every((way) => way.reason)) return [];
  const most = chip.switch.fact('l3.ecmp-paths');
  if (!most && ways.length > 1) {
    return [cause('route/ecmp-over-limit', `how many paths of a route ${chip.switch.chip} uses is not published`, at)];
  }
  if (!most || ways.length <= most.value) return [];
  const says = most.says(`${chip.switch.chip} uses ${most.value} paths of a route`);
  return [cause('route/ecmp-over-limit', 'further paths stay idle', at, says)];
}

function wayLeg(
  network: Network,
  start: TraceState,
  way: Way,
  group: Destinations,
  table: string,
): readonly RouteLeg[] {
  const { inInterface } = start.traffic;
  const { reason } = way;
  if (reason?.placement === 'cpu') {
    return [{ kind: 'cpu', trace: start, reason, chipTakes: isVlanOff(reason) ? 'unknown' : false }];
  }
  // The CPU may know another way.
  if (reason?.placement === 'dropped') return [unreached(start, reason)];
  // Who would forward what may reach nobody matters as little.
  if (reason && way.mayReachNobody) {
    const end = { placement: reason.placement, datapath: 'l3-routing', mayDrop: true } as const;
    return [done(endTrace(withoutForwarderUncertainties(start), end, [reason]))];
  }
  let trace = withUncertainty(start, reason);
  // Where it is not even defined who routes, a prefix that does not fit proves nothing.
  const macs = reason?.placement === 'unpredictable' ? undefined : macsReason(network, inInterface, way.interface);
  if (macs) return [{ kind: 'cpu', trace: start, reason: macs, chipTakes: false }];
  const notes = neighbourNotes(network, trace, way, group);
  trace = withUncertainty(trace, arpReason(network, way, group));
  const exits = exitClasses(network, way.interface, trace.packets.family);
  if (exits.length === 0) return [unreached(trace, portlessReason(way.interface))];
  return exits.flatMap((egress) => exitLeg(network, trace, { way, egress, table, notes }));
}

/** One of each kind of port that the interface is left by. */
const exitClasses = derivedPer((network: Network, name: string, family: 4 | 6): readonly Attachment[] =>
  classesOf(exitsFrom(network, name, family), (exit) => bridgeMentions(network, exit.name, 'out')).map(
    (each) => each.representative,
  ),
);

function unreached(trace: TraceState, { cause }: Reason): RouteLeg {
  const reason = { placement: 'cpu' as const, cause };
  return { kind: 'cpu', trace: withoutForwarderUncertainties(trace), reason, chipTakes: true };
}

interface Exit {
  readonly way: Way;
  readonly egress: Attachment;
  readonly table: string;
  /** Of what the chip forwards. */
  readonly notes: readonly Cause[];
}

function exitLeg(network: Network, start: TraceState, { way, egress, table, notes }: Exit): readonly RouteLeg[] {
  const { ingress, inInterface, opens, oneWay } = start.traffic;
  const chip = network.offload;
  const software = chip && ingressReason(network, chip, egress);
  const flags = flagReason(ingress, egress);
  for (const reason of [software, flags]) {
    if (reason?.placement === 'cpu') {
      return [{ kind: 'cpu', trace: start, reason, chipTakes: reason === flags }];
    }
  }
  const noted = { ...start, notes: [...start.notes, ...notes] };
  const told = withStep(noted, step('egress', `leaves \`${way.interface}\` by \`${egress.name}\``));
  const unmodelled = unmodelledAt(network, way.interface, egress);
  const uncertainties = [software, flags, isolationReason(network, ingress), unmodelled];
  const trace = uncertainties.reduce(withUncertainty, told);
  const end = { datapath: 'l3-routing' as const, egress: [{ interface: way.interface, attachment: egress }] };
  const ends = { inInterface, outInterface: way.interface, inPort: ingress, outPort: egress };
  const crossing = { packets: trace.packets, ...ends };
  const path = { ...crossing, opens, oneWay, isRemembered: !oneWay && isRemembered(network, crossing), table };
  const isServed =
    way.reason?.placement !== 'unknown' &&
    !trace.uncertainties.some(({ cause: { code } }) => code === 'l3hw/mac-range-dx2000-dx3000');
  const spared = sparedPolicies(network, path);
  const bypassed = spared.missed.map((each) => (isServed ? each : asPossible(each)));
  const fit = { ...trace, notes: [...trace.notes, ...spared.unseen.map((each) => each.cause)] };
  const missed = bypassed.map(({ packets, reason: found }) => {
    const outcome = endTrace({ ...trace, packets }, { ...end, placement: found.placement }, [found]);
    return done(outcome.placement === 'unknown' ? { ...outcome, mayMiss: true } : outcome);
  });
  const fine = without(trace.packets, bypassed).map((packets) =>
    done(endTrace(withStep({ ...fit, packets }, step('chip', 'routes it')), { ...end, placement: 'hardware' }, [])),
  );
  return [...missed, ...fine];
}

/** Nothing is bypassed for certain where the chip may not serve the interface. */
function asPossible(each: Bypassed): Bypassed {
  return { ...each, reason: { ...each.reason, placement: 'unknown' } };
}

/** Whether isolation of ports touches routed packets is not described. */
export function isolationReason(network: Network, ingress: Attachment): Reason | undefined {
  const isolated = isolatedPorts(network.config);
  const port = isolated.size === 0 ? undefined : [ingress, ...ingress.ports].find(({ name }) => isolated.has(name));
  if (!port) return undefined;
  const at = placeOf(isolated.get(port.name), 'forwarding-override');
  return makeReason('unknown', 'l2/port-isolation-scope', `\`${ingress.name}\` is isolated from other ports`, at);
}

/** Ports that may reach some others alone, each with the row that says it. */
export const isolatedPorts = derivedOnce(
  (config: Config): ReadonlyMap<string, Item> =>
    new Map(
      enabledItemsOf(config, '/interface/ethernet/switch/port-isolation')
        .filter((item) => (propertyValue(item, 'forwarding-override') ?? '') !== '')
        .map((item) => [propertyValue(item, 'name') ?? item.key, item]),
    ),
);
