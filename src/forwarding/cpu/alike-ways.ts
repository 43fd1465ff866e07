// Ways of the same packets that end alike, and differ in what was uncertain on them: rules that may match multiply such
// ways at every pass through the chains.

import { causeKey, type Keys, textOf } from '../firewall/keys.ts';
import { both, endKeyOf, meetingBy } from '../firewall/meeting-ways.ts';
import { type Outcome, worstOf } from '../firewall/outcome.ts';
import type { Passed, Way } from './cpu-way.ts';

/** Fewer are kept apart, each with its own causes. */
const apartMax = 16;

/** Ways through the chains, with what is uncertain on any of them. */
export function alikeWays(ways: readonly Way[]): readonly Way[] {
  return meetingBy(ways, apartMax, keyOfWay, bothWays);
}

/** The same with what else later packets of a connection depend on. */
export function alikePassed(all: readonly Passed[]): readonly Passed[] {
  const keyOf = ({ way, nat, masquerade, before, firstMark, leftBy }: Passed, keys: Keys) => {
    const { connectionState, connectionMark, natState } = before;
    const tracked = [connectionState, connectionMark, natState, nat.translated, keys.set(nat.newSources ?? [])];
    const left = leftBy.map((each) => each.interface);
    return textOf([keyOfWay(way, keys), tracked, masquerade?.item.key, firstMark, left]);
  };
  return meetingBy(all, apartMax, keyOf, (one, other) => ({ ...one, way: bothWays(one.way, other.way) }));
}

function keyOfWay({ trace, state, outInterface, table, chosenBy, ended }: Way, keys: Keys): string {
  // What has ended meets no other rule.
  if (ended) return textOf([keyOfEnd(ended, keys), ended.mayDrop || state.connectionMark]);
  const to = [outInterface, table, chosenBy?.key];
  return textOf([keys.packets(state.packets), worstOf(trace.uncertainties), ...to, endKeyOf(state)]);
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
  return meetingBy(outcomes, apartMax, keyOfEnd, bothOutcomes);
}

/** What is certain stays apart: it tells by which rule packets ended. */
function keyOfEnd(outcome: Outcome, keys: Keys): string {
  const told = outcome.placement === 'unknown' ? [] : outcome.because;
  return textOf([keys.end(outcome), told.filter(({ code }) => code !== 'flow/undecided').map(causeKey)]);
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
