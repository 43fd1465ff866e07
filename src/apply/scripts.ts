// The scripts that a commit leaves on the device: the undo and what triggers it. RouterOS runs them whether rosc is
// there or not.
//
// Three things trigger the undo. A job that waits is immune to a clock that is set meanwhile, but dies with the
// power; a scheduler row survives that, but goes by the clock; a second row fires at every boot. None of them acts
// once the transaction is confirmed, except to clean up.

import { lockName } from '../model/commit-rows.ts';
import type { Names } from './names.ts';

/** The longest source of one script, in characters; the device's own limit is not documented. */
const sourceMax = 12_000;

/** Time for ports to come up after a boot before the undo begins. */
export const bootDelayMs = 60_000;

/**
 * How often one line may stop the undo, which then begins anew, and how often it goes on over such lines after that;
 * whoever triggers it tries again later. Lines that are done let the next ones take their turns.
 */
const strictPasses = 3;
const lenientPasses = 3;
const passesMax = 40;

export interface UndoScripts {
  readonly main: string;
  readonly parts: readonly string[];
}

/** A line as it stands in the script, and what the log calls it. */
export interface UndoLine {
  readonly name: string;
  readonly text: string;
}

export interface UndoScriptInput {
  readonly names: Names;
  readonly lines: readonly UndoLine[];
  /** Names of all scripts that the transaction puts on the device beside the undo itself. */
  readonly runs: readonly string[];
  /** Loads this backup when the undo has failed as often as this; absent = it goes on trying. */
  readonly lastResort?: { readonly backup: string; readonly afterRuns: number } | undefined;
}

/**
 * Lines fail alone, and are counted by name. Until none has failed, everything stays on the device, and whatever
 * triggers the undo tries again.
 */
export function undoScripts({ names, lines, runs, lastResort }: UndoScriptInput): UndoScripts {
  const guarded = lines.map(({ name, text }, index) => {
    const count = `:set roscFailed ($roscFailed . " ${index + 1} ${name};")`;
    // What comes later may depend on what comes earlier, so a line that fails stops its pass, until that leads nowhere.
    return `:do { ${text} } on-error={ ${count}; :if ($roscStrict) do={ :error "again" } }`;
  });
  const parts = chunks(guarded).map((chunk) => [':global roscFailed', ':global roscStrict', ...chunk].join('\n'));
  const partNames = parts.map((_, index) => names.undoPart(index));
  const failed = lastResort ? [...noteFailure(names), ...loadBackup(names, lastResort)] : noteFailure(names);
  return { main: mainScript(names, partNames, runs, failed), parts };
}

function mainScript(
  names: Names,
  partNames: readonly string[],
  runs: readonly string[],
  failed: readonly string[],
): string {
  const script = '/system/script';
  const { pending, undoing, undo, transaction } = names;
  // With its marker the undo needs its parts, and whoever lost the answer to a confirmation looks for the timer.
  const leftovers = [names.timer, undoing, pending, ...runs, ...partNames, lockName];
  const isMissing = '$roscFailed . " a part of it;"';
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
    `  :local left ${passesMax}`,
    '  :local before ""',
    '  :local stops 0',
    // A run that follows one that failed need not find out again which line it is.
    `  :if ([:len [${script}/find name="${undoing}" comment~"^${failedMark}"]] > 0) do={ :set stops ${strictPasses} }`,
    '  :while ($left > 0) do={',
    '    :set roscFailed ""',
    `    :set roscStrict ($stops < ${strictPasses})`,
    ...partNames.map((name) => `    ${runPart(name, isMissing)}`),
    '    :set left ($left - 1)',
    '    :if (!$roscStrict || ($roscFailed = $before)) do={ :set stops ($stops + 1) } else={ :set stops 1 }',
    '    :set before $roscFailed',
    `    :if (([:len $roscFailed] = 0) || ($stops >= ${strictPasses + lenientPasses})) do={ :set left 0 }`,
    '    :if ($left > 0) do={ :delay 1s }',
    '  }',
    '  :if ([:len $roscFailed] > 0) do={',
    ...failed.map((line) => `    ${line}`),
    `    :error "rosc ${transaction}: the undo is not whole"`,
    '  }',
    '}',
    ':local again 20',
    ':while ($again > 0) do={',
    '  :local failed 0',
    `  :foreach part in={${leftovers.map((name) => `"${name}"`).join(';')}} do={`,
    // In this order, wherever the power fails: what cannot be removed is waited for.
    `    :if ($failed = 0) do={ :do { ${script}/remove [find name=$part] } on-error={ :set failed 1 } }`,
    '  }',
    '  :set again ($again - 1)',
    '  :if ($failed = 0) do={ :set again 0 } else={ :delay 1s }',
    '}',
    `:do { ${script}/remove [find name="${undo}"]; ${cleanUp(names)} } on-error={}`,
  ].join('\n');
}

/** Once a strict pass has failed, its other parts are left out; a part that cannot run at all counts as failed. */
function runPart(name: string, isMissing: string): string {
  const note = `:if ([:len $roscFailed] = 0) do={ :set roscFailed (${isMissing}) }`;
  const run = `:do { /system/script/run "${name}" } on-error={ ${note} }`;
  return `:if (!$roscStrict || ([:len $roscFailed] = 0)) do={ ${run} }`;
}

/** In the log, and where rosc reads it. Written only when it is news, for the sake of the flash. */
function noteFailure({ undoing, transaction }: Names): readonly string[] {
  const marker = `[/system/script/find name="${undoing}"]`;
  return [
    `:local which [:pick $roscFailed 0 ${failedMax}]`,
    `:local note ("${failedMark}" . $which)`,
    `:log error ("rosc ${transaction}: lines of the undo failed, and are tried again:" . $which)`,
    `:do { :if ([/system/script/get ${marker} comment] != $note) do={ /system/script/set ${marker} comment=$note } } on-error={}`,
  ];
}

/** How much of the names of lines that failed is noted, in characters: the first of them tell. */
const failedMax = 500;

/** Begins the comment of the marker of an undo that is not whole. */
export const failedMark = 'failed:';

function loadBackup(
  { transaction }: Names,
  { backup, afterRuns }: { readonly backup: string; readonly afterRuns: number },
): readonly string[] {
  return [
    ':global roscRuns',
    ':if ([:typeof $roscRuns] != "num") do={ :set roscRuns 0 }',
    ':set roscRuns ($roscRuns + 1)',
    `:if ($roscRuns >= ${afterRuns}) do={`,
    '  :set roscRuns 0',
    `  :log error "rosc ${transaction}: the undo has failed for its whole time; the backup is loaded"`,
    `  /system/backup/load name="${backup}" password=""`,
    '}',
  ];
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
  return `:if (${waiting} = 0) do={ ${runOrClean(names)} }`;
}

export function bootEvent(names: Names): string {
  return `:delay ${bootDelayMs / 1000}s; ${runOrClean(names)}`;
}

function runIfThere(name: string): string {
  return `:if ([:len [/system/script/find name="${name}"]] > 0) do={ /system/script/run "${name}" }`;
}

/** Without its undo nobody needs what is left: arming was cut off, or the undo ended and could not take all with it. */
function runOrClean(names: Names): string {
  return `${runIfThere(names.undo)} else={ ${cleanUp(names)} }`;
}

/** All that has the transaction's name, and its lock; the row that fires again comes last. */
function cleanUp({ transaction, cleaner }: Names): string {
  const mine = `name~"^rosc-${transaction}-"`;
  return [
    `/system/script/remove [find ${mine}]`,
    `/system/script/remove [find name="${lockName}" comment~"^transaction=${transaction} "]`,
    `/system/scheduler/remove [find ${mine} name!="${cleaner}"]`,
    `/system/scheduler/remove [find ${mine}]`,
  ].join('; ');
}

/** Lines joined to texts that one script can hold. */
export function chunks(lines: readonly string[]): readonly (readonly string[])[] {
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
