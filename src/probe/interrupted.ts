// A probe that was killed: its undo stands on the device still, and the next probe of the same person lets it run.

import { type OpenCommit, openCommits } from '../apply/recover.ts';
import type { Device } from '../device/device.ts';

/** Who a probe is of, in the lock on the device; `who`: `ann@laptop`. */
export function probeOwner(who: string): string {
  return `${who}, rosc probe`;
}

/** Throws DeviceError. */
export async function interruptedProbe(device: Device, who: string): Promise<OpenCommit | undefined> {
  const open = await openCommits(device);
  return open.find(({ lock, state }) => lock?.owner === probeOwner(who) && state !== 'leftover');
}
