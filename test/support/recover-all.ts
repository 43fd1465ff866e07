// Ends every commit that was left on a device.

import { openCommits, type Recovered, type RecoverOptions, recoverOne } from '../../src/apply/recover.ts';
import type { Device } from '../../src/device/device.ts';

export async function recoverAll(device: Device, options: RecoverOptions): Promise<ReadonlyMap<string, Recovered>> {
  const outcomes = new Map<string, Recovered>();
  for (const commit of await openCommits(device)) {
    outcomes.set(commit.transaction, await recoverOne(device, commit, options));
  }
  return outcomes;
}
