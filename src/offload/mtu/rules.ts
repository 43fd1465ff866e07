// The rules about MTU.

import type { Rule } from '../rule.ts';
import { bridgeL2mtuMin } from './bridge-l2mtu-min.ts';
import { jumboDropped } from './jumbo-dropped.ts';
import { l2mtuChangeFlaps } from './l2mtu-change-flaps.ts';
import { l2mtuExceedsMax } from './l2mtu-exceeds-max.ts';
import { mtuChangeLive } from './mtu-change-live.ts';
import { mtuProfileLimit } from './mtu-profile-limit.ts';
import { routedMtuMismatch } from './routed-mtu-mismatch.ts';
import { vlanMtuGtBridge } from './vlan-mtu-gt-bridge.ts';

export const mtuRules: readonly Rule[] = [
  bridgeL2mtuMin,
  jumboDropped,
  l2mtuChangeFlaps,
  l2mtuExceedsMax,
  mtuChangeLive,
  mtuProfileLimit,
  routedMtuMismatch,
  vlanMtuGtBridge,
];
