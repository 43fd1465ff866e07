// A device as packets meet it: its configuration, and everything that follows from it.

import type { OffloadedRoutes } from './chip/route-driver.ts';
import type { Derived } from './derived/derive.ts';
import type { RouterState } from './router-state.ts';

export interface ForwardingRouter extends RouterState {
  derived(): Derived;
  /** What the chip's route memory holds now, neighbours counted. */
  offloaded(): OffloadedRoutes;
}
