// Mistakes that are put into the program: modules with some of their functions altered.

import type { ScriptLine } from '../../../src/apply/script-line.ts';
import type { UndoScriptInput, UndoScripts } from '../../../src/apply/scripts.ts';
import type { UndoSchedule } from '../../../src/apply/undo-schedule.ts';
import type { Alter } from '../exchange.ts';

export interface Alteration {
  /** File under src/ that is altered. */
  readonly module: string;
  readonly exports: Alter;
}

/** A function of a module with its answer altered. */
export function altered(name: string, change: (answer: unknown) => unknown): Alter {
  return (original) => {
    const real = original[name];
    if (typeof real !== 'function') throw new Error(`there is no function ${name}`);
    return { ...original, [name]: (...args: unknown[]) => change(real(...args)) };
  };
}

export function withoutLines(part: string): Alter {
  return altered('undoLines', (lines) =>
    Array.isArray(lines) ? lines.filter(({ name }) => !name.endsWith(part)) : lines,
  );
}

/** The undo that does its work whether the commit was confirmed or not. */
export function withoutMarker({ main, parts }: UndoScripts): UndoScripts {
  return {
    main: main.replace(/:if \(\[:len \[\/system\/script\/find name="[^"]*-undoing"\]\] > 0\)/, ':if (true)'),
    parts,
  };
}

export function withoutUndo(undoSchedule: UndoSchedule): UndoSchedule {
  return { ...undoSchedule, scripts: undoSchedule.scripts.filter(({ name }) => name.includes('-run-')) };
}

/** The undo may do what its owner may, and no more. */
export function bound(undoSchedule: UndoSchedule): UndoSchedule {
  return { ...undoSchedule, scripts: undoSchedule.scripts.map(({ name, source }) => ({ name, source })) };
}

type MakeScripts = (input: UndoScriptInput) => UndoScripts;

/** An undo of which every line fails in its first run, and none later. */
export function failingAtFirst(make: MakeScripts): MakeScripts {
  const hasFailed = '[:len [/system/script/find name~"-undoing" comment~"^failed:"]]';
  const late = (text: string) => `:if (${hasFailed} = 0) do={ :error "later" }; ${text}`;
  return (input) => make({ ...input, lines: input.lines.map(({ name, text }) => ({ name, text: late(text) })) });
}

/** The undo that takes everything away, whether its lines failed or not. */
export function deletingItself(make: MakeScripts): MakeScripts {
  return (input) => {
    const { main, parts } = make(input);
    return { main: main.replace(/:error "[^"]*the undo is not whole"/, ':set roscFailed ""'), parts };
  };
}

export function scriptsMade(by: (make: MakeScripts) => MakeScripts): Alter {
  return (original) => ({ ...original, undoScripts: by(original.undoScripts as MakeScripts) });
}

/** A line that no device can read. */
export function unreadable(line: ScriptLine): ScriptLine {
  return { ...line, print: (rows) => `${line.print(rows)} ]` };
}
