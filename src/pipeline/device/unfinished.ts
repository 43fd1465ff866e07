// Commits that were begun from this directory and whose end nobody wrote down: rosc was killed, the power went, or they
// wait for somebody. Said before anything else is done with their devices.

import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import type { Io } from '../../io/io.ts';
import { clearLeftBehind } from '../read/state-folder.ts';
import { type JournalledCommit, journalledCommits } from './journal.ts';

export async function unfinishedCommits(io: Io, devices: readonly string[]): Promise<readonly Diagnostic[]> {
  await clearLeftBehind(io);
  const { value, diagnostics } = await unfinishedOn(io, new Set(devices));
  return [...diagnostics, ...value.map((commit) => unfinished(commit, io.clock.now()))];
}

/** Of these devices, oldest first; with an error for each record that may be of one of them and cannot be read. */
export async function unfinishedOn(io: Io, devices: ReadonlySet<string>): Promise<Staged<readonly JournalledCommit[]>> {
  const { value, diagnostics } = await journalledCommits(io, { devices });
  return { value: value.filter(({ device, state }) => devices.has(device) && !isEnd(state)), diagnostics };
}

function isEnd(state: JournalledCommit['state']): boolean {
  return state === 'confirmed' || state === 'undone' || state === 'gone';
}

function unfinished(commit: JournalledCommit, now: number): Diagnostic {
  const { device, transaction, state, at, undoAt, stem } = commit;
  const isDue = undoAt !== undefined && Date.parse(undoAt) <= now;
  const outlook =
    undoAt === undefined
      ? 'Nothing was changed then; a lock or scripts may still be on the device.'
      : isDue
        ? `Unless somebody confirmed it, the device went back to its prior state by ${undoAt}.`
        : `Unless somebody confirms it, the device goes back to its prior state by ${undoAt}.`;
  const keep = state === 'open' ? 'run `rosc confirm` to keep it; otherwise ' : '';
  return deviceProblem(device, 'apply/unfinished', {
    severity: 'warning',
    what: `commit ${transaction} on \`${device}\` was left ${state} at ${at}, and nobody wrote down its end`,
    label: `${stem}.state.json`,
    why: outlook,
    fix: `${keep}run \`rosc recover\`: it looks at the device, ends what is open there, and notes what it found`,
  });
}
