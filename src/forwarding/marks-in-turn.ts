// Connection marks that packets of both directions change in turn: each finds what the one before it has left.

import { type Directed, leavesAlike, matchOf } from './both-directions.ts';
import { follow } from './follow.ts';
import type { Network } from './network.ts';
import type { Outcome, Traffic } from './outcome.ts';
import { overlaps, setKey } from './space.ts';

type AnswersTo = (forwards: readonly Outcome[]) => readonly Directed[];

/** A mark that changes with every packet is not followed for ever. */
const roundsMax = 3;

/** Opening classes as they go on once they are answered. */
export function inTurn(network: Network, forwards: readonly Outcome[], answersTo: AnswersTo): readonly Outcome[] {
  const all = [...forwards, ...answersTo(forwards).map(({ outcome }) => outcome)].filter(meetsTracking);
  const marks = new Set(all.flatMap((each) => [finalMark(each), firstMark(each)]));
  return marks.size < 2 ? forwards : forwards.flatMap((each) => settled(network, each, answersTo, roundsMax));
}

function settled(network: Network, forward: Outcome, answersTo: AnswersTo, rounds: number): readonly Outcome[] {
  const { laterMark } = forward.traffic;
  const isBroken = forward.isOpened === true && laterMark !== undefined;
  if (!meetsTracking(forward) || isBroken || rounds === 0 || isNamedInside(forward)) return [forward];
  const answers = answersTo([forward]).flatMap(({ outcome }) => (meetsTracking(outcome) ? [outcome] : []));
  const left = new Set(
    laterMark === undefined
      ? answers.map(firstMark)
      : answers.flatMap((each) => (each.isOpened ? [] : [finalMark(each)])),
  );
  const known = laterMark ?? firstMark(forward);
  const isSteady = laterMark !== undefined || [forward, ...answers].every((each) => each.openingMark === undefined);
  if (left.size === 0 || (left.size === 1 && left.has(known) && isSteady)) return [forward];
  const onward = [...left].flatMap((mark) => again(network, forward, mark));
  return onward.length === 0 ? [forward] : onward.flatMap((each) => settled(network, each, answersTo, rounds - 1));
}

/** The same class, whose later packets find another mark. */
function again(network: Network, outcome: Outcome, laterMark: string): readonly Outcome[] {
  const { traffic, packets } = outcome;
  const { destination, destinationPort } = traffic.packets;
  const entering = outcome.translated === 'dstnat' ? { ...packets, destination, destinationPort } : packets;
  return follow(network, { ...traffic, packets: entering, laterMark }).filter(
    (each) => leavesAlike(each, outcome) && overlaps(each.packets, matchOf(packets)),
  );
}

/** Of packets from outside that the flow calls by their address behind NAT, it is not known how they arrive. */
function isNamedInside({ translated, traffic, packets }: Outcome): boolean {
  return translated === 'dstnat' && setKey(traffic.packets.destination) === setKey(packets.destination);
}

function meetsTracking({ placement, isOpened, isUntracked }: Outcome): boolean {
  return (placement === 'cpu' || placement === 'fasttrack' || isOpened === true) && !isUntracked;
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
