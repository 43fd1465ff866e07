// How far the upgrade of a device has got, one file for each device in the state folder: a run that finds one that was
// restarted by an earlier one waits for it.

import { join } from 'node:path';
import * as z from 'zod';
import type { Io } from '../../io/io.ts';
import { readRecord, stateFolder, writeRecord } from '../read/state-folder.ts';

const recordSchema = z.object({
  version: z.literal(1),
  device: z.string(),
  /** RouterOS versions. */
  from: z.string(),
  to: z.string(),
  state: z.enum(['restarting', 'upgraded']),
  at: z.string(),
  /** When a device that restarts has to be back. */
  until: z.string(),
});
export type UpgradeRecord = z.infer<typeof recordSchema>;

export function readUpgrade(io: Io, device: string): Promise<UpgradeRecord | undefined> {
  return readRecord(io, pathOf(io, device), recordSchema);
}

export async function noteUpgrade(
  io: Io,
  upgrade: Pick<UpgradeRecord, 'device' | 'from' | 'to' | 'state'>,
  timeoutMs: number,
): Promise<void> {
  const now = io.clock.now();
  const [at, until] = [now, now + timeoutMs].map((ms) => new Date(ms).toISOString());
  await writeRecord(io, pathOf(io, upgrade.device), { version: 1, ...upgrade, at, until });
}

function pathOf(io: Io, device: string): string {
  return join(stateFolder(io), 'upgrades', `${device.replaceAll('/', '+')}.json`);
}
