// Work, counted and not timed: how often V8 entered the busiest blocks of the program's functions. The same input is
// the same count on every machine, however busy. What the engine does inside of one call (searching a text, copying an
// array) is not in it; bench/ has the seconds. A file that counts has a process of its own (vitest.config.ts), because
// functions that ran before counting began are counted without their blocks.

import { type Profiler, Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { projectRoot } from './project-root.ts';

const source = `${pathToFileURL(projectRoot)}/node_modules/.rosc-sources/src/`;

// Code that V8 optimises, or throws away unused, while it runs takes counts with it; its baseline code does not.
setFlagsFromString('--no-opt --no-maglev --no-flush-bytecode');

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** How many times the work grows when the input does: 4 for four times the input where work is in proportion to it. */
export function growthOf(action: (size: number) => void, from: number, to: number): number {
  takeCounts();
  // What is read once and kept counts with the larger size, so that the growth is rather too large than too small.
  action(to);
  const large = workIn(takeCounts());
  action(from);
  return large / workIn(takeCounts());
}

/**
 * For each function of `src/`, how often its busiest block was entered. Not the sum of its blocks: V8 leaves out a
 * block that was entered just as often as the one around it, so that a sum jumps where two counts meet.
 */
function workIn(counts: readonly Profiler.ScriptCoverage[]): number {
  return counts
    .filter(({ url }) => url.startsWith(source))
    .flatMap(({ functions }) => functions)
    .reduce((sum, { ranges }) => sum + Math.max(...ranges.map(({ count }) => count)), 0);
}

/** Counts since the last time; the inspector answers such questions before `post` returns. */
function takeCounts(): readonly Profiler.ScriptCoverage[] {
  let counts: readonly Profiler.ScriptCoverage[] | undefined;
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error) throw error;
    counts = answer.result;
  });
  if (!counts) throw new Error('the inspector did not answer');
  return counts;
}
