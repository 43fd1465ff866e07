// What both directions of a connection make of each other: tracking wants to see both, and FastTrack takes both.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import { append } from '../../source/append.ts';
import { derivedOnce, firstOfEach, groupBy } from '../../source/grouping.ts';
import { alikeOutcomes } from '../cpu/alike-ways.ts';
import { isNeverTaken } from '../firewall/connection-states.ts';
import { isTracking } from '../firewall/cpu-path.ts';
import { destinationNat } from '../firewall/destination-nat.ts';
import { causeKey, Keys, textOf } from '../firewall/keys.ts';
import {
  asOpen,
  isAlike,
  isByCpu,
  isOfDestinationNat,
  isPastCpu,
  isRefused,
  type Outcome,
} from '../firewall/outcome.ts';
import type { Network } from '../network/network.ts';
import { makeReason } from '../packets/causes.ts';
import type { Direction } from '../packets/flow.ts';
import { matchOf, mirror, overlaps, type PacketSet, split } from '../packets/space.ts';
import { forward } from './hardware-leg.ts';

export interface Directed {
  readonly direction: Direction;
  readonly outcome: Outcome;
}

/**
 * Where one direction goes past the CPU, what tracking makes of the other alone; and FastTrack, which takes connections
 * and not directions.
 */
export function joinDirections(
  network: Network,
  there: readonly Directed[],
  back: readonly Directed[],
): readonly Directed[] {
  const arriving = there.filter(({ outcome }) => outcome.placement !== 'dropped' || outcome.isOpened);
  const opening = besides(network, there, back).flatMap((each) => sharingFasttrack(network, each, back));
  return [...alike('forward', opening), ...alike('reverse', besides(network, back, arriving))];
}

/** One of each kind that the other direction tells apart: the ports of a bridge make as many pairs as their square. */
function unlike(all: readonly Directed[]): readonly Directed[] {
  const keys = new Keys();
  return firstOfEach(all, ({ outcome: { packets, traffic, egress, placement, datapath, isUntracked, because } }) => {
    const meets = [traffic.inInterface, egress.map((each) => each.interface)];
    const why = because.map((each) => [causeKey(each), placement === 'unknown' && each.text]);
    return textOf([keys.packets(packets), meets, placement, datapath, isUntracked, why]);
  });
}

function alike(direction: Direction, all: readonly Directed[]): readonly Directed[] {
  return alikeOutcomes(all.map(({ outcome }) => outcome)).map((outcome) => ({ direction, outcome }));
}

/** The part of an opening class whose answers meet a FastTrack rule before later openers do goes that way too. */
function sharingFasttrack(network: Network, whole: Directed, back: readonly Directed[]): readonly Directed[] {
  const { traffic, packets, fasttracked, isOpened, isUntracked } = whole.outcome;
  const isThere = isByCpu(whole.outcome) || isOpened;
  if (!isThere || fasttracked?.atOnce || traffic.isHalf) return [whole];
  const answers = isUntracked ? allSeenAlone(network)(back) : back;
  if (!hasFasttrack(answers)) return [whole];
  const taken = partnersOf(whole, answers).filter(isFasttracked);
  const partners = taken.filter(({ outcome }) => outcome.fasttracked?.rule !== fasttracked?.rule);
  // Packets kept from tracking, of a connection that the answers make FastTrack: not described.
  if (isUntracked && partners.length > 0) {
    return [{ direction: whole.direction, outcome: openOutcome(whole.outcome, []) }];
  }
  const answer = traffic.fasttracked ? undefined : partners[0];
  const shared = answer?.outcome.fasttracked;
  if (!answer || !shared) return [whole];
  const { inside, outside } = split(packets, answered(answer.outcome.packets));
  if (!inside) return [whole];
  return [
    ...forward(network, { ...traffic, packets: inside, fasttracked: { ...shared, atOnce: false } }),
    ...outside.flatMap((part) => forward(network, { ...traffic, packets: part })),
  ]
    .filter((outcome) => leavesAlike(outcome, whole.outcome))
    .map((outcome) => ({ direction: whole.direction, outcome }));
}

const isFasttracked = ({ outcome }: Directed) => outcome.fasttracked !== undefined;

const hasFasttrack = derivedOnce((all: readonly Directed[]) => all.some(isFasttracked));

const allSeenAlone = derivedOnce((network: Network) =>
  derivedOnce((all: readonly Directed[]) => all.flatMap((each) => seenAlone(network, each))),
);

/** Other paths of the same route have answers of their own. */
export function leavesAlike({ egress }: Outcome, { egress: known }: Outcome): boolean {
  if (egress.length === 0 || known.length === 0) return true;
  return egress.some((one) => known.some((other) => other.interface === one.interface));
}

/** What an answer asks of the packets that it answers. */
const answered = derivedOnce((packets: PacketSet) => matchOf(mirror(packets)));

/** One direction, for what becomes of the other: where that fares in several ways, once for each of them. */
function besides(network: Network, all: readonly Directed[], opposite: readonly Directed[]): readonly Directed[] {
  const [fare, second] = faresOf(opposite);
  // Where they fare in one way that is known, nothing else is asked of them.
  const others = second || fare?.[0]?.outcome.placement === 'unknown' ? unlike(opposite) : opposite;
  if (!second) return besidesAll(network, all, others);
  return all.flatMap((each) => {
    const [first = [], ...more] = faresOf(partnersOf(each, others)).map((alike) => besidesAll(network, [each], alike));
    return [...first, ...more.flat().filter((other) => !first.some((one) => endsAlike(one.outcome, other.outcome)))];
  });
}

/** Grouped by what matters to the other direction. Where nothing mirrors anything, all ask for the same classes. */
const faresOf = derivedOnce((all: readonly Directed[]): readonly (readonly Directed[])[] => [
  ...groupBy(all, ({ outcome }) => `${outcome.placement} ${outcome.isUntracked} ${isPastCpu(outcome)}`).values(),
]);

/** By the same rule too, where one stops them. */
function endsAlike(a: Outcome, b: Outcome): boolean {
  return isAlike(a, b) && (a.placement !== 'dropped' || a.because.at(-1)?.at === b.because.at(-1)?.at);
}

/** After a translation the packets of both directions do not mirror each other: then all are meant. */
function partnersOf(each: Directed, others: readonly Directed[]): readonly Directed[] {
  const there = meetingPlaces(each);
  const near = there.length === 1 ? (sharing(others).get(there[0] ?? '') ?? []) : others;
  const pairs = (isPair: (opener: Outcome, answer: Outcome) => boolean) => (other: Directed) =>
    each.direction === 'forward' ? isPair(each.outcome, other.outcome) : isPair(other.outcome, each.outcome);
  const partners = near.filter(pairs(isAnswered));
  const alike = partners.filter(pairs(isOfMark));
  return [alike, partners, others].find((found) => found.length > 0) ?? others;
}

/** Answers find the mark that the openers leave. */
function isOfMark(opener: Outcome, { traffic }: Outcome): boolean {
  return (opener.openingMark ?? opener.connectionMark) === traffic.connectionMark;
}

/** By the interfaces that answers enter and openers leave by. */
const sharing = derivedOnce((all: readonly Directed[]): ReadonlyMap<string, readonly Directed[]> => {
  const shared = new Map<string, Directed[]>();
  for (const each of all) for (const name of meetingPlaces(each)) append(shared, name, each);
  return shared;
});

function meetingPlaces({ direction, outcome }: Directed): readonly string[] {
  if (direction === 'reverse') return [outcome.traffic.inInterface];
  return [...new Set(outcome.egress.map((egress) => egress.interface))];
}

/** Answers enter where the openers left. */
function isAnswered(opener: Outcome, answer: Outcome): boolean {
  const leavesThere = opener.egress.some((egress) => egress.interface === answer.traffic.inInterface);
  return leavesThere && overlaps(opener.packets, answered(answer.packets));
}

function besidesAll(network: Network, all: readonly Directed[], others: readonly Directed[]): readonly Directed[] {
  if (others.length === 0) return all;
  if (others.every(({ outcome }) => isPastCpu(outcome))) return all.flatMap((each) => asHalf(network, each));
  if (others.every(({ outcome }) => outcome.isUntracked)) {
    return all.flatMap((each) => misledByNat(network, each, (part) => seenAlone(network, part)));
  }
  // Connections that tracking sees no answers of are never established.
  if (others.every(({ outcome }) => outcome.placement === 'dropped')) {
    const isSeen = others.some(({ outcome }) => outcome.isSeen || outcome.isOpened);
    const isNew = ({ outcome }: Directed) => !isSeen && outcome.fasttracked !== undefined;
    return all.flatMap((each) => (isNew(each) ? unanswered(network, each) : [each]));
  }
  if (!others.some(({ outcome }) => outcome.placement === 'unknown')) return all;
  return all.map((each) => {
    const [half] = asHalf(network, each);
    return half && isAlike(half.outcome, each.outcome) ? each : { ...each, outcome: openOutcome(each.outcome, others) };
  });
}

function unanswered(network: Network, { direction, outcome: { traffic, packets } }: Directed): readonly Directed[] {
  return forward(network, { ...traffic, packets, oneWay: true }).map((outcome) => ({ direction, outcome }));
}

/** Whether tracking sees both directions is open, and with it what it makes of this one. */
function openOutcome(outcome: Outcome, others: readonly Directed[]): Outcome {
  const why = others.filter((other) => other.outcome.placement === 'unknown').flatMap((other) => other.outcome.because);
  return asOpen(outcome, why);
}

function asHalf(network: Network, whole: Directed): readonly Directed[] {
  return misledByNat(network, whole, (part) => halvesOf(network, part));
}

function halvesOf(network: Network, whole: Directed): readonly Directed[] {
  const { direction, outcome } = whole;
  const { traffic, translated } = outcome;
  // The answers to a translated connection come to the CPU, whatever the chip would do.
  const isWhole = traffic.opens && translated !== undefined;
  const meetsTracking = isByCpu(outcome) || isDroppedLater(whole);
  if (!meetsTracking || isWhole) return [whole];
  // What has no way has none, whatever lets it through.
  return seenAlone(network, whole).map(({ outcome: half }) => {
    if (!isRefused(half) && !half.isOpened) return { direction, outcome: half };
    return { direction, outcome: outcome.placement === 'dropped' ? ended(half) : broken(half) };
  });
}

const astray =
  'the CPU takes these answers for new connections, because it does not see the openers, and translates them';

/** Answers that the CPU takes for openers, and sends to somebody else; `others`: those that NAT does not mean. */
function misledByNat(
  network: Network,
  whole: Directed,
  others: (part: Directed) => readonly Directed[],
): readonly Directed[] {
  const { direction, outcome } = whole;
  if (direction === 'forward' || !meetsNat(network, outcome)) return others(whole);
  const parts = destinationNat(network, outcome.traffic.inInterface, outcome.packets);
  if (!parts.some(({ rule }) => rule)) return others(whole);
  return parts.flatMap(({ packets, rule, uncertainty }) => {
    const part = { ...outcome, packets };
    if (!rule) return others({ direction, outcome: part });
    if (uncertainty) return [{ direction, outcome: openOutcome(part, []) }];
    // Of TCP the first answer is invalid, and translated no more than others that are.
    const first = packets.protocol === 'tcp' ? others({ direction, outcome: part }) : [];
    if (first.length > 0 && first.every((each) => isLost(each.outcome))) return first;
    // Nobody gets what has no way behind the translation.
    const [stop, ...more] = forward(network, { ...outcome.traffic, packets, opens: true, oneWay: true });
    const isNowhere = stop && [stop, ...more].every((each) => isLost(each) && !isRefused(each));
    return [{ direction, outcome: isNowhere ? { ...stop, traffic: outcome.traffic, packets } : broken(part, astray) }];
  });
}

/** They reach the CPU, which takes them for the packets that open a connection, whatever it did with answers. */
function meetsNat(network: Network, outcome: Outcome): boolean {
  const { placement, because, isUntracked, packets } = outcome;
  if (isNeverTaken(network, packets)) return false;
  // What the chip itself throws away it brings to nobody.
  const isLed = because[0]?.code !== 'flow/blackhole';
  const isUnrouted = placement === 'dropped' && isLed && because.some(({ code }) => nowhere.has(code));
  const isThere = isByCpu(outcome) || isUnrouted || isRefused(outcome);
  return isThere && !isUntracked && isTracking(network);
}

const nowhere: ReadonlySet<string> = new Set(['flow/no-route', 'flow/blackhole']);

/**
 * Packets of a connection that is open by then: what firewall and mangle take them for depends on tracking. Those that
 * no port takes have made no step, whatever they would be taken for.
 */
function isDroppedLater({ direction, outcome: { placement, steps, isOpened } }: Directed): boolean {
  return placement === 'dropped' && steps.length > 0 && (direction === 'reverse' || isOpened === true);
}

/** As tracking takes it that sees nothing of the other direction. */
function seenAlone(network: Network, whole: Directed): readonly Directed[] {
  const { direction, outcome } = whole;
  const { traffic, packets, placement, translated, isControl, isUntracked } = outcome;
  // The CPU has followed these to their end: it knows where they were addressed before.
  if (traffic.opens && isOfDestinationNat(translated)) return [whole];
  if (isUntracked || placement === 'unknown' || (placement === 'dropped' && !isDroppedLater(whole))) return [whole];
  const halves = forward(network, { ...traffic, packets, isHalf: true });
  const isElsewhere = (half: Outcome) => !leavesAlike(half, outcome);
  // What tracking takes them for may change their marks, and with them their ways.
  const ways = halves.some(isElsewhere) && !halves.every(isElsewhere) ? forward(network, { ...traffic, packets }) : [];
  const own = halves.filter((half) => !isElsewhere(half) || !ways.some((way) => leavesAlike(half, way)));
  return own.map((half) => {
    const isAstray = direction === 'reverse' && half.placement !== 'dropped' && half.translated !== undefined;
    const alone = isAstray ? broken(half, astray) : half;
    return { direction, outcome: { ...alone, ...(isControl && { isControl }) } };
  });
}

/** Of packets whose answers pass another device: where their destination was translated, nobody translates it back. */
export function untranslatedBack(outcome: Outcome, only: Direction): Outcome {
  const isAstray = only === 'forward' && isOfDestinationNat(outcome.translated) && outcome.placement !== 'dropped';
  return isAstray ? broken(outcome, astray) : outcome;
}

const isLost = ({ placement, isOpened }: Outcome) => placement === 'dropped' && !isOpened;

const refused = 'the firewall sees one direction of these connections only, and drops what it takes for another one';

/** The connection gets through only as long as the CPU takes it for a whole one. */
function broken(outcome: Outcome, text = refused): Outcome {
  return failing(outcome, 'firewall/conntrack-asymmetric', text);
}

/** The firewall would let none of it through that it sees whole, and the chip opens it all the same. */
function ended(outcome: Outcome): Outcome {
  return failing(outcome, 'flow/denied-by-firewall', 'the firewall drops half of these connections, and sees no more');
}

function failing({ cpuPath: _, ...outcome }: Outcome, code: EvidencedCode, text: string): Outcome {
  const { placement, cause } = makeReason('unpredictable', code, text, outcome.steps.at(-1)?.at);
  return { ...outcome, placement, because: [...outcome.because, cause] };
}
