// What is kept on this machine of a commit, in files that only their owner reads: before a device is touched the plan,
// the prior configuration and the undo, and from then on how far it got.

import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { CommitState, Journal, JournalEntry } from '../../apply/apply-context.ts';
import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { isFileTrouble } from '../../io/file-trouble.ts';
import type { Io } from '../../io/io.ts';
import { printPlan } from '../../plan/plan-file.ts';
import { printConfig } from '../../rsc/printer.ts';
import { messageOf } from '../../source/message-of.ts';
import { redactText } from '../../source/redact-text.ts';
import { readRecord, stateFolder, writeRecord } from '../read/state-folder.ts';

/** As it is written in messages. */
export function journalFolder(io: Pick<Io, 'env'>): string {
  return join(stateFolder(io), 'commits');
}

export interface JournalListener {
  /** The stem of the commit's files. */
  onSaved(stem: string): void;
  /** A note that could not be written does not stop a commit that is under way. */
  onFailed(reason: string): void;
}

export function fileJournal(io: Io, { onSaved, onFailed }: JournalListener): Journal {
  let known: { readonly stem: string; readonly device: string } | undefined;
  return {
    async save({ transaction, plan, prior, undo }: JournalEntry): Promise<void> {
      const { name, model, serial } = plan.device;
      const stamp = new Date(io.clock.now()).toISOString().replace(/[:.]/g, '-');
      const stem = join(journalFolder(io), `${stamp}-${inFileName(name)}-${transaction}`);
      const write = (ending: string, text: string) =>
        io.writeFile(resolve(io.cwd, `${stem}${ending}`), text, { isPrivate: true });
      const subject = [name, `(${[model, serial].filter((part) => part !== '').join(', ')})`].join(' ');
      const guarded = undo.map((line) => `:do { ${line} } on-error={ :put "not done yet, or not needed" }`);
      await write('.json', printPlan(plan));
      await write('.prior.rsc', redactText(`# ${subject} before commit ${transaction}\n${printConfig(prior)}`));
      await write('.undo.rsc', redactText(`${stepsFor(subject, transaction)}\n${guarded.join('\n')}\n`));
      known = { stem, device: name };
      onSaved(stem);
    },
    async note({ transaction, state, undoAt }): Promise<void> {
      if (!known) return;
      const { stem, device } = known;
      const time = (ms: number) => new Date(ms).toISOString();
      const record: CommitRecord = {
        version: 1,
        transaction,
        device,
        state,
        at: time(io.clock.now()),
        ...(undoAt !== undefined && { undoAt: time(undoAt) }),
      };
      await writeRecord(io, `${stem}.state.json`, record).catch((error: unknown) => {
        onFailed(messageOf(error));
      });
    },
  };
}

/** How a person goes back without rosc. */
function stepsFor(subject: string, transaction: string): string {
  return [
    `# Undoes commit ${transaction} on ${subject}, from a terminal of the device.`,
    '# 1. Wait: a commit that nobody confirmed is undone by the device itself. `/system/script/print` shows rosc-… then.',
    '# 2. No way in over IP? Use the serial console, or MAC-Telnet or WinBox by MAC address.',
    '# 3. Where ******** stands, put in the secret, or leave out the line.',
    '# 4. Paste all lines below, then all of them once more: what depends on a later line works the second time.',
    '# 5. Compare with the file that ends in .prior.rsc.',
  ].join('\n');
}

const states = [
  'prepared',
  'armed',
  'changing',
  'checking',
  'confirming',
  'undoing',
  'confirmed',
  'undone',
  'open',
  'unknown',
  // Found to be no longer on its device: confirmed or undone, nobody knows which.
  'gone',
] as const satisfies readonly (CommitState | 'gone')[];

const recordSchema = z.object({
  version: z.literal(1),
  transaction: z.string(),
  device: z.string(),
  state: z.enum(states),
  /** When it got there. */
  at: z.string(),
  /** When the device undoes it, by this machine's clock. */
  undoAt: z.exactOptional(z.string()),
});
export type CommitRecord = z.infer<typeof recordSchema>;
export type CommitEnd = 'confirmed' | 'undone' | 'gone';

export interface JournalledCommit extends CommitRecord {
  /** Path of its files, without their endings. */
  readonly stem: string;
}

/** A device of a fleet is `SITE/DEVICE`. */
function inFileName(device: string): string {
  return device.replaceAll('/', '+');
}

export interface JournalSearch {
  readonly devices?: ReadonlySet<string>;
  readonly transaction?: string;
}

/**
 * Commits that were begun with this state folder, oldest first; with an error for each record that may be one of them
 * and cannot be read. It names its device where the record or its file does.
 */
export async function journalledCommits(
  io: Io,
  { devices, transaction }: JournalSearch,
): Promise<Staged<readonly JournalledCommit[]>> {
  const folder = journalFolder(io);
  const wanted = devices && new Map([...devices].map((device) => [inFileName(device), device]));
  const isWanted = (device: string, own: string) =>
    (wanted?.has(inFileName(device)) ?? true) && (transaction ?? own) === own;
  const diagnostics: Diagnostic[] = [];
  const note = (error: unknown, file?: string) => {
    if (!isFileTrouble(error)) throw error;
    const device = file === undefined ? error.diagnostic.device : (wanted?.get(file) ?? file);
    const isOther = device !== undefined && wanted?.has(inFileName(device)) === false;
    if (!isOther) diagnostics.push(device === undefined ? error.diagnostic : { ...error.diagnostic, device });
  };
  const names = await io.listFiles(resolve(io.cwd, folder)).catch((error: unknown) => {
    note(error);
    return [];
  });
  const value: JournalledCommit[] = [];
  for (const name of names.filter((each) => each.endsWith('.state.json'))) {
    // One that has another name may be of any device.
    const [, file, own = ''] = /^.{24}-(.+)-([^-]+)\.state\.json$/.exec(name) ?? [];
    if (file !== undefined && !isWanted(file, own)) continue;
    const record = await readRecord(io, join(folder, name), recordSchema).catch((error) => note(error, file));
    if (!record || !isWanted(record.device, record.transaction)) continue;
    value.push({ ...record, stem: join(folder, name.replace(/\.state\.json$/, '')) });
  }
  return { value, diagnostics };
}

/** Writes down how a commit of this directory ended; nothing when it was begun elsewhere. */
export async function noteEnd(io: Io, transaction: string, state: CommitEnd): Promise<readonly Diagnostic[]> {
  // What cannot be read is said by whoever asks for all of a device.
  const { value: commits } = await journalledCommits(io, { transaction });
  return (await Promise.all(commits.map((commit) => noteEndOf(io, commit, state)))).flat();
}

/** With a warning where it cannot be written: the device has done it all the same. */
export async function noteEndOf(
  io: Io,
  { stem, ...record }: JournalledCommit,
  state: CommitEnd,
): Promise<readonly Diagnostic[]> {
  const ended: CommitRecord = { ...record, state, at: new Date(io.clock.now()).toISOString() };
  try {
    await writeRecord(io, `${stem}.state.json`, ended);
    return [];
  } catch (error) {
    return [notWritten(ended, `${stem}.state.json`, error)];
  }
}

function notWritten({ device, transaction, state }: CommitRecord, path: string, error: unknown): Diagnostic {
  return deviceProblem(device, 'apply/end-not-noted', {
    severity: 'warning',
    what: `that commit ${transaction} on \`${device}\` is ${state} could not be written down`,
    label: path,
    why: `${messageOf(error)}. The next run takes it for unfinished, and asks the device.`,
    fix: `Make \`${path}\` writable, and run \`rosc recover\``,
  });
}
