// What an interrupted commit left on a device: found, ended one way or the other, and cleared away.

import type { Clock, Device } from '../device/device.ts';
import { type Names, namesOf } from './names.ts';
import { clearObjects, commitObjects, type Lock, lockOf } from './objects.ts';

export interface OpenCommit {
  readonly transaction: string;
  /** `open`: neither confirmed nor undone. `undoing`: the undo runs. `leftover`: decided; only scripts are left. */
  readonly state: 'open' | 'undoing' | 'leftover';
  /** Who began it and when it undoes itself, by the device's clock; undefined when that is gone. */
  readonly lock: Lock | undefined;
  /** Names of what is on the device for it. */
  readonly objects: readonly string[];
}

/** Reading only. Throws DeviceError. */
export async function openCommits(device: Device): Promise<readonly OpenCommit[]> {
  const objects = await commitObjects(device);
  const locks = objects.filter(({ transaction }) => transaction === undefined).map(lockOf);
  const transactions = new Set([
    ...objects.flatMap(({ transaction }) => transaction ?? []),
    ...locks.map(({ transaction }) => transaction),
  ]);
  return [...transactions].map((transaction) => {
    const names = namesOf(transaction);
    const own = objects.filter((object) => object.transaction === transaction).map(({ name }) => name);
    return {
      transaction,
      state: stateOf(own, names),
      lock: locks.find((lock) => lock.transaction === transaction),
      objects: own,
    };
  });
}

/** A marker without an undo says nothing: the undo is stored before the marker, and removed after it. */
function stateOf(own: readonly string[], { undo, undoing, pending }: Names): OpenCommit['state'] {
  if (!own.includes(undo)) return 'leftover';
  if (own.includes(undoing)) return 'undoing';
  return own.includes(pending) ? 'open' : 'leftover';
}

export interface RecoverOptions {
  readonly clock: Clock;
  /** How long an undo may take, in ms. */
  readonly timeoutMs?: number;
}

export type Recovered = 'undone' | 'cleared' | 'still-undoing';

/** Undoes what is open, lets a running undo end, clears what is left. Throws DeviceError. */
export async function recover(
  device: Device,
  { clock, timeoutMs = 120_000 }: RecoverOptions,
): Promise<ReadonlyMap<string, Recovered>> {
  const outcomes = new Map<string, Recovered>();
  for (const commit of await openCommits(device)) {
    if (commit.state === 'leftover') {
      await clearObjects(device, commit.transaction);
      outcomes.set(commit.transaction, 'cleared');
    } else outcomes.set(commit.transaction, await rollbackOpen(device, commit.transaction, { clock, timeoutMs }));
  }
  return outcomes;
}

/** `gone`: there is nothing to confirm; it was undone or confirmed before. Throws DeviceError. */
export async function confirmOpen(device: Device, transaction: string): Promise<'confirmed' | 'gone' | 'refused'> {
  const { pending, undoing, timer } = namesOf(transaction);
  const reply = await device.run({ menu: '/system/script', verb: 'remove', arguments: { numbers: pending } });
  if (reply.kind !== 'done') {
    const left = new Set((await commitObjects(device)).map(({ name }) => name));
    if (left.has(pending)) return 'refused';
    // The undo renames the marker, and takes the timer away before that: with neither it was the lost command.
    if (reply.kind === 'refused' || left.has(undoing) || !left.has(timer)) return 'gone';
  }
  await clearObjects(device, transaction);
  return 'confirmed';
}

/** Throws DeviceError. */
export async function rollbackOpen(
  device: Device,
  transaction: string,
  { clock, timeoutMs = 120_000 }: RecoverOptions,
): Promise<Recovered> {
  const { pending, undoing, undo } = namesOf(transaction);
  const deadline = clock.now() + timeoutMs;
  // Whoever renames the marker decides: from then on nobody can confirm.
  const claim = { numbers: pending, name: undoing };
  await device.run({ menu: '/system/script', verb: 'set', arguments: claim });
  let isUndoing = false;
  while (clock.now() < deadline) {
    const commit = (await openCommits(device)).find((each) => each.transaction === transaction);
    if (!commit || commit.state === 'leftover') {
      await clearObjects(device, transaction);
      return isUndoing ? 'undone' : 'cleared';
    }
    if (!isUndoing) await device.execute(`/system/script/run ${undo}`);
    isUndoing = true;
    await clock.sleep(1000);
  }
  return 'still-undoing';
}
