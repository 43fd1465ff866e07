// The rules about MTU.

export { bridgeL2mtuMin } from './bridge-l2mtu-min.ts';
export { jumboDropped } from './jumbo-dropped.ts';
export { l2mtuChangeFlaps } from './l2mtu-change-flaps.ts';
export { l2mtuExceedsMax } from './l2mtu-exceeds-max.ts';
export { mtuChangeLive } from './mtu-change-live.ts';
export { mtuProfileLimit } from './mtu-profile-limit.ts';
export { routedMtuMismatch } from './routed-mtu-mismatch.ts';
export { vlanMtuGtBridge } from './vlan-mtu-gt-bridge.ts';
