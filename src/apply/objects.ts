// What rosc has on a device for a commit: scripts, schedulers and jobs, found by their names, and taken away again.

import type { Command, Device, Row } from '../device/device.ts';
import { isOfCommit, lockName, transactionOf } from '../model/commit-rows.ts';
import type { MenuPath } from '../model/config.ts';
import { namesOf } from './names.ts';

export interface CommitObject {
  readonly menu: MenuPath;
  readonly id: string;
  readonly name: string;
  readonly comment: string;
  /** Undefined for the lock, whose comment tells. */
  readonly transaction: string | undefined;
}

/** Throws DeviceError. */
export async function commitObjects(device: Device): Promise<readonly CommitObject[]> {
  const [schedulers, scripts] = await Promise.all([
    device.print('/system/scheduler', { proplist: ['.id', 'name', 'comment'] }),
    device.print('/system/script', { proplist: ['.id', 'name', 'comment'] }),
  ]);
  return [
    ...schedulers.flatMap((row) => objectOf('/system/scheduler', row)),
    ...scripts.flatMap((row) => objectOf('/system/script', row)),
  ];
}

function objectOf(menu: MenuPath, row: Row): readonly CommitObject[] {
  const { name = '', comment = '', '.id': id = '' } = row;
  return isOfCommit(menu, row) ? [{ menu, id, name, comment, transaction: transactionOf(name) }] : [];
}

/** How often clearing looks again before it leaves the rest for `rosc recover`. */
const attempts = 5;

/**
 * Removes what belongs to a transaction: the marker first, which decides that there is nothing to undo, then
 * schedulers so that none fires into the work, then scripts and the lock. The row that cleans up by itself goes last,
 * so that nothing stays when this is cut off. True when nothing is left. Throws DeviceError.
 */
export async function clearObjects(device: Device, transaction: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const all = await commitObjects(device);
    const mine = all.filter((object) => isOf(object, transaction));
    if (mine.length === 0) return true;
    for (const rank of ranks) {
      const removals = mine
        .filter((object) => rankOf(object) === rank)
        .map(({ menu, id }): Command => ({ menu, verb: 'remove', arguments: { '.id': id } }));
      // All at once; what is left after a refusal, one by one, so that nothing stands behind what cannot be removed.
      if (attempt === 0) await device.pipeline(removals);
      else await removeEach(device, removals);
    }
    await stopTimer(device, transaction);
  }
  return (await commitObjects(device)).every((object) => !isOf(object, transaction));
}

async function removeEach(device: Device, removals: readonly Command[]): Promise<void> {
  for (const command of removals) {
    if ((await device.run(command)).kind === 'lost') return;
  }
}

/** The timer does nothing once its script is gone; ending it only tidies up. */
async function stopTimer(device: Device, transaction: string): Promise<void> {
  const jobs = await device.print('/system/script/job', { proplist: ['.id', 'script'] });
  for (const job of jobs) {
    if (job.script !== namesOf(transaction).timer) continue;
    await device.run({ menu: '/system/script/job', verb: 'remove', arguments: { '.id': job['.id'] ?? '' } });
  }
}

const ranks = [0, 1, 2, 3, 4] as const;

function rankOf({ menu, name, transaction }: CommitObject): number {
  if (name === lockName) return 3;
  const names = namesOf(transaction ?? '');
  if (name === names.pending || name === names.undoing) return 0;
  if (name === names.cleaner) return 4;
  return menu === '/system/scheduler' ? 1 : 2;
}

export function isOf(object: CommitObject, transaction: string): boolean {
  return object.transaction === transaction || (object.name === lockName && lockOf(object).transaction === transaction);
}

export interface Lock {
  readonly transaction: string;
  readonly owner: string;
  /** The device's own time, `2026-04-21 20:35:02`. */
  readonly until: string;
}

export function printLock({ transaction, owner, until }: Lock): string {
  return `transaction=${transaction} until=${until} owner=${owner}`;
}

export function lockOf({ comment }: CommitObject): Lock {
  const match = /^transaction=(\S*) until=(\S+ \S+) owner=(.*)$/.exec(comment);
  return { transaction: match?.[1] ?? '', until: match?.[2] ?? '', owner: match?.[3] ?? '' };
}
