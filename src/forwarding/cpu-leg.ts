// What the CPU does with a class of packets that reaches it: firewall, routing tables, FastTrack, and the path that
// remains.

import type { Item } from '../model/config.ts';
import { exitsFrom } from './attachments.ts';
import { type Objection, objection, placeOf } from './causes.ts';
import { isDenied, type Passage, startPassage, walkChain } from './chains.ts';
import { connectionStates } from './connection-states.ts';
import { asAddressed, asTranslated, type CpuArrival } from './cpu-arrival.ts';
import { lookUp, openRoutes } from './cpu-lookup.ts';
import { fastpathObjection, fasttrackObjection, isTracking } from './cpu-path.ts';
import { isForwardingOff } from './device-objections.ts';
import { fasttrackEnd } from './fasttrack.ts';
import { firewallOf } from './firewall.ts';
import { reachObjection } from './l3-leg.ts';
import type { Network } from './network.ts';
import {
  endJourney,
  type Journey,
  type Outcome,
  step,
  withDoubt,
  withoutForwarderDoubts,
  withStep,
} from './outcome.ts';
import { byReversePath } from './reverse-path.ts';
import { lookupFrom, routingChoices } from './routing-policy.ts';
import { isFast, whySlow } from './why-slow.ts';

export function cpuLeg(network: Network, start: Journey, arrival: CpuArrival): readonly Outcome[] {
  const off = isForwardingOff(network.config, start.box.family);
  if (off) {
    const text = 'the device does not forward';
    const stop = objection('dropped', 'route/ip-forward-off', text, placeOf(off));
    return [endJourney(start, { placement: 'dropped', datapath: 'l3-routing' }, [...arrival.reasons, stop])];
  }
  const { allowed, refused } = byReversePath(network, start, arrival.reasons);
  return [...refused, ...allowed.flatMap((box) => forwardInCpu(network, { ...start, box }, arrival))];
}

function forwardInCpu(network: Network, start: Journey, arrival: CpuArrival): readonly Outcome[] {
  const { traffic, box } = start;
  const states = connectionStates(traffic);
  const fresh = startPassage({
    box,
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
    const { connectionMark } = way.passage;
    const natState = translation(network, way.passage, arrival);
    const steady = { ...fresh, box: way.journey.box, connectionState: states.steady, connectionMark, natState };
    const again = through(network, steady, way.journey, arrival);
    const onward = again.filter(({ ended, outInterface }) => ended !== undefined || outInterface === way.outInterface);
    return onward.flatMap((each) => finish(network, each, arrival));
  });
}

/** Whether the packets that open it make the connection FastTrack already. */
function isFasttracked(network: Network, { passage, outInterface }: Way): boolean {
  const interfaces = [passage.inInterface, outInterface];
  const isTracked = passage.connectionState !== 'untracked';
  return (
    passage.fasttrack !== undefined &&
    isTracked &&
    isFast(passage.box) &&
    !fasttrackObjection(network, passage.box.family, interfaces)
  );
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
  const raw = walkChain(firewall, 'raw', 'prerouting', asAddressed(start, arrival));
  const translated = (passage: Passage) => asTranslated(passage, start);
  return raw.flatMap((passage) => {
    const untracked = !tracked || passage.effects.some(({ action }) => action === 'notrack');
    const next = { ...passage, effects: [], ...(untracked && { connectionState: 'untracked' as const }) };
    if (isDenied(passage)) return [denied(journey, translated(passage), arrival)];
    if (untracked && arrival.natState) return [untranslatable(journey, translated(passage), arrival)];
    return walkChain(firewall, 'mangle', 'prerouting', next)
      .map(translated)
      .flatMap((marked) =>
        isDenied(marked) ? [denied(journey, marked, arrival)] : routed(network, marked, journey, arrival),
      );
  });
}

/** NAT is part of tracking: what a raw rule keeps from it stays addressed to the device, which takes it. */
function untranslatable(journey: Journey, passage: Passage, { reasons }: CpuArrival): Way {
  const rule = passage.effects.find(({ action }) => action === 'notrack');
  const text = 'packets that are kept from tracking are not translated back, and end at the device';
  const stop = objection('dropped', 'flow/no-route', text, placeOf(rule?.item, 'action'));
  return endWay({ ...journey, box: passage.box }, passage, [...reasons, stop]);
}

function routed(network: Network, passage: Passage, journey: Journey, arrival: CpuArrival): readonly Way[] {
  const choices = routingChoices(network, passage.box, lookupFrom(network, passage.inInterface, passage.routingMark));
  return choices.flatMap((choice) => {
    const at = { ...journey, box: choice.box };
    const marking = passage.effects.findLast(({ action }) => action === 'mark-routing');
    const chosenBy = choice.by ?? (choice.table === passage.routingMark ? marking?.item : undefined);
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
      // The chip knows the main table too.
      const sure = choice.table === 'main' && !choice.by ? withoutForwarderDoubts(here) : here;
      if (found.kind === 'open') {
        return [endWay(here, there, [...arrival.reasons, openRoutes(found.at)], 'unknown')];
      }
      if (found.kind !== 'egress') {
        const code = found.kind === 'blackhole' ? 'flow/blackhole' : 'flow/no-route';
        const text = found.kind === 'blackhole' ? 'a blackhole route drops these packets' : 'there is no route';
        return [endWay(sure, there, [...arrival.reasons, objection('dropped', code, text, found.at?.origin)])];
      }
      const unreachable = reachObjection(network, found.interface) ?? portlessObjection(network, found.interface);
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

function portlessObjection(network: Network, name: string): Objection | undefined {
  if (exitsFrom(network, name).length > 0) return undefined;
  return objection('dropped', 'flow/no-port', `no port of \`${name}\` is up and takes its frames`, undefined);
}

/** Answers of a connection that is FastTrack before the first of them: the main table, and no firewall. */
function fastWays(network: Network, start: Passage, journey: Journey): readonly Way[] {
  return lookUp(network, { box: start.box, table: 'main' }).map((found): Way => {
    const here = { ...journey, box: found.box };
    const passage = { ...start, box: found.box };
    if (found.kind === 'egress') {
      const outInterface = found.interface;
      return { journey: here, passage: { ...passage, outInterface }, outInterface, table: 'main', chosenBy: undefined };
    }
    if (found.kind === 'open') return endWay(here, passage, [openRoutes(found.at)], 'unknown');
    const text = 'FastTrack looks up `main`, which has no route for the answers';
    // Whether the slow path then finds them one in another table is not described.
    const isLost = found.kind === 'blackhole' || network.routes.every(({ table }) => table === 'main');
    const placement = isLost ? 'dropped' : 'unknown';
    return endWay(here, passage, [objection(placement, 'flow/no-route', text, found.at?.origin)], placement);
  });
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
    return walkChain(firewall, 'filter', 'forward', { ...mangled, end: undefined }).flatMap((accepted) => {
      if (isDenied(accepted)) return [denied(journey, accepted, arrival)];
      return walkChain(firewall, 'mangle', 'postrouting', { ...accepted, end: undefined }).map((last): Way => {
        if (isDenied(last)) return denied(journey, last, arrival);
        const here = withDoubt({ ...journey, box: last.box }, doubtOf(last));
        return { journey: here, passage: { ...last, end: accepted.end }, ...way };
      });
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
  const mayDrop = placement === 'unknown' && { mayDrop: true as const };
  const ended = endJourney(journey, { placement, datapath: 'l3-routing', ...mayDrop }, reasons);
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
    ...(passage.connectionMark !== 'no-mark' && { connectionMark: passage.connectionMark }),
    ...(passage.connectionState === 'untracked' && { isUntracked: true as const }),
  };
  const stopsFasttrack = fasttrackObjection(network, box.family, interfaces);
  // FastTrack takes connections, not directions.
  const rule = passage.fasttrack ?? way.journey.traffic.fasttracked?.rule;
  if (rule && !stopsFasttrack && passage.connectionState !== 'untracked' && isFast(box)) {
    const context = { passage, rule, table, chosenBy: way.chosenBy, outInterface, arrival };
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
  const why = whySlow(network, passage, way.chosenBy, stopsFasttrack);
  const slowEnd = { ...end, placement: 'cpu' as const, cpuPath: 'slow' as const };
  const told = withStep(journey, step('cpu', 'slow path', stopsFastpath.cause.at));
  return [endJourney(told, slowEnd, [...arrival.reasons, ...why, stopsFastpath].filter(isFirstOfItsCode))];
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
