// Ways of the same packets that end alike, and differ in what was uncertain on them: rules that may match multiply such
// ways at every pass through the chains.

import type { Placement } from '../model/placement.ts';
import { worse } from '../model/placement.ts';
import type { Passed, Way } from './cpu-way.ts';
import { causeKey, Keys, textOf } from './keys.ts';
import { both, fateOf } from './meeting-ways.ts';
import type { Outcome } from './outcome.ts';

/** Fewer are kept apart, each with its own causes. */
const apartMax = 16;

/** Ways through the chains, with what is uncertain on any of them. */
export function alikeWays(ways: readonly Way[]): readonly Way[] {
  return meetingBy(ways, keyOfWay, bothWays);
}

/** The same with what else later packets of a connection depend on. */
export function alikePassed(all: readonly Passed[]): readonly Passed[] {
  const keyOf = ({ way, nat, masquerade, before, firstMark, leftBy }: Passed, keys: Keys) => {
    const { connectionState, connectionMark, natState } = before;
    const tracked = [connectionState, connectionMark, natState, nat.translated, keys.set(nat.newSources ?? [])];
    const left = leftBy.map((each) => each.interface);
    return textOf([keyOfWay(way, keys), tracked, masquerade?.item.key, firstMark, left]);
  };
  return meetingBy(all, keyOf, (one, other) => ({ ...one, way: bothWays(one.way, other.way) }));
}

function keyOfWay({ trace, state, outInterface, table, chosenBy, ended }: Way, keys: Keys): string {
  // What has ended meets no other rule.
  if (ended) return textOf([keyOfEnd(ended, keys), ended.mayDrop || state.connectionMark]);
  const doubt = trace.uncertainties.reduce<Placement>((worst, { placement }) => worse(worst, placement), 'hardware');
  return textOf([keys.packets(state.packets), doubt, outInterface, table, chosenBy?.key, fateOf(state)]);
}

function bothWays(one: Way, other: Way): Way {
  const { trace } = one;
  const uncertainties = union(trace.uncertainties, other.trace.uncertainties, ({ cause }) => causeKey(cause));
  return {
    ...one,
    state: both(one.state, other.state),
    trace: { ...trace, uncertainties },
    ...(one.ended && other.ended && { ended: bothOutcomes(one.ended, other.ended) }),
  };
}

/** Ends, with all that is uncertain about them. */
export function alikeOutcomes(outcomes: readonly Outcome[]): readonly Outcome[] {
  return meetingBy(outcomes, keyOfEnd, bothOutcomes);
}

/** What is certain stays apart: it tells by which rule packets ended. */
function keyOfEnd(outcome: Outcome, keys: Keys): string {
  const certain =
    outcome.placement === 'unknown' ? [] : outcome.because.filter(({ code }) => code !== 'flow/undecided');
  return textOf([keys.fate(outcome), certain.map(causeKey)]);
}

function bothOutcomes(one: Outcome, other: Outcome): Outcome {
  return { ...one, because: union(one.because, other.because, causeKey) };
}

function union<T>(one: readonly T[], other: readonly T[], keyOf: (each: T) => string): readonly T[] {
  if (one === other) return one;
  const known = new Set(one.map(keyOf));
  const more = other.filter((each) => !known.has(keyOf(each)));
  return more.length === 0 ? one : [...one, ...more];
}

function meetingBy<T>(
  all: readonly T[],
  keyOf: (each: T, keys: Keys) => string,
  both: (one: T, other: T) => T,
): readonly T[] {
  if (all.length <= apartMax) return all;
  const keys = new Keys();
  const met = new Map<string, T>();
  for (const each of all) {
    const key = keyOf(each, keys);
    const known = met.get(key);
    met.set(key, known ? both(known, each) : each);
  }
  return met.size === all.length ? all : [...met.values()];
}
