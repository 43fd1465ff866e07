// Flag `H` of routes. It only says that a route may be offloaded: next hops that are not resolved, and a table that is
// full, do not take it away. Its absence says that the route is surely not in hardware.
// Source: manual, L3 Hardware Offloading.

import type { Item } from '../../model/config.ts';
import { type CheckLine, inHardware, linkMs, type PostCheck } from '../check.ts';

const menus = ['/ip/route', '/ipv6/route'] as const;

export const routes: PostCheck = {
  reads: menus,
  judge(reading) {
    return menus.flatMap((menu) => {
      const isShown = reading.items(menu).some(({ state }) => state?.has('hw-offloaded'));
      return inHardware(reading, menu).map(({ key }) => {
        const state = reading.items(menu).find((item) => item.key === key)?.state;
        const { observed, proof, ...waits } = flagOf(state, isShown);
        return {
          check: 'post-check/route-not-offloaded',
          subject: `route ${key}`,
          expected: 'H: may be routed by the chip',
          observed,
          command: `${menu}/print where dst-address=${key.split(' ')[0]}`,
          proof,
          ...waits,
          at: { menu, key },
        } as const;
      });
    });
  },
};

/** `isShown`: this RouterOS shows the flag of some route. */
function flagOf(state: Item['state'], isShown: boolean): Pick<CheckLine, 'observed' | 'proof' | 'settlesWithinMs'> {
  if (!state) return { observed: 'no such route', proof: 'not-offloaded' };
  if (state.get('hw-offloaded') === 'true') return { observed: 'H', proof: 'candidate' };
  if (state.get('active') !== 'true') return { observed: 'not active', proof: 'unproved', settlesWithinMs: linkMs };
  return isShown
    ? { observed: 'no H', proof: 'not-offloaded' }
    : { observed: 'not shown by this RouterOS', proof: 'unproved' };
}
