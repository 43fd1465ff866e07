// A plan as data: what changes, in which order, what it does to traffic, and what the device was when it was made.

import type { MenuPath } from '../model/config.ts';
import type { ExpectedHost } from '../model/expected-host.ts';
import type { Placement } from '../model/placement.ts';

/** RouterOS's own verbs; a foreign item that is in the way is a `remove` or `set` of its own. */
export type Action = 'add' | 'set' | 'unset' | 'move' | 'remove' | 'enable' | 'disable';

/** What a change does to ports and sessions while it happens. */
export type Disruption = 'none' | 'port-flap' | 'switch-reset' | 'offload-pause' | 'rules-inactive' | 'management-path';

/** Finds one item on the device by properties, never by `.id`; settings menus need no match. */
export interface Selector {
  readonly match: Readonly<Record<string, string>>;
  /** Which of several equal items, counted from zero. */
  readonly nth?: number;
}

export interface PropertyChange {
  readonly name: string;
  /** Absent = not set before. */
  readonly before?: string;
  /** Absent = unset afterwards. */
  readonly after?: string;
  /** Values are shown and written to plan files as a digest; `apply` takes them from the site's secrets. */
  readonly secret?: true;
}

/** The steps of a safe change, in order. */
export const phases = ['offload-off', 'add', 'ports', 'bridge', 'mtu', 'remove', 'policy', 'offload-on'] as const;
export type Phase = (typeof phases)[number];

export interface Change {
  readonly action: Action;
  readonly menu: MenuPath;
  /** For people. */
  readonly key: string;
  /** Absent for `add` and for settings menus. */
  readonly selector?: Selector;
  readonly properties: readonly PropertyChange[];
  /** For `add` and `move` in ordered menus: the item that comes right after; absent = last. */
  readonly before?: Selector;
  readonly phase: Phase;
  readonly disruption: Disruption;
  /** For people; apply never decides anything by it. */
  readonly because: string;
  /** Where the intent says it, `site.yaml:12`. */
  readonly origin?: string;
  /** `adopt`: takes over an item that rosc did not make; `displace`: removes a foreign item that is in the way. */
  readonly ownership?: 'adopt' | 'displace';
}

export interface DeviceIdentity {
  readonly name: string;
  readonly model: string;
  readonly serial: string;
  readonly routeros: string;
}

/** The placement that the post-check is to find. */
export interface Prediction {
  readonly menu: MenuPath;
  readonly key: string;
  readonly kind: string;
  readonly placement: Placement;
  readonly before?: Placement;
  readonly because: readonly string[];
}

export interface Impact {
  readonly disruption: Disruption;
  /** One sentence for the person who decides. */
  readonly text: string;
}

export interface Plan {
  readonly version: 1;
  readonly site: string;
  readonly device: DeviceIdentity;
  /** Digest of the managed menus as read; `apply` refuses when it no longer fits. */
  readonly prior: string;
  /** The menus that `prior` is the digest of. */
  readonly menus: readonly MenuPath[];
  readonly changes: readonly Change[];
  /**
   * Items that are as the site says, but for rosc's mark in their comment. They change nothing of what the device does,
   * and count as no change; `apply` sets them along with the others. Absent = none.
   */
  readonly marks?: readonly Change[];
  readonly predictions: readonly Prediction[];
  /** Hosts that the post-check asks for a sign of life; absent = none. */
  readonly hosts?: readonly ExpectedHost[];
  readonly impacts: readonly Impact[];
  /** Foreign items in the way; applied only with `--displace`. */
  readonly displaced: readonly Change[];
}

/** All that apply may send to the device; none = it has nothing to do there. */
export function everyChange({
  changes,
  displaced,
  marks = [],
}: Pick<Plan, 'changes' | 'displaced' | 'marks'>): readonly Change[] {
  return [...changes, ...displaced, ...marks];
}
