// Why no chip of a device routes: its chips cannot, or its RouterOS is older than routing in chips.

import type { Target } from '../profile/target.ts';

/** A clause for a device of which it is known that no chip routes. */
export function whyNoChipRoutes({ routeros }: Target): string {
  const { major, minor, text } = routeros;
  const isOlder = major < 7 || (major === 7 && minor < 1); // `routeros/l3hw#l3hw-feature-support`
  return isOlder ? `RouterOS ${text} has no L3 hardware offloading` : 'no chip of this device routes';
}
