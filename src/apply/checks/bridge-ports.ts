// Flag `H` of bridge ports: the chip switches them. A port without a link shows no flag and proves nothing.

import { inHardware, linkMs, type PostCheck } from '../check.ts';

const menu = '/interface/bridge/port';

export const bridgePorts: PostCheck = {
  reads: [menu],
  judge(reading) {
    const isShown = reading.items(menu).some(({ state }) => state?.has('hw-offload'));
    return inHardware(reading, menu).map(({ key }) => {
      const state = reading.items(menu).find((item) => item.key === key)?.state;
      const isOffloaded = state?.get('hw-offload') === 'true';
      const isDown = state?.get('inactive') === 'true';
      const observed = isOffloaded
        ? 'H'
        : isDown
          ? 'no link'
          : state
            ? isShown
              ? 'no H'
              : 'not shown by this RouterOS'
            : 'no such port';
      return {
        check: 'post-check/port-not-offloaded',
        subject: `port ${key}`,
        expected: 'H: switched by the chip',
        observed,
        command: `${menu}/print where interface=${key}`,
        proof: isOffloaded ? 'proved' : isDown || (state && !isShown) ? 'unproved' : 'not-offloaded',
        ...(isDown && { settlesWithinMs: linkMs }),
        at: { menu, key },
      } as const;
    });
  },
};
