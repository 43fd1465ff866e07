// Everything that a commit stores on the device, worked out before anything is sent: the undo, what triggers it, the
// changes that run there, and the trials of how rows are found.

import { type Group, groupsOf } from './groups.ts';
import { locatorFor } from './locate.ts';
import type { Names } from './names.ts';
import { runLine, runScripts } from './run-scripts.ts';
import { printLine, type ScriptLine, type Spellings } from './script-line.ts';
import { revertScript, timerScript, undoScripts } from './scripts.ts';
import { type UndoInput, undoLines } from './undo.ts';

/** How long before the time that people are told the undo begins, in ms: by then it has to have ended. */
export const undoReserveMs = 10_000;

/** How often the scheduler row looks again once its time has come: from one run of an undo that fails to the next. */
export const againMs = 10_000;

export interface DeviceScript {
  readonly name: string;
  readonly source: string;
  /**
   * Runs with its own policies also when whoever starts it, or the user that it belongs to, has lost them since.
   * Source: manual, scripting tips, `dont-require-permissions`.
   */
  readonly isFree?: true;
}

export interface UndoSchedule {
  readonly names: Names;
  readonly groups: readonly Group[];
  /** In the order in which they depend on each other; the undo itself is the last. */
  readonly scripts: readonly DeviceScript[];
  /** The lines of the undo and of the runs, whose rows have to be found. */
  readonly lines: readonly ScriptLine[];
  /** Characters that all of it takes on the device. */
  readonly size: number;
}

export interface UndoScheduleInput extends UndoInput {
  readonly names: Names;
  readonly spellings: Spellings;
  /** From arming to the end of the undo, in ms. */
  readonly delayMs: number;
  /** Nobody knows by which interface the session comes. */
  readonly isPathUnknown?: boolean | undefined;
  /** A backup that is loaded when the undo has failed for its whole time; absent = none is. */
  readonly lastResort?: string | undefined;
}

export function prepareUndoSchedule(input: UndoScheduleInput): UndoSchedule {
  const { names, changes, prior, syntax, spellings } = input;
  const groups = groupsOf(changes, { isPathUnknown: input.isPathUnknown === true });
  const locator = locatorFor(prior);
  const inRuns = groups.map(({ via, changes: some }) =>
    via === 'script' ? some.map((change) => runLine(change, locator, syntax)) : [],
  );
  const runs = inRuns.flatMap((lines, index) => {
    if (lines.length === 0) return [];
    const texts = lines.map((line) => printLine(line, spellings, syntax));
    const [main = '', ...parts] = runScripts({ names, index, lines: texts });
    return [
      ...parts.map((source, part) => ({ name: names.runPart(index, part), source })),
      { name: names.run(index), source: main },
    ];
  });
  return scheduleUndo(undoLines({ changes, prior, syntax }), input, { groups, runs, inRuns: inRuns.flat() });
}

interface Runs {
  readonly groups: readonly Group[];
  readonly runs: readonly DeviceScript[];
  readonly inRuns: readonly ScriptLine[];
}

/** An undo of these lines, and what triggers it. */
export function scheduleUndo(
  inUndo: readonly ScriptLine[],
  { names, syntax, spellings, delayMs, lastResort }: Omit<UndoScheduleInput, 'changes' | 'prior'>,
  { groups, runs, inRuns }: Runs = { groups: [], runs: [], inRuns: [] },
): UndoSchedule {
  const afterRuns = Math.max(3, Math.ceil(delayMs / againMs));
  const undo = undoScripts({
    names,
    lines: inUndo.map((line) => ({ name: line.name, text: printLine(line, spellings, syntax) })),
    runs: runs.map(({ name }) => name),
    lastResort: lastResort === undefined ? undefined : { backup: lastResort, afterRuns },
  });
  const free = [
    ...undo.parts.map((source, part) => ({ name: names.undoPart(part), source })),
    { name: names.timer, source: timerScript(names, delayMs - undoReserveMs) },
    { name: names.revert, source: revertScript(names) },
    { name: names.undo, source: undo.main },
  ].map((script) => ({ ...script, isFree: true as const }));
  const scripts = [...runs, ...free];
  const size = scripts.reduce((sum, { source }) => sum + source.length, 0);
  return { names, groups, scripts, lines: [...inUndo, ...inRuns], size };
}
