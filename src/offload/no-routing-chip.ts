// Why no chip of a device routes: its chips cannot, or its RouterOS is older than routing in chips.

import type { Network } from '../forwarding/network/network.ts';
import { isAtLeastVersion } from '../model/version.ts';
import type { Target } from '../profile/target.ts';

/** Source: `routeros/l3hw#l3hw-feature-support`, with all that came before 7.1 itself. */
const since = '7.1beta1';

/** A clause for a device of which it is known that no chip routes. */
export function whyNoChipRoutes({ routeros }: Target): string {
  return isAtLeastVersion(routeros, since)
    ? 'no chip of this device routes'
    : `RouterOS ${routeros.text} has no L3 hardware offloading`;
}

/** Whether that is on record for every chip of a device without one that routes, and what is. */
export function knownNotToRoute({ chips }: Network) {
  const facts = chips.map((chip) => chip.switch.fact('l3.offload'));
  const evidence = facts.flatMap((fact) => (fact ? [fact.says('the chip does not route')] : []));
  return { isKnown: evidence.length === facts.length, evidence };
}
