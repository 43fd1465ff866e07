// What is kept on this machine of a commit, in files that only their owner reads: before a device is touched the plan,
// the prior configuration and the undo, and from then on how far it got.

import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { CommitState, Journal, JournalEntry } from '../apply/apply-context.ts';
import type { Io } from '../io/io.ts';
import { isUnreadable } from '../io/unreadable.ts';
import { printPlan } from '../plan/plan-file.ts';
import { printConfig } from '../rsc/printer.ts';
import { redactText } from '../source/redact-text.ts';
import { readRecord, stateFolder, writeRecord } from './state-folder.ts';

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
        onFailed(error instanceof Error ? error.message : String(error));
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

/** Commits that were begun with this state folder, oldest first. Throws Unreadable. */
export async function journalledCommits(
  io: Io,
  { devices, transaction }: JournalSearch,
): Promise<readonly JournalledCommit[]> {
  const folder = resolve(io.cwd, journalFolder(io));
  const wanted = devices && new Set([...devices].map(inFileName));
  const names = (await io.listFiles(folder)).filter((name) => {
    const [, device, own] = /^.{24}-(.+)-([^-]+)\.state\.json$/.exec(name) ?? [];
    if (device === undefined || (transaction !== undefined && own !== transaction)) return false;
    return !wanted || wanted.has(device);
  });
  const commits = await Promise.all(
    names.map(async (name): Promise<readonly JournalledCommit[]> => {
      const record = await readRecord(io, join(folder, name), recordSchema);
      return record ? [{ ...record, stem: join(journalFolder(io), name.replace(/\.state\.json$/, '')) }] : [];
    }),
  );
  return commits.flat();
}

/** Writes down how a commit of this directory ended; nothing when it was begun elsewhere. */
export async function noteEnd(io: Io, transaction: string, state: 'confirmed' | 'undone' | 'gone'): Promise<void> {
  // The device has done it: what cannot be read now is said by whoever asks next.
  const commits = await journalledCommits(io, { transaction }).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error;
    return [];
  });
  for (const commit of commits) await noteEndOf(io, commit, state);
}

export async function noteEndOf(
  io: Io,
  { stem, ...record }: JournalledCommit,
  state: 'confirmed' | 'undone' | 'gone',
): Promise<void> {
  const ended: CommitRecord = { ...record, state, at: new Date(io.clock.now()).toISOString() };
  await writeRecord(io, `${stem}.state.json`, ended);
}
