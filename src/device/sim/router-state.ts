// What a device is and how it is configured: all that its chip is programmed from.

import type { Target } from '../../profile/target.ts';
import type { DeviceState } from './device-state.ts';
import type { SimMenus } from './store/sim-menu.ts';
import type { Store, StoredRow } from './store/store.ts';

export interface RouterState {
  readonly target: Target;
  readonly store: Store;
  readonly menus: SimMenus;
  readonly device: DeviceState;
  readonly schedulers: ScheduledTimes;
  /** Simulator time in ms: the moment whose events are being handled. */
  readonly now: number;
  /** The device's own clock, which may be wrong. */
  readonly deviceTime: number;
  readonly bootedAt: number;
  /** Whether the device's RouterOS is at least this version. */
  knows(since: string): boolean;
}

export interface ScheduledTimes {
  /** Times of a row for printing: simulator time of the next run, and how often it ran since boot. */
  of(row: StoredRow): { readonly nextAt: number | undefined; readonly runs: number };
}
