// Commits that an earlier run began on a device and did not end: undone or cleared before anything else is done there.
// Those of others are left to them.

import { openCommits, rollbackOpen } from '../apply/recover.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { deviceProblem } from '../diagnostics/mistake.ts';
import { type Io, outlasting } from '../io/io.ts';
import type { DeviceAddress } from './device-address.ts';
import { type JournalledCommit, noteEndOf } from './journal.ts';
import { type DeviceOptions, useDevice } from './open-device.ts';

/** The transactions that were undone just now; with an error where one of them still undoes itself. */
export async function recoverOwn(
  io: Io,
  where: DeviceAddress,
  options: DeviceOptions,
  commits: readonly JournalledCommit[],
): Promise<Staged<readonly string[]>> {
  const diagnostics: Diagnostic[] = [];
  // Ctrl-C does not leave it half-way either.
  const patient = outlasting(io);
  const used = await useDevice(patient, where, options, async (device, name) => {
    const onDevice = new Set((await openCommits(device)).map(({ transaction }) => transaction));
    const undone: string[] = [];
    for (const commit of commits) {
      const { transaction } = commit;
      const isThere = onDevice.has(transaction);
      const end = isThere ? (await rollbackOpen(device, transaction, { clock: io.clock })).kind : 'gone';
      if (end === 'still-undoing') diagnostics.push(stillUndoing(name, transaction));
      else diagnostics.push(...(await noteEndOf(io, commit, end === 'undone' ? end : 'gone')));
      if (end === 'undone') undone.push(transaction);
    }
    return undone;
  });
  return { value: used.value ?? [], diagnostics: [...used.diagnostics, ...diagnostics] };
}

function stillUndoing(name: string, transaction: string): Diagnostic {
  return deviceProblem(name, 'apply/commit-open', {
    what: `\`${name}\` still undoes commit ${transaction} of an earlier run`,
    label: transaction,
    why: 'Until its undo has ended nobody can tell what the device is like.',
    fix: '`rosc recover` shows how far it is; run this again afterwards',
  });
}
