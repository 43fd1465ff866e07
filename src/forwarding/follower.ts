// Follows each class of packets once, however often it comes up: in both directions of a flow, and in other flows.

import { follow } from './follow.ts';
import { computeIfAbsent, derivedOnce } from './grouping.ts';
import { forward } from './hardware-leg.ts';
import { Keys } from './keys.ts';
import type { Network } from './network.ts';
import type { Outcome, Traffic } from './outcome.ts';

export interface Follower {
  readonly network: Network;
  /** Through the device, or to it. */
  readonly follow: (traffic: Traffic) => readonly Outcome[];
  /** Through the device. */
  readonly forward: (traffic: Traffic) => readonly Outcome[];
}

/** More classes than this are not remembered at once. */
const rememberedMax = 2000;

export const followerOf = derivedOnce((network: Network): Follower => {
  const once = (find: typeof follow) => {
    const known = new Map<string, readonly Outcome[]>();
    let keys = new Keys();
    return (traffic: Traffic) => {
      if (known.size >= rememberedMax) {
        known.clear();
        keys = new Keys();
      }
      return computeIfAbsent(known, keys.traffic(traffic), () => find(network, traffic));
    };
  };
  return { network, follow: once(follow), forward: once(forward) };
});
