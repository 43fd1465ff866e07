// Connection marks that packets of both directions change in turn: each finds what the one before it has left.

import { computeIfAbsent, groupBy } from '../../source/grouping.ts';
import { alikeOutcomes } from '../cpu/alike-ways.ts';
import { firewallOf } from '../firewall/firewall.ts';
import { causeKey, fastKey, Keys, textOf } from '../firewall/keys.ts';
import { asOpen, isByCpu, type Outcome, type Traffic } from '../firewall/outcome.ts';
import type { Network } from '../network/network.ts';
import { cause } from '../packets/causes.ts';
import { outsideOf } from '../packets/outside-of.ts';
import { matchOf, mirror, overlaps, packetSetKey } from '../packets/space.ts';
import { type Directed, leavesAlike } from './both-directions.ts';
import { follow } from './follow.ts';

interface Turns {
  answersTo(forwards: readonly Outcome[]): readonly Directed[];
  /** Of a class that is named by its address behind destination NAT, with the mark that its later packets find. */
  arriveAgain(opener: Outcome, laterMark: string): readonly Outcome[];
}

/** A mark that changes with every packet is not followed for ever. */
const roundsMax = 3;
/** Nor are more ways than this, as where rules mark by something that a flow does not say, one over the other. */
const waysMax = 64;

/** Opening classes as they go on once they are answered. */
export function inTurn(network: Network, forwards: readonly Outcome[], turns: Turns): readonly Outcome[] {
  const { answersTo } = turns;
  const isMarked = forwards.some(({ packets }) => firewallOf(network, packets.family).marking.length > 0);
  if (!isMarked) return forwards;
  const answers = new Map<string, readonly Directed[]>();
  const keys = new Keys();
  // Ways that differ in little have the same answers.
  const answersOf = (each: Outcome) => computeIfAbsent(answers, askingOf(each, keys), () => answersTo([each]));
  const all = [...forwards, ...answersTo(forwards).map(({ outcome }) => outcome)].filter(meetsTracking);
  const marks = new Set(all.flatMap((each) => [finalMark(each), firstMark(each)]));
  if (marks.size < 2) return forwards;
  const first = distinct(forwards, keys);
  const uncertain = first.filter(({ because }) => because.some(({ code }) => code === 'flow/undecided'));
  const beyond = new Set(uncertain.slice(waysMax));
  const done = [...unfollowed(beyond)];
  let open: readonly Outcome[] = first.filter((each) => !beyond.has(each));
  for (let round = 0; round < roundsMax && open.length > 0; round++) {
    const onward = open.map((each) => [each, goingOn(network, each, turns, answersOf)] as const);
    done.push(...onward.flatMap(([each, further]) => (further.length === 0 ? [each] : [])));
    const later = distinct(
      onward.flatMap(([, each]) => each),
      keys,
    );
    const isTooMany = later.length > waysMax;
    if (isTooMany) done.push(...unfollowed(later));
    open = isTooMany ? [] : later;
  }
  return distinct([...done, ...open], keys);
}

/** Nobody has looked which mark later packets find: each class is said once. */
function unfollowed(outcomes: Iterable<Outcome>): Iterable<Outcome> {
  const why = [cause('flow/undecided', 'connection marks part these packets into more ways than are followed')];
  const keyOf = ({ traffic, packets }: Outcome) => `${traffic.ingress.name} ${packetSetKey(packets)}`;
  return new Map([...outcomes].map((each) => [keyOf(each), asOpen(each, why)])).values();
}

/** What becomes of a class whose later packets find another mark; nothing where they find the same. */
function goingOn(
  network: Network,
  forward: Outcome,
  turns: Turns,
  answersOf: (each: Outcome) => readonly Directed[],
): readonly Outcome[] {
  const { laterMark } = forward.traffic;
  const isBroken = forward.isOpened === true && laterMark !== undefined;
  if (!meetsTracking(forward) || isBroken) return [];
  const tracked = answersOf(forward).flatMap(({ outcome }) => (meetsTracking(outcome) ? [outcome] : []));
  const leaving = laterMark === undefined ? tracked : tracked.filter((each) => !each.isOpened);
  const left = groupBy(leaving, laterMark === undefined ? firstMark : finalMark);
  const known = laterMark ?? firstMark(forward);
  const isSteady = laterMark !== undefined || [forward, ...tracked].every((each) => each.openingMark === undefined);
  if (left.size === 0 || (left.size === 1 && left.has(known) && isSteady)) return [];
  return [...left].flatMap(([mark, marked]) => {
    // What answers of another mark alone are for finds that one.
    const others = leaving.flatMap(({ packets }) =>
      outsideOf(
        packets,
        marked.map((each) => each.packets),
      ),
    );
    return outsideOf(forward.packets, others.map(mirror)).flatMap((packets) =>
      again(network, { ...forward, packets }, turns, mark),
    );
  });
}

/** Ways that differ in what was uncertain on them, and end alike, are followed once. */
function distinct(outcomes: readonly Outcome[], keys: Keys): readonly Outcome[] {
  const keyOf = (each: Outcome) => textOf([keys.end(each), each.because.map(causeKey)]);
  return alikeOutcomes([...new Map(outcomes.map((each) => [keyOf(each), each])).values()]);
}

/** All that answers follow from. */
function askingOf(
  { packets, egress, translated, fasttracked, mayDrop, isOpened, ...rest }: Outcome,
  keys: Keys,
): string {
  const { traffic, openingMark, connectionMark, placement, newSources = [] } = rest;
  const marks = [openingMark, connectionMark, traffic.laterMark];
  const ways = egress.map((each) => each.interface);
  const sets = [keys.packets(packets), keys.set(newSources)];
  return textOf([sets, ways, translated, fastKey(fasttracked), mayDrop, isOpened, placement === 'dropped', marks]);
}

/** The same class, whose later packets find another mark. */
function again(network: Network, outcome: Outcome, turns: Turns, laterMark: string): readonly Outcome[] {
  const { traffic, packets, openedTo } = outcome;
  const { destination, destinationPort = packets.destinationPort } = openedTo ?? packets;
  const entering = { ...packets, destination, destinationPort };
  const entered = traffic.isNamedInside
    ? turns.arriveAgain(outcome, laterMark)
    : follow(network, { ...traffic, packets: entering, laterMark });
  return entered.filter((each) => leavesAlike(each, outcome) && overlaps(each.packets, matchOf(packets)));
}

function meetsTracking(outcome: Outcome): boolean {
  return (isByCpu(outcome) || outcome.isOpened === true) && !outcome.isUntracked;
}

function finalMark({ connectionMark = 'no-mark' }: Outcome): string {
  return connectionMark;
}

function firstMark(outcome: Outcome): string {
  return outcome.openingMark ?? finalMark(outcome);
}

/** What the first answer finds, and what later ones do. */
export function marksForAnswers(opener: Outcome): Pick<Traffic, 'connectionMark' | 'laterMark'> {
  const first = opener.openingMark ?? opener.connectionMark;
  const isFollowed = opener.traffic.laterMark !== undefined && !opener.isOpened;
  return {
    ...(first !== undefined && { connectionMark: first }),
    ...(isFollowed && { laterMark: finalMark(opener) }),
  };
}
