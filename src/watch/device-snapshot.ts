// What one look at a device showed; metrics and events are made of nothing else.

import type { CheckLine } from '../apply/check.ts';
import type { Counters } from '../device/counters.ts';
import type { Identity } from '../device/device.ts';
import type { Health } from '../device/health.ts';
import type { Capacity } from '../offload/verdict.ts';
import type { Change } from '../plan/plan.ts';
import type { HealthAlarm } from './health-alarms.ts';

export interface DeviceSnapshot {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly identity: Identity;
  /** Milliseconds since the device booted; absent = it does not tell. */
  readonly uptimeMs?: number;
  readonly counters: Counters;
  readonly health: Health & { readonly alarms: readonly HealthAlarm[] };
  /** The post-check: what the site promises, and what the device shows. */
  readonly lines: readonly CheckLine[];
  readonly drift: Drift;
}

/** The configuration against the site. It is read less often than the numbers, because it is most of the reading. */
export interface Drift {
  /** When it was read. */
  readonly atMs: number;
  /** What a plan would change, foreign items in the way included. */
  readonly changes: readonly Change[];
  /** The chip's tables under the configuration as it is. */
  readonly capacity: readonly Capacity[];
}
