// What the CPU does with a class of packets that reaches it: firewall, routing tables, FastTrack, and the path that
// remains.

import type { Item } from '../model/config.ts';
import { type Objection, objection, placeOf } from './causes.ts';
import { isDenied, type Passage, startPassage, walkChain } from './chains.ts';
import { connectionStates } from './connection-states.ts';
import { fastpathObjection, fasttrackObjection, isTracking } from './cpu-path.ts';
import { isForwardingOff } from './device-objections.ts';
import { fasttrackEnd } from './fasttrack.ts';
import { partition } from './fib.ts';
import { firewallOf } from './firewall.ts';
import { reachObjection } from './l3-leg.ts';
import type { Network, NextHop } from './network.ts';
import { endJourney, type Journey, type Outcome, step, withDoubt, withStep } from './outcome.ts';
import { type RoutingChoice, routingChoices } from './routing-policy.ts';
import { type Box, hasPorts } from './space.ts';

/** How packets came to the CPU. */
export interface CpuArrival {
  readonly reasons: readonly Objection[];
  /** Whether the chip could take the connection once it is FastTrack. */
  readonly chipTakes: boolean | 'unknown';
  /** Destination NAT brought them: what arrived was addressed to the device. */
  readonly natState?: 'srcnat' | 'dstnat';
}

export function cpuLeg(network: Network, start: Journey, arrival: CpuArrival): readonly Outcome[] {
  const off = isForwardingOff(network.config, start.box.family);
  if (off) {
    const text = 'the device does not forward';
    const stop = objection('dropped', 'route/ip-forward-off', text, placeOf(off));
    return [endJourney(start, { placement: 'dropped', datapath: 'l3-routing' }, [...arrival.reasons, stop])];
  }
  const { traffic, box } = start;
  const states = connectionStates(traffic);
  const fresh = startPassage({
    box,
    inInterface: traffic.inInterface,
    outInterface: undefined,
    connectionState: states.opening,
  });
  const opening = through(network, { ...fresh, natState: arrival.natState }, start, arrival);
  // Later packets meet the rules for what the connection has become by then.
  if (states.steady === states.opening) return opening.flatMap((way) => finish(network, way, arrival));
  return opening.flatMap((way) => {
    if (way.ended) return [way.ended];
    const steady = { ...fresh, box: way.journey.box, connectionState: states.steady };
    const connectionMark = way.passage.connectionMark;
    const again = through(network, { ...steady, connectionMark, natState: arrival.natState }, way.journey, arrival);
    const onward = again.filter(({ ended, outInterface }) => ended !== undefined || outInterface === way.outInterface);
    return onward.flatMap((each) => finish(network, each, arrival));
  });
}

/** A class after the forward chain: dropped, or on its way to an interface. */
interface Way {
  readonly journey: Journey;
  readonly passage: Passage;
  readonly outInterface: string;
  readonly table: string;
  /** Why the table is not `main`. */
  readonly chosenBy: Item | undefined;
  readonly ended?: Outcome;
}

function through(network: Network, start: Passage, journey: Journey, arrival: CpuArrival): readonly Way[] {
  const firewall = firewallOf(network, start.box.family);
  const tracked = isTracking(network);
  const raw = walkChain(firewall, 'raw', 'prerouting', start);
  return raw.flatMap((passage) => {
    const untracked = !tracked || passage.effects.some(({ action }) => action === 'notrack');
    const next = { ...passage, effects: [], ...(untracked && { connectionState: 'untracked' as const }) };
    if (isDenied(passage)) return [denied(journey, passage, arrival)];
    return walkChain(firewall, 'mangle', 'prerouting', next).flatMap((marked) =>
      isDenied(marked) ? [denied(journey, marked, arrival)] : routed(network, marked, journey, arrival),
    );
  });
}

function routed(network: Network, passage: Passage, journey: Journey, arrival: CpuArrival): readonly Way[] {
  const choices = routingChoices(network, passage.box, passage.inInterface, passage.routingMark);
  return choices.flatMap((choice) => {
    const at = { ...journey, box: choice.box };
    const marking = passage.effects.findLast(({ action }) => action === 'mark-routing');
    const chosenBy = choice.by ?? marking?.item;
    if (choice.dropped) {
      const stop = objection(
        'dropped',
        'flow/no-route',
        'a routing rule drops these packets',
        placeOf(choice.by, 'action'),
      );
      return [endWay(at, { ...passage, box: choice.box }, [...arrival.reasons, stop])];
    }
    const doubt = choice.doubtful
      ? objection(
          'unknown',
          'flow/undecided',
          'a routing rule asks for something that the flow does not say',
          choice.by?.origin,
        )
      : undefined;
    return lookUp(network, choice).flatMap((found) => {
      const here = { ...withDoubt(at, doubt), box: found.box };
      const there = { ...passage, box: found.box };
      if (found.kind !== 'egress') {
        const code = found.kind === 'blackhole' ? 'flow/blackhole' : 'flow/no-route';
        const text = found.kind === 'blackhole' ? 'a blackhole route drops these packets' : 'there is no route';
        return [endWay(here, there, [...arrival.reasons, objection('dropped', code, text, found.at?.origin)])];
      }
      const unreachable = reachObjection(network, found.interface);
      if (unreachable) return [endWay(here, there, [...arrival.reasons, unreachable])];
      const way = {
        outInterface: found.interface,
        table: choice.table,
        chosenBy: choice.table === 'main' ? undefined : chosenBy,
      };
      return filtered(network, { ...there, outInterface: found.interface }, here, way, arrival);
    });
  });
}

type Found =
  | { readonly kind: 'egress'; readonly box: Box; readonly interface: string }
  | { readonly kind: 'blackhole' | 'unrouted'; readonly box: Box; readonly at: Item | undefined };

function lookUp(network: Network, { box, table, fallsBack }: RoutingChoice): readonly Found[] {
  const { routed: groups, unrouted } = partition(network, table, box.family, box.destination);
  const found = groups.flatMap(({ set, nextHops, routes }): readonly Found[] => {
    const part = { ...box, destination: set };
    const ways = [...new Set(nextHops.map(interfaceOf).filter((name) => name !== undefined))];
    if (ways.length === 0) return [{ kind: 'blackhole', box: part, at: routes[0]?.item }];
    return ways.map((name) => ({ kind: 'egress', box: part, interface: name }));
  });
  if (unrouted.length === 0) return found;
  const rest = { ...box, destination: unrouted };
  if (!fallsBack || table === 'main') return [...found, { kind: 'unrouted', box: rest, at: undefined }];
  const again = { box: rest, table: 'main', by: undefined, dropped: false, fallsBack: false, doubtful: false };
  return [...found, ...lookUp(network, again)];
}

function interfaceOf(hop: NextHop): string | undefined {
  return hop.kind === 'blackhole' ? undefined : hop.interface;
}

function filtered(
  network: Network,
  passage: Passage,
  journey: Journey,
  way: Pick<Way, 'outInterface' | 'table' | 'chosenBy'>,
  arrival: CpuArrival,
): readonly Way[] {
  const firewall = firewallOf(network, passage.box.family);
  return walkChain(firewall, 'mangle', 'forward', passage).flatMap((mangled) => {
    if (isDenied(mangled)) return [denied(journey, mangled, arrival)];
    return walkChain(firewall, 'filter', 'forward', { ...mangled, end: undefined }).map((last): Way => {
      if (isDenied(last)) return denied(journey, last, arrival);
      const here = withDoubt({ ...journey, box: last.box }, doubtOf(last));
      return { journey: here, passage: last, ...way };
    });
  });
}

function doubtOf({ doubt }: Passage): Objection | undefined {
  if (!doubt) return undefined;
  const text = `whether \`${doubt.undecided.join(', ')}\` matches is not known`;
  return objection('unknown', 'flow/undecided', text, doubt.item.origin);
}

/** A drop that only may happen leaves the outcome open. */
function denied(journey: Journey, passage: Passage, { reasons }: CpuArrival): Way {
  const doubt = doubtOf(passage);
  const here = { ...journey, box: passage.box };
  const stop = objection(
    'dropped',
    'flow/denied-by-firewall',
    'a firewall rule drops these packets',
    placeOf(passage.end?.item, 'action'),
  );
  const at = placeOf(passage.end?.item);
  const told = withStep(here, step('firewall', 'dropped by a rule', at));
  return doubt
    ? { ...endWay(told, passage, [...reasons, doubt], 'unknown') }
    : endWay(told, passage, [...reasons, stop]);
}

function endWay(
  journey: Journey,
  passage: Passage,
  reasons: readonly Objection[],
  placement: 'dropped' | 'unknown' = 'dropped',
): Way {
  const ended = endJourney(journey, { placement, datapath: 'l3-routing' }, reasons);
  return { journey, passage, outInterface: '', table: 'main', chosenBy: undefined, ended };
}

/** Picks the path of a class that the firewall lets through. */
function finish(network: Network, way: Way, arrival: CpuArrival): readonly Outcome[] {
  if (way.ended) return [way.ended];
  const { passage, outInterface, table } = way;
  const { box, inInterface } = passage;
  const interfaces = [inInterface, outInterface];
  const journey = withStep(
    way.journey,
    step('cpu', `routed by table \`${table}\` to \`${outInterface}\``, way.chosenBy?.origin),
  );
  const natted = translation(network, passage, arrival);
  const end = {
    datapath: 'l3-routing' as const,
    egress: [{ interface: outInterface, attachment: undefined }],
    translated: natted,
    ...(passage.connectionState === 'untracked' && { isUntracked: true as const }),
  };
  const stopsFasttrack = fasttrackObjection(network, box.family, interfaces);
  if (passage.fasttrack && !stopsFasttrack && passage.connectionState !== 'untracked' && isFast(box)) {
    const context = { passage, rule: passage.fasttrack, table, chosenBy: way.chosenBy, outInterface, arrival };
    return [fasttrackEnd(network, journey, context, end)];
  }
  const stopsFastpath = stopsFasttrack ?? fastpathObjection(network, box.family);
  if (!stopsFastpath) {
    return [
      endJourney(
        withStep(journey, step('cpu', 'FastPath')),
        { ...end, placement: 'cpu', cpuPath: 'fastpath' },
        arrival.reasons,
      ),
    ];
  }
  const why = whySlow(network, way, stopsFasttrack);
  const slowEnd = { ...end, placement: 'cpu' as const, cpuPath: 'slow' as const };
  const told = withStep(journey, step('cpu', 'slow path', stopsFastpath.cause.at));
  return [endJourney(told, slowEnd, [...arrival.reasons, ...why, stopsFastpath].filter(isFirstOfItsCode))];
}

/** FastTrack takes TCP and UDP alone. */
function isFast({ protocol }: Box): boolean {
  return protocol === 'tcp' || protocol === 'udp';
}

function isFirstOfItsCode({ cause }: Objection, index: number, all: readonly Objection[]): boolean {
  return all.findIndex((other) => other.cause.code === cause.code) === index;
}

function translation(network: Network, passage: Passage, { natState }: CpuArrival): 'srcnat' | 'dstnat' | undefined {
  if (natState) return natState;
  if (passage.connectionState === 'untracked') return undefined;
  const firewall = firewallOf(network, passage.box.family);
  const start = { ...passage, connectionState: 'new' as const, end: undefined };
  const translates = walkChain(firewall, 'nat', 'srcnat', start).some(({ end }) => end && end.action !== 'accept');
  return translates ? 'srcnat' : undefined;
}

/** Why a connection that could be FastTrack is not. */
function whySlow(network: Network, way: Way, stops: Objection | undefined): readonly Objection[] {
  const { passage, chosenBy } = way;
  const { box, connectionState, end } = passage;
  const fact = network.offload?.switch.fact('l3.fasttrack');
  if (chosenBy?.menu.endsWith('/mangle') && fact?.value === false) {
    const text = 'mangle picks the routing table, and this chip cannot take connections over from the CPU';
    const says = fact.says('the chip does not forward FastTrack connections');
    return [objection('cpu', 'firewall/mangle-on-no-fasttrack-hw', text, placeOf(chosenBy, 'action'), says)];
  }
  const rules = firewallOf(network, box.family);
  if (stops || rules.rules === 0) return [];
  const candidate = fasttrackRules(network, box.family)[0];
  if (!candidate) {
    if (chosenBy || !isFast(box) || connectionState === 'untracked') return [];
    return [objection('cpu', 'firewall/fasttrack-missing', 'no rule makes these connections FastTrack', undefined)];
  }
  const at = candidate.origin;
  if (!isFast(box) || !hasPorts(box.protocol)) {
    return [objection('cpu', 'firewall/fasttrack-l4-limit', `${box.protocol} is never FastTrack`, at)];
  }
  if (connectionState === 'untracked') {
    return [objection('cpu', 'firewall/notrack-no-fasttrack', 'these packets are not tracked', at)];
  }
  if (connectionState === 'new') {
    const text = 'nobody answers, so the connection stays `new` and the FastTrack rule does not match';
    return [objection('cpu', 'firewall/fasttrack-needs-reply', text, placeOf(candidate, 'connection-state'))];
  }
  if (end?.action === 'accept') {
    return [
      objection('cpu', 'firewall/fasttrack-after-accept', 'an earlier rule accepts these packets', end.item.origin),
    ];
  }
  return [];
}

function fasttrackRules(network: Network, family: 4 | 6): readonly Item[] {
  const firewall = firewallOf(network, family);
  const inChain = (table: 'filter' | 'mangle', chain: string) =>
    firewall.chain(table, chain).filter(({ action }) => action === 'fasttrack-connection');
  return [...inChain('filter', 'forward'), ...inChain('mangle', 'prerouting'), ...inChain('mangle', 'forward')].map(
    ({ item }) => item,
  );
}
