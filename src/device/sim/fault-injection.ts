// Where faults strike. Each function draws once; quiet work (loading, foreign edits) is never struck.

import type { FaultName } from './faults.ts';
import type { Router } from './router.ts';

export function faultOccurs(router: Router, fault: FaultName): boolean {
  if (router.isQuiet || !router.random.chance(router.faults[fault])) return false;
  router.struck.push(fault);
  return true;
}

/** Power is lost at this command. */
export function powerFails(router: Router): boolean {
  return faultOccurs(router, 'rebootMidway');
}

/** The device's clock jumps by up to two hours either way, as when NTP answers. */
export function jumpClock(router: Router): void {
  router.device.clockOffsetMs += router.random.between(-7200, 7200) * 1000;
  router.schedulers.clockChanged();
}
