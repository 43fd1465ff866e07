// Flag `H` of routes. It only says that a route may be offloaded: next hops that are not resolved, and a table that is
// full, do not take it away. Its absence says that the route is surely not in hardware.
// Source: manual, L3 Hardware Offloading.

import { inHardware, linkMs, type PostCheck } from '../check.ts';

const menus = ['/ip/route', '/ipv6/route'] as const;

export const routes: PostCheck = {
  reads: menus,
  judge(reading) {
    return menus.flatMap((menu) => {
      const isShown = reading.items(menu).some(({ state }) => state?.has('hw-offloaded'));
      return inHardware(reading, menu).map(({ key }) => {
        const state = reading.items(menu).find((item) => item.key === key)?.state;
        const isCandidate = state?.get('hw-offloaded') === 'true';
        const isActive = state?.get('active') === 'true';
        const observed = isCandidate
          ? 'H'
          : state
            ? isActive
              ? isShown
                ? 'no H'
                : 'not shown by this RouterOS'
              : 'not active'
            : 'no such route';
        return {
          check: 'post-check/route-not-offloaded',
          subject: `route ${key}`,
          expected: 'H: may be routed by the chip',
          observed,
          command: `${menu}/print where dst-address=${key.split(' ')[0]}`,
          proof: isCandidate ? 'candidate' : state && (!isActive || !isShown) ? 'unproved' : 'not-offloaded',
          ...(!isCandidate && state && !isActive && { settlesWithinMs: linkMs }),
          at: { menu, key },
        } as const;
      });
    });
  },
};
