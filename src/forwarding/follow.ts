// One class of packets from the port that it enters by, to the device itself or through it.

import { isOwn } from './endpoints.ts';
import { forward } from './hardware-leg.ts';
import { inputLeg } from './input-leg.ts';
import type { Network } from './network.ts';
import type { Outcome, Traffic } from './outcome.ts';

export function follow(network: Network, traffic: Traffic): readonly Outcome[] {
  return isOwn(network, traffic.inInterface, traffic.packets) ? inputLeg(network, traffic) : forward(network, traffic);
}
