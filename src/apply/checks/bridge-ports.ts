// Flag `H` of bridge ports: the chip switches them. A port without a link shows no flag and proves nothing.

import type { Item } from '../../model/config.ts';
import { type CheckLine, inHardware, linkMs, type PostCheck } from '../check.ts';

const menu = '/interface/bridge/port';

export const bridgePorts: PostCheck = {
  reads: [menu],
  judge(reading) {
    const isShown = reading.items(menu).some(({ state }) => state?.has('hw-offload'));
    return inHardware(reading, menu).map(({ key }) => {
      const state = reading.items(menu).find((item) => item.key === key)?.state;
      const { observed, proof } = flagOf(state, isShown);
      const isDown = state?.get('inactive') === 'true';
      return {
        check: 'post-check/port-not-offloaded',
        subject: `port ${key}`,
        expected: 'H: switched by the chip',
        observed,
        command: `${menu}/print where interface=${key}`,
        proof,
        ...(isDown && { settlesWithinMs: linkMs }),
        at: { menu, key },
      } as const;
    });
  },
};

/** `isShown`: this RouterOS shows the flag of some port. */
function flagOf(state: Item['state'], isShown: boolean): Pick<CheckLine, 'observed' | 'proof'> {
  if (!state) return { observed: 'no such port', proof: 'not-offloaded' };
  if (state.get('hw-offload') === 'true') return { observed: 'H', proof: 'proved' };
  if (state.get('inactive') === 'true') return { observed: 'no link', proof: 'unproved' };
  return isShown
    ? { observed: 'no H', proof: 'not-offloaded' }
    : { observed: 'not shown by this RouterOS', proof: 'unproved' };
}
