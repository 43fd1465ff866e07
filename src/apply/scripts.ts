// The scripts that a commit leaves on the device: the undo, what triggers it, and the changes that must not depend on a
// connection. RouterOS runs them whether rosc is there or not.
//
// Three things trigger the undo. A job that waits is immune to a clock that is set meanwhile, but dies with the
// power; a scheduler row survives that, but goes by the clock; a second row fires at every boot. None of them acts
// once the transaction is confirmed, except to clean up.

import type { Change } from '../plan/plan.ts';
import { findExpression, printScriptCommand, type ScriptSyntax } from '../plan/script-command.ts';
import type { Locator } from './locate.ts';
import { lockName, type Names } from './names.ts';

/** The longest source of one script, in characters; the device's own limit is not documented. */
const sourceMax = 12_000;

/** Time for ports to come up after a boot before the undo begins. */
export const bootDelayMs = 60_000;

/** How often the undo begins anew at a line that fails, and then how often it goes on over such lines. */
const strictPasses = 15;
const lenientPasses = 5;

export interface UndoScripts {
  readonly main: string;
  readonly parts: readonly string[];
}

export interface UndoScriptInput {
  readonly names: Names;
  readonly lines: readonly string[];
  /** Names of all scripts that the transaction puts on the device beside the undo itself. */
  readonly runs: readonly string[];
}

export function undoScripts({ names, lines, runs }: UndoScriptInput): UndoScripts {
  // What comes later may depend on what comes earlier, so a line that fails stops its pass, until that leads nowhere.
  const failed = ':set roscFailed ($roscFailed + 1); :if ($roscStrict) do={ :error "again" }';
  const guarded = lines.map((line) => `:do { ${line} } on-error={ ${failed} }`);
  const parts = chunks(guarded).map((chunk) => [':global roscFailed', ':global roscStrict', ...chunk].join('\n'));
  const partNames = parts.map((_, index) => names.undoPart(index));
  return { main: mainScript(names, partNames, runs), parts };
}

function mainScript(names: Names, partNames: readonly string[], runs: readonly string[]): string {
  const script = '/system/script';
  const { pending, undoing, undo, transaction } = names;
  const leftovers = [...runs, ...partNames, names.timer, undoing, pending, lockName];
  return [
    `# rosc: undoes transaction ${transaction}, unless it was confirmed; then it cleans up`,
    `:if ([:len [${script}/job/find script="${undo}"]] > 1) do={ :error "rosc ${transaction}: the undo runs already" }`,
    ...runs.map((name) => `:do { ${script}/job/remove [find script="${name}"] } on-error={}`),
    // Confirming removes the marker by its name, and this renames it: only one of the two can succeed.
    `:while ([:len [${script}/find name="${pending}"]] > 0) do={`,
    `  :do { ${script}/set "${pending}" name="${undoing}" } on-error={ :delay 1s }`,
    '}',
    `:if ([:len [${script}/find name="${undoing}"]] > 0) do={`,
    '  :global roscFailed',
    '  :global roscStrict',
    `  :local left ${strictPasses + lenientPasses}`,
    '  :while ($left > 0) do={',
    '    :set roscFailed 0',
    `    :set roscStrict ($left > ${lenientPasses})`,
    '    :do {',
    ...partNames.map((name) => `      ${script}/run "${name}"`),
    '    } on-error={ :set roscFailed ($roscFailed + 1) }',
    '    :set left ($left - 1)',
    '    :if ($roscFailed = 0) do={ :set left 0 } else={ :delay 1s }',
    '  }',
    `  :if ($roscFailed > 0) do={ :log error "rosc ${transaction}: $roscFailed commands of the undo failed" }`,
    '}',
    ':local again 20',
    ':while ($again > 0) do={',
    '  :local failed 0',
    `  :foreach part in={${quotedList(leftovers)}} do={`,
    `    :do { ${script}/remove [find name=$part] } on-error={ :set failed 1 }`,
    '  }',
    '  :set again ($again - 1)',
    '  :if ($failed = 0) do={ :set again 0 } else={ :delay 1s }',
    '}',
    `:do { ${script}/remove [find name="${undo}"]; ${retire(names)} } on-error={}`,
  ].join('\n');
}

/** Waits apart from any clock. */
export function timerScript({ undo }: Names, delayMs: number): string {
  return `:delay ${Math.ceil(delayMs / 1000)}s\n${runIfThere(undo)}`;
}

/**
 * While the timer waits, or undoes, this only looks; it fires again and again, so a clock that jumps does no harm. The
 * scheduler calls it by name, because then it has its own policies, whatever became of those of its maker.
 * Source: manual, scripting, "Script permissions".
 */
export function revertScript(names: Names): string {
  const waiting = `[:len [/system/script/job/find script="${names.timer}"]]`;
  return `:if (${waiting} = 0) do={ ${runOrRetire(names)} }`;
}

export function bootEvent(names: Names): string {
  return `:delay ${bootDelayMs / 1000}s; ${runOrRetire(names)}`;
}

function runIfThere(name: string): string {
  return `:if ([:len [/system/script/find name="${name}"]] > 0) do={ /system/script/run "${name}" }`;
}

/** The undo's last step may fail; the trigger that is left then removes itself. */
function runOrRetire(names: Names): string {
  return `${runIfThere(names.undo)} else={ ${retire(names)} }`;
}

/** A row without its script would fail for ever, so it goes first; what a power cut leaves, the next boot removes. */
function retire({ revert, boot }: Names): string {
  return [
    `/system/scheduler/remove [find name="${revert}"]`,
    `/system/script/remove [find name="${revert}"]`,
    `/system/scheduler/remove [find name="${boot}"]`,
  ].join('; ');
}

export interface RunInput {
  readonly names: Names;
  /** Which run of the transaction this is. */
  readonly index: number;
  readonly changes: readonly Change[];
  readonly locator: Locator;
  readonly syntax: ScriptSyntax;
}

/**
 * Changes as scripts, the first of which runs the others. They note their end in the marker's comment; the first
 * refused change starts the undo.
 */
export function runScripts({ names, index, changes, locator, syntax }: RunInput): readonly string[] {
  const lines = changes.map((change, step) => `:set roscStep ${step}\n${runLine(change, locator, syntax)}`);
  const parts = chunks(lines).map((chunk) => [':global roscStep', ...chunk].join('\n'));
  const name = names.run(index);
  const main = [
    ':global roscStep 0',
    ':do {',
    ...parts.map((_, part) => `  /system/script/run "${names.runPart(index, part)}"`),
    `  /system/script/set "${names.pending}" comment="${doneNote(name)}"`,
    '} on-error={',
    `  :log error "rosc ${names.transaction}: change $roscStep of run ${index} was refused"`,
    `  :execute "/system/script/run ${names.undo}"`,
    '}',
  ].join('\n');
  return [main, ...parts];
}

/** The marker's comment after a run. */
export function doneNote(run: string): string {
  return `${run} done`;
}

function runLine(
  { action, menu, selector, properties, before }: Change,
  locator: Locator,
  syntax: ScriptSyntax,
): string {
  const hasArguments = action !== 'remove' && action !== 'move';
  const place = before && locator.item(menu, before);
  return printScriptCommand(
    {
      action,
      menu,
      set: hasArguments ? properties.map(({ name, after }) => [name, after] as const) : [],
      ...(selector && action !== 'add' && { target: targetOf(menu, selector, locator, syntax) }),
      ...(place && { before: locator.observed(place) }),
    },
    syntax,
  );
}

function targetOf(
  menu: Change['menu'],
  selector: NonNullable<Change['selector']>,
  locator: Locator,
  syntax: ScriptSyntax,
): string {
  const item = locator.item(menu, selector);
  return item ? locator.observed(item) : findExpression(menu, selector, syntax);
}

/** Lines joined to texts that one script can hold. */
function chunks(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let length = 0;
  for (const line of lines) {
    const last = parts.at(-1);
    if (last && length + line.length < sourceMax) last.push(line);
    else {
      parts.push([line]);
      length = 0;
    }
    length += line.length + 1;
  }
  return parts;
}

function quotedList(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(';');
}
