// Both directions of a flow through one device, cut into classes that each go one way.

import { families } from '../../model/prefix.ts';
import { computeIfAbsent, derivedPer } from '../../source/grouping.ts';
import type { Location } from '../../source/location.ts';
import { movesElsewhere } from '../acl/acl.ts';
import { applySwitchRules } from '../acl/switch-rule-walk.ts';
import type { CpuArrival } from '../cpu/cpu-way.ts';
import { answeringElsewhere, orElsewhere } from '../cpu/other-ways.ts';
import { ofFamily } from '../firewall/connection-states.ts';
import { natArrivals } from '../firewall/destination-nat.ts';
import { leadHere } from '../firewall/hairpins.ts';
import { addressesOn } from '../firewall/new-addresses.ts';
import {
  asOpen,
  isOfDestinationNat,
  isOfSourceNat,
  isPastCpu,
  isRefused,
  type NatState,
  type Outcome,
  startTrace,
  step,
} from '../firewall/outcome.ts';
import { bridgesByIp } from '../network/bridges.ts';
import type { Network } from '../network/network.ts';
import { cause, makeReason, type Reason } from '../packets/causes.ts';
import { type Flow, mirrored } from '../packets/flow.ts';
import {
  allPorts,
  clientPorts,
  cut,
  type IntervalSet,
  isEmpty,
  mirror,
  type PacketSet,
  packetSetKey,
  setKey,
  subtract,
  unionOf,
} from '../packets/space.ts';
import { addressesOfEnd, entriesOf, entriesTowards, groupsOfEnd, isOwn, ownAddressesAt } from '../routing/endpoints.ts';
import { type Directed, joinDirections, untranslatedBack } from './both-directions.ts';
import { cpuLeg, translatedBy } from './cpu-leg.ts';
import { type Entering, enterBy, keptFromCpu } from './follow.ts';
import { inSite, nowhere } from './lost-traffic.ts';
import { inTurn, marksForAnswers } from './marks-in-turn.ts';
import { multicastLeg } from './multicast-leg.ts';
import { openersSentOut, sentOutAgain } from './sent-out-again.ts';

export function followFlow(network: Network, flow: Flow, asked = flow.families ?? families): readonly Directed[] {
  const protocols = flow.protocol === undefined ? ['tcp', 'udp'] : [flow.protocol];
  return asked.flatMap((family) => {
    const source = addressesOfEnd(network, flow.from, family);
    const destination = addressesOfEnd(network, flow.to, family);
    if (isEmpty(source)) return [];
    const groups = groupsOfEnd(flow.to, family);
    return protocols.flatMap((named) => {
      const protocol = ofFamily(named, family);
      if (isEmpty(destination)) {
        const toGroups = isEmpty(groups)
          ? []
          : enterGroups(network, flow, { family, protocol, source, destination: groups, ...portsOf(flow) });
        return toGroups.map((outcome) => ({ direction: 'forward' as const, outcome }));
      }
      const all = between(network, flow, { family, protocol, source, destination, ...portsOf(flow) });
      return all.map((each) => inSite(each, flow));
    });
  });
}

/** With the answers, where somebody answers by this device. */
function between(network: Network, flow: Flow, packets: PacketSet): readonly Directed[] {
  const { only, oneWay, answersBy } = flow;
  const opening = only === 'reverse' ? enter(network, mirrored(flow), mirror(packets)) : enter(network, flow, packets);
  if (only)
    return opening.map((outcome) => ({ direction: only, outcome: oneWay ? outcome : untranslatedBack(outcome, only) }));
  const turns = {
    answersTo: (some: readonly Outcome[]) => answers(network, some, answersBy),
    arriveAgain: (opener: Outcome, laterMark: string) => arriveAgain(network, opener, laterMark),
  };
  const forwards = oneWay ? opening : inTurn(network, opening, turns);
  const there = forwards.map((outcome) => ({ direction: 'forward' as const, outcome }));
  return oneWay ? there : joinDirections(network, there, answers(network, forwards, answersBy));
}

function portsOf(flow: Flow): Pick<PacketSet, 'sourcePort' | 'destinationPort'> {
  const ports = unionOf(flow.ports.map(({ from, to }) => ({ from, to: to + 1 })));
  return {
    sourcePort: flow.oneWay ? allPorts : clientPorts,
    destinationPort: isEmpty(ports) ? allPorts : ports,
  };
}

function enter(network: Network, flow: Flow, packets: PacketSet): readonly Outcome[] {
  const { family, source } = packets;
  const entries =
    flow.entersBy?.map((name) => ({ interface: name, sources: source })) ??
    entriesTowards(network, entriesOf(network, flow.from, family, source), flow, family);
  if (entries.length === 0) return [nowhere(network, packets, flow.oneWay)];
  return entries.flatMap(({ interface: inInterface, sources }) => {
    const arriving = { ...packets, source: sources };
    const opens = flow.only !== 'reverse';
    const { translated, direct } =
      flow.from.internet && opens
        ? natArrivals(network, inInterface, arriving)
        : { translated: [], direct: [arriving] };
    const base = { inInterface, opens, oneWay: flow.oneWay, ...(flow.only && { isHalf: true as const }) };
    const outcomes = [
      ...direct
        .flatMap((part) => leadHere(network, inInterface, part))
        .flatMap((part) => enterBy(network, { ...base, packets: part })),
      ...translated.flatMap(({ packets: part, rule }) => {
        const reason = translatedBy(rule);
        return arriveAtDevice(network, { ...base, packets: part, isNamedInside: true }, { natState: 'dstnat', reason });
      }),
    ];
    return opens ? outcomes.map((each) => openersSentOut(network, each)) : outcomes;
  });
}

/** Nobody answers a group. */
function enterGroups(network: Network, flow: Flow, packets: PacketSet): readonly Outcome[] {
  return entriesOf(network, flow.from, packets.family, packets.source).flatMap(({ interface: inInterface, sources }) =>
    enterBy(
      network,
      { inInterface, opens: true, oneWay: true, packets: { ...packets, source: sources } },
      multicastLeg,
    ),
  );
}

/** The way back of every class that gets through: from where it left, or by the interfaces that others send it to. */
function answers(network: Network, forwards: readonly Outcome[], by: readonly string[] = []): readonly Directed[] {
  const seen = new Map<Location | undefined, Set<string>>();
  const back: Directed[] = [];
  for (const forward of forwards) {
    const { packets, egress, translated, newSources = [], fasttracked, connectionMark, openingMark } = forward;
    if (forward.placement === 'dropped' && !forward.isOpened) continue;
    // Several rules may translate to one server: its answers need each of them.
    const known = computeIfAbsent(seen, translationOf(forward), () => new Set());
    const entries = egress.flatMap(({ interface: left, isOpen }) =>
      (by.length === 0 || by.includes(left) ? [left] : by).map((inInterface) => ({ inInterface, isOpen })),
    );
    for (const { inInterface, isOpen } of entries) {
      const mirrored = toOthers(network, mirror(packets), inInterface);
      const nat = `${translated} ${setKey(newSources)} ${setKey(forward.openedTo?.destination ?? [])}`;
      const marks = `${fasttracked?.rule.item.key} ${openingMark} ${connectionMark}`;
      const key = `${inInterface} ${isOpen} ${nat} ${marks} ${packetSetKey(mirrored)}`;
      if (known.has(key)) continue;
      known.add(key);
      const outcomes = answersBy(network, forward, { packets: mirrored, inInterface }, isOpen);
      back.push(...outcomes.map((outcome) => ({ direction: 'reverse' as const, outcome })));
    }
  }
  return back;
}

/** What may come by another way is judged apart. */
function answersBy(network: Network, forward: Outcome, start: Start, isOpen: true | undefined): readonly Outcome[] {
  const { packets, inInterface } = start;
  const { common, rest } = cut(
    packets.source,
    answeringElsewhere(network, forward.traffic.inInterface, inInterface, packets),
  );
  const from = (source: IntervalSet) =>
    isEmpty(source) ? [] : answer(network, forward, { inInterface, packets: { ...packets, source } }, isOpen);
  return isEmpty(common) ? answer(network, forward, start, isOpen) : [...from(rest), ...from(common).map(orElsewhere)];
}

type Start = Pick<Entering, 'packets' | 'inInterface'>;

function answer(network: Network, forward: Outcome, start: Start, isOpen = forward.mayDrop): readonly Outcome[] {
  const { translated, newSources, fasttracked } = forward;
  const shared = { ...(fasttracked && { fasttracked }), ...marksForAnswers(forward) };
  const ofNat = isOfDestinationNat(translated) && { openedTo: forward.openedTo ?? { destination: [] } };
  const entering = { ...start, opens: false, oneWay: false, ...shared, ...ofNat };
  const reason = makeReason('cpu', 'flow/translated', 'the answers are translated back');
  const arrive = (each: Entering) =>
    isOfSourceNat(translated)
      ? arriveAtDevice(network, each, { natState: translated, reason }, newSources)
      : enterBy(network, each);
  const arriving = arrive(entering).flatMap((first) => {
    const again = askedAgain(forward, entering, first);
    return again ? arrive(again) : first;
  });
  const outcomes = isOfSourceNat(translated)
    ? arriving.map((each) => sentOutAgain(network, each, forward.traffic.inInterface))
    : arriving;
  const untranslated =
    translated === 'dstnat'
      ? outcomes.map((each) => needsTranslation(network, each, translationOf(forward)))
      : outcomes;
  // Whether the openers come this way is open, so nothing is certain of their answers.
  return isOpen ? untranslated.map((each) => asOpen(each, forward.because, forward.mayDrop === true)) : untranslated;
}

/** Openers whose first answer a rule refuses come again, and may give the mark that lets the next one pass. */
function askedAgain(
  { openingMark, connectionMark = 'no-mark' }: Outcome,
  entering: Entering,
  first: Outcome,
): Entering | undefined {
  const isMarked = openingMark !== undefined && first.isSeen && isRefused(first);
  return isMarked ? { ...entering, packets: first.packets, connectionMark } : undefined;
}

function translationOf({ because }: Outcome): Location | undefined {
  return because.find(({ code }) => code === 'flow/translated')?.at;
}

/** What a host of a subnet is sent: the device's own addresses in it are no hosts, unless the flow is about them. */
function toOthers(network: Network, packets: PacketSet, inInterface: string): PacketSet {
  const others = withoutOwnAt(network, inInterface, packets.family, packets.destination);
  return isEmpty(others) ? packets : { ...packets, destination: others };
}

/** The same set each time, of which then is known what was found out before. */
const withoutOwnAt = derivedPer((network: Network, inInterface: string, family: 4 | 6, set: IntervalSet) =>
  subtract(set, ownAddressesAt(network, inInterface, family)),
);

/**
 * Openers and answers that the CPU translates, addressed to the device. Switch rules see the address that packets are
 * sent to, as long as the CPU has not translated it.
 */
function arriveAtDevice(
  network: Network,
  entering: Entering,
  { natState, reason }: { readonly natState: NatState; readonly reason: Reason },
  target = addressesOn(network, entering.inInterface, entering.packets.family),
): readonly Outcome[] {
  const { packets, inInterface } = entering;
  const arrival: CpuArrival = { reasons: [reason], chipTakes: true, natState };
  const addressed = isEmpty(target) ? packets : { ...packets, destination: target };
  const known = (met: PacketSet) => {
    const arrived = { destination: met.destination, isDevice: isOwn(network, inInterface, met), staysDevice: false };
    return isEmpty(target) ? arrival : { ...arrival, arrived };
  };
  return enterBy(network, entering, (_, traffic) =>
    applySwitchRules(network, traffic.ingress, addressed).flatMap(({ packets: met, rule, uncertainty }) => {
      const { source, sourcePort } = met;
      const part = { ...packets, source, sourcePort };
      const at = rule?.item.origin ?? reason.cause.at;
      const steps = [step('ingress', `enters by \`${traffic.ingress.name}\`, addressed to the device`, at)];
      const trace = startTrace({ ...traffic, packets: part }, steps);
      const isDropped = rule?.action.kind === 'drop';
      const mayMove = rule !== undefined && movesElsewhere(network, rule, traffic);
      if (!uncertainty && !isDropped && !mayMove) return cpuLeg(network, trace, known(met));
      return [keptFromCpu(trace, isDropped && !uncertainty, at)];
    }),
  );
}

/** By the same kind of port. */
function arriveAgain(network: Network, opener: Outcome, laterMark: string): readonly Outcome[] {
  const { traffic, packets } = opener;
  const reason = makeReason('cpu', 'flow/translated', 'the destination address is translated', translationOf(opener));
  return arriveAtDevice(network, { ...traffic, packets, laterMark }, { natState: 'dstnat', reason }).filter(
    (each) => each.traffic.ingress.name === traffic.ingress.name,
  );
}

/** Answers that go past the IP firewall keep the address that the other end never asked for. */
function needsTranslation(network: Network, outcome: Outcome, at: Location | undefined): Outcome {
  const { placement, datapath, because } = outcome;
  const isBridged = datapath === 'l2-switching' && placement === 'cpu' && !bridgesByIp(network);
  // Whoever gets what a switch rule sends out of a port gets it as it is.
  const isSentOut = because[0]?.code === 'acl/acl-redirect-is-l2';
  if (placement === 'unknown') return { ...outcome, mayMiss: true };
  if (!isPastCpu(outcome) && !isBridged && !isSentOut) return outcome;
  const why =
    datapath === 'l2-switching'
      ? cause('flow/translated', 'the answers stay in their network, where nobody translates them back', at)
      : cause('firewall/nat-bypassed-by-l3hw', 'the answers need NAT, but the chip forwards them past it', at);
  const { cpuPath: _, ...rest } = outcome;
  return { ...rest, placement: 'unpredictable', because: [why, ...because] };
}
