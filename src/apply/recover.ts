// What an interrupted commit left on a device: found, ended one way or the other, and cleared away.

import type { Clock, Device } from '../device/device.ts';
import { lockName } from '../model/commit-rows.ts';
import { digestOf } from '../plan/digest.ts';
import type { ReserveInput } from './arm.ts';
import { type Names, namesOf } from './names.ts';
import { clearObjects, commitObjects, type Lock, lockOf } from './objects.ts';
import { observe } from './observe.ts';
import { failedMark } from './scripts.ts';

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

/**
 * How a commit ended. `undone`: read back, and as it was before. `differs`: the undo ended without a failure, but the
 * device is not as it was before. `unread`: it ended, and nobody can compare. `cleared`: it had ended already.
 * `still-undoing`: it has not; `lines` of it failed, as the device names them.
 */
export type Recovered =
  | { readonly kind: 'undone' | 'differs' | 'unread' | 'cleared' }
  | { readonly kind: 'still-undoing'; readonly lines?: string };

/** Undoes what is open, lets a running undo end, clears what is left. Throws DeviceError. */
export async function recoverOne(
  device: Device,
  { transaction, state }: OpenCommit,
  options: RecoverOptions,
): Promise<Recovered> {
  if (state !== 'leftover') return rollbackOpen(device, transaction, options);
  await clearObjects(device, transaction);
  return { kind: 'cleared' };
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
  const names = namesOf(transaction);
  const { pending, undoing, undo } = names;
  const deadline = clock.now() + timeoutMs;
  // Gone with the lock, which goes with the undo.
  const prior = await priorOf(device, transaction);
  // Whoever renames the marker decides: from then on nobody can confirm.
  await device.run({ menu: '/system/script', verb: 'set', arguments: { numbers: pending, name: undoing } });
  let isUndoing = false;
  let lines: string | undefined;
  while (clock.now() < deadline) {
    const objects = await commitObjects(device);
    const own = objects.filter((object) => object.transaction === transaction);
    const found = own.map(({ name }) => name);
    if (stateOf(found, names) === 'leftover') {
      await clearObjects(device, transaction);
      return { kind: isUndoing ? await comparedWith(device, prior) : 'cleared' };
    }
    const note = own.find(({ name }) => name === undoing)?.comment ?? '';
    if (isUndoing && note.startsWith(failedMark)) lines = note.slice(failedMark.length);
    if (!isUndoing) await device.execute(`/system/script/run ${undo}`);
    isUndoing = true;
    await clock.sleep(1000);
  }
  return { kind: 'still-undoing', ...(lines !== undefined && { lines }) };
}

type Prior = ReserveInput['prior'];

/** What the lock says of the device before the commit. Throws DeviceError. */
async function priorOf(device: Device, transaction: string): Promise<Prior | undefined> {
  const locks = await device.print('/system/script', {
    proplist: ['name', 'comment', 'source'],
    query: [`name=${lockName}`],
  });
  const lock = locks.find(({ comment = '' }) => comment.startsWith(`transaction=${transaction} `));
  const [, digest, menus] = /^# prior (\S+) (\S+)$/.exec(lock?.source ?? '') ?? [];
  if (digest === undefined || menus === undefined) return undefined;
  return { digest, menus: menus.split(',').map((menu) => `/${menu.slice(1)}` as const) };
}

/** Only what was read is said to be undone. Throws DeviceError. */
async function comparedWith(device: Device, prior: Prior | undefined): Promise<'undone' | 'differs' | 'unread'> {
  if (!prior) return 'unread';
  const { config } = await observe(device, prior.menus, '');
  return digestOf(config, prior.menus) === prior.digest ? 'undone' : 'differs';
}
