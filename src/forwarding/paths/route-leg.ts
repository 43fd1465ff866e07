// Route, neighbour and egress in hardware, for a class that the chip may route.

import { type Config, enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { derivedOnce, derivedPer, firstOfEach } from '../../source/grouping.ts';
import { sparedPolicies, without } from '../bypass/bypass.ts';
import { neighbourNotes, silentReason } from '../cpu/neighbour.ts';
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
import { groupReason, leakNote, mixedReason } from '../legs/route-reason.ts';
import { type Attachment, classesOf, exitsFrom } from '../network/attachments.ts';
import type { ChipState, Network, NextHop } from '../network/network.ts';
import { unmodelledAt, unmodelledReason } from '../network/unmodelled.ts';
import { cause, isVlanOff, makeReason, placeOf, portlessReason, type Reason } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { type Destinations, partition } from '../routing/fib.ts';

/** Packets that the chip leaves to the CPU. */
export interface Left {
  readonly trace: TraceState;
  readonly reason: Reason;
  readonly chipTakes: boolean | 'unknown';
}

type RouteLeg = Outcome | Left;

export function isLeft(leg: Outcome | Left | TraceState): leg is Left {
  return 'reason' in leg;
}

export function routeLeg(network: Network, trace: TraceState, table: string): readonly RouteLeg[] {
  const { packets } = trace;
  const { routed, unrouted } = partition(network, table, packets.family, packets.destination);
  const legs = routed.flatMap((group) =>
    groupLeg(network, { ...trace, packets: { ...packets, destination: group.set } }, group),
  );
  if (unrouted.length === 0) return legs;
  const reason = makeReason('cpu', 'flow/no-route', `the chip has no route for them in table \`${table}\``);
  const lost = withoutForwarderUncertainties({ ...trace, packets: { ...packets, destination: unrouted } });
  return [...legs, { trace: lost, reason, chipTakes: true }];
}

function groupLeg(network: Network, start: TraceState, group: Destinations): readonly RouteLeg[] {
  const chip = network.offload;
  if (!chip) return [];
  const { leak, told, isLost, strange, reason } = routedBy(network, chip, group, start.packets.family);
  const noted = withStep(leak ? { ...start, notes: [...start.notes, leak] } : start, told);
  // Whoever looks it up, the chip forwards nothing by it.
  const trace = withUncertainty(isLost ? withoutForwarderUncertainties(noted) : noted, strange);
  if (reason?.placement === 'cpu') return [{ trace, reason, chipTakes: true }];
  if (group.nextHops.every((hop) => hop.kind === 'blackhole')) {
    const stop = makeReason('dropped', 'flow/blackhole', 'a blackhole route drops these packets', told.at);
    return [endTrace(trace, { placement: 'dropped', datapath: 'l3-routing' }, [stop])];
  }
  // Whether the chip then leaves the prefix alone or takes the routes that it has: nobody knows which way packets go.
  if (reason?.cause.code === 'route/ecmp-mixed-nexthops' || reason?.cause.code === 'flow/undecided') {
    return [asOpen(endTrace(trace, { placement: 'unknown', datapath: 'l3-routing' }, []), [reason.cause])];
  }
  return hopsLeg(network, chip, withUncertainty(trace, reason), group);
}

/** What is to be said of some destinations, whoever sends there. */
const routedBy = derivedPer((network: Network, chip: ChipState, group: Destinations, family: 4 | 6) => {
  const { routes, nextHops } = group;
  const [route] = routes;
  const leak = leakNote(group);
  const grade = route?.origin === 'promised' || leak ? 'inferred' : 'documented';
  const ways = nextHops.map((hop) => (hop.kind === 'blackhole' ? 'nowhere' : `\`${hop.interface ?? 'nowhere'}\``));
  const text = `${route?.origin} route to ${[...new Set(ways)].join(', ')}`;
  const isLost = nextHops.every(({ interface: name }) => {
    if (name === undefined || !network.isUp(name)) return true;
    return reachReason(network, name)?.placement === 'dropped' || exitsFrom(network, name, family).length === 0;
  });
  const told = step('route', text, route?.item.origin, grade);
  const strange = unmodelledReason(network, route?.item);
  return { leak, told, isLost, strange, reason: groupReason(network, chip, group) };
});

interface Way {
  readonly hop: NextHop;
  readonly interface: string;
  /** Why the chip cannot send to it. */
  readonly reason: Reason | undefined;
}

const waysOf = derivedPer((network: Network, chip: ChipState, { nextHops }: Destinations): readonly Way[] =>
  nextHops.flatMap((hop) => {
    if (hop.interface === undefined || !network.isUp(hop.interface)) return [];
    const name = hop.interface;
    return [{ hop, interface: name, reason: reachReason(network, name) ?? l3Reason(network, chip, name) }];
  }),
);

function hopsLeg(network: Network, chip: ChipState, start: TraceState, group: Destinations): readonly RouteLeg[] {
  const ways = waysOf(network, chip, group);
  const paths = pathReason(group, ways);
  if (paths) {
    const interfaces = ways.map((way) => ({ interface: way.interface, attachment: undefined }));
    const end = { placement: 'hardware', datapath: 'l3-routing', egress: interfaces } as const;
    return [endTrace(withUncertainty(start, paths), end, [])];
  }
  const noted = { ...start, notes: [...start.notes, ...pathNotes(chip, group, ways)] };
  return firstOfEach(ways, (way) => way.interface).flatMap((way) => wayLeg(network, noted, way, group));
}

/** Groups of paths that are not all alike, or that nobody has described. */
function pathReason({ routes }: Destinations, ways: readonly Way[]): Reason | undefined {
  const software = ways.filter((way) => way.reason);
  const undefinedWay = software.find(({ reason }) => reason?.placement === 'unpredictable');
  if (undefinedWay && software.length < ways.length) return undefinedWay.reason;
  const names = (all: readonly Way[]) => all.map((way) => way.interface);
  return mixedReason(routes, names(ways), names(software));
}

function pathNotes(chip: ChipState, { routes }: Destinations, ways: readonly Way[]): readonly Cause[] {
  const at = placeOf(routes[0]?.item, 'gateway');
  if (ways.length < 2 || ways.every((way) => way.reason)) return [];
  const most = chip.switch.fact('l3.ecmp-paths');
  if (!most) {
    return [cause('route/ecmp-over-limit', `how many paths of a route ${chip.switch.chip} uses is not published`, at)];
  }
  if (ways.length <= most.value) return [];
  const says = most.says(`${chip.switch.chip} uses ${most.value} paths of a route`);
  return [cause('route/ecmp-over-limit', 'further paths stay idle', at, says)];
}

function wayLeg(network: Network, start: TraceState, way: Way, group: Destinations): readonly RouteLeg[] {
  const { inInterface } = start.traffic;
  const { reason } = way;
  if (reason?.placement === 'cpu') {
    return [{ trace: start, reason, chipTakes: isVlanOff(reason) ? 'unknown' : false }];
  }
  // The CPU may know another way.
  if (reason?.placement === 'dropped') return [unreached(start, reason)];
  // Who would forward what may reach nobody matters as little.
  if (reason && reachReason(network, way.interface)?.placement === 'unknown') {
    const end = { placement: reason.placement, datapath: 'l3-routing', mayDrop: true } as const;
    return [endTrace(withoutForwarderUncertainties(start), end, [reason])];
  }
  const trace = withUncertainty(start, reason);
  // Where it is not even defined who routes, a prefix that does not fit proves nothing.
  const macs = reason?.placement === 'unpredictable' ? undefined : macsReason(network, inInterface, way.interface);
  if (macs) return [{ trace: start, reason: macs, chipTakes: false }];
  const silent = silentReason(network, way.interface, trace.packets.family, { ...group, nextHops: [way.hop] });
  if (silent) return [unreached(trace, silent)];
  const exits = exitClasses(network, way.interface, trace.packets.family);
  if (exits.length === 0) return [unreached(trace, portlessReason(way.interface))];
  return exits.flatMap((egress) => exitLeg(network, trace, way, group, egress));
}

/** One of each kind of port that the interface is left by. */
const exitClasses = derivedPer((network: Network, name: string, family: 4 | 6): readonly Attachment[] =>
  classesOf(exitsFrom(network, name, family), (exit) => bridgeMentions(network, exit.name, 'out')).map(
    (each) => each.representative,
  ),
);

function unreached(trace: TraceState, { cause }: Reason): Left {
  return { trace: withoutForwarderUncertainties(trace), reason: { placement: 'cpu', cause }, chipTakes: true };
}

function exitLeg(
  network: Network,
  start: TraceState,
  way: Way,
  group: Destinations,
  egress: Attachment,
): readonly RouteLeg[] {
  const { ingress, inInterface, opens, oneWay } = start.traffic;
  const chip = network.offload;
  const software = chip && ingressReason(network, chip, egress);
  const flags = flagReason(ingress, egress);
  for (const reason of [software, flags]) {
    if (reason?.placement === 'cpu') return [{ trace: start, reason, chipTakes: reason === flags }];
  }
  const notes = [...start.notes, ...neighbourNotes(network, start, way, group)];
  const steps = [...start.steps, step('egress', `leaves \`${way.interface}\` by \`${egress.name}\``)];
  const unmodelled = unmodelledAt(network, way.interface, egress);
  const uncertainties = [software, flags, isolationReason(network, ingress), unmodelled];
  const trace = uncertainties.reduce(withUncertainty, { ...start, notes, steps });
  const end = { datapath: 'l3-routing' as const, egress: [{ interface: way.interface, attachment: egress }] };
  const ends = { inInterface, outInterface: way.interface, inPort: ingress, outPort: egress };
  const isServed =
    way.reason?.placement !== 'unknown' &&
    !trace.uncertainties.some(({ cause: { code } }) => code === 'l3hw/mac-range-dx2000-dx3000');
  const table = group.routes[0]?.table;
  const spared = sparedPolicies(network, { packets: trace.packets, ...ends, opens, oneWay, table });
  // Nothing is bypassed for certain where the chip may not serve the interface.
  const bypassed = spared.missed.map(
    (each): Bypassed => (isServed ? each : { ...each, reason: { ...each.reason, placement: 'unknown' } }),
  );
  const seen = { notes: [...notes, ...spared.unseen.map((each) => each.cause)], steps: [...steps, routes] };
  const missed = bypassed.map(({ packets, reason: found }) => {
    const outcome = endTrace({ ...trace, packets }, { ...end, placement: found.placement }, [found]);
    return outcome.placement === 'unknown' ? { ...outcome, mayMiss: true as const } : outcome;
  });
  const fine = without(trace.packets, bypassed).map((packets) =>
    endTrace({ ...trace, ...seen, packets }, { ...end, placement: 'hardware' }, []),
  );
  return [...missed, ...fine];
}

const routes = step('chip', 'routes it');

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
