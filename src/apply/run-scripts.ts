// Changes that must not depend on a connection, as scripts on the device.

import type { Change } from '../plan/plan.ts';
import { printScriptCommand, type ScriptSyntax } from '../plan/script-command.ts';
import type { Locator } from './locate.ts';
import type { Names } from './names.ts';
import type { ScriptLine } from './script-line.ts';
import { chunks } from './scripts.ts';
import type { Wanted } from './wanted.ts';

export interface RunInput {
  readonly names: Names;
  /** Which run of the transaction this is. */
  readonly index: number;
  /** One line a change. */
  readonly lines: readonly string[];
}

/**
 * The first script runs the others. They note their end in the marker's comment; the first refused change starts the
 * undo, and its number is noted there.
 */
export function runScripts({ names, index, lines }: RunInput): readonly string[] {
  const steps = lines.map((line, step) => `:set roscStep ${step}\n${line}`);
  const parts = chunks(steps).map((chunk) => [':global roscStep', ...chunk].join('\n'));
  const name = names.run(index);
  const marker = `/system/script/set "${names.pending}"`;
  const main = [
    ':global roscStep 0',
    ':do {',
    ...parts.map((_, part) => `  /system/script/run "${names.runPart(index, part)}"`),
    `  ${marker} comment="${doneNote(name)}"`,
    '} on-error={',
    `  :log error "rosc ${names.transaction}: change $roscStep of run ${index} was refused"`,
    `  :do { ${marker} comment="${refusedNote(name)} $roscStep" } on-error={}`,
    `  :execute "/system/script/run ${names.undo}"`,
    '}',
  ].join('\n');
  return [main, ...parts];
}

/** The marker's comment after a run. */
export function doneNote(run: string): string {
  return `${run} done`;
}

/** The marker's comment after a refused change, without its number. */
export function refusedNote(run: string): string {
  return `${run} refused`;
}

export function runLine(change: Change, locator: Locator, syntax: ScriptSyntax): ScriptLine {
  const { action, menu, selector, properties, before } = change;
  const hasArguments = action !== 'remove' && action !== 'move';
  const wanted = (each: NonNullable<Change['selector']>): Wanted => {
    const item = locator.item(menu, each);
    return item ? locator.observed(item) : locator.planned(menu, each);
  };
  const target = selector && action !== 'add' ? wanted(selector) : undefined;
  const place = before && locator.item(menu, before) ? wanted(before) : undefined;
  const print = (rows: (each: Wanted) => string) => {
    const command = printScriptCommand(
      {
        action,
        menu,
        set: hasArguments ? properties.map(({ name, after }) => [name, after] as const) : [],
        ...(target && { target: rows(target) }),
        ...(place && { before: rows(place) }),
      },
      syntax,
    );
    // RouterOS does nothing, and refuses nothing, where nothing is found.
    return target ? `:if ([:len ${rows(target)}] = 0) do={ :error "not found" }; ${command}` : command;
  };
  return { name: `${menu}/${action}`, wanted: [target, place].filter((each) => each !== undefined), print };
}
