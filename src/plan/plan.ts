// A plan as data: what changes, in which order, what it does to traffic, and what the device was when it was made. The
// shape of plan files, and of what `rosc plan --json` prints.

import * as z from 'zod';
import type { MenuPath } from '../model/config.ts';
import { placements } from '../model/placement.ts';
import type { DeepReadonly } from '../source/deep-readonly.ts';

const menuPath = z.custom<MenuPath>((value) => typeof value === 'string' && /^\/[a-z0-9/-]+$/.test(value), 'no menu');

// Optional fields are absent or set, never `undefined`: a plan that was read equals the plan that was written.

/** Finds one item on the device by properties, never by `.id`; settings menus need no match. */
const selector = z.strictObject({
  match: z.record(z.string(), z.string()),
  /** Which of several equal items, counted from zero. */
  nth: z.exactOptional(z.int().nonnegative()),
});
export type Selector = DeepReadonly<z.infer<typeof selector>>;

const propertyChange = z.strictObject({
  name: z.string(),
  /** Absent = not set before. */
  before: z.exactOptional(z.string()),
  /** Absent = unset afterwards. */
  after: z.exactOptional(z.string()),
  /** Values are shown and written to plan files as a digest; `apply` takes them from the site's secrets. */
  secret: z.exactOptional(z.literal(true)),
});
export type PropertyChange = DeepReadonly<z.infer<typeof propertyChange>>;

/** The steps of a safe change, in order. */
export const phases = ['offload-off', 'add', 'ports', 'bridge', 'mtu', 'remove', 'policy', 'offload-on'] as const;
export type Phase = (typeof phases)[number];

/** What a change does to ports and sessions while it happens. */
const disruption = z.enum(['none', 'port-flap', 'switch-reset', 'offload-pause', 'rules-inactive', 'management-path']);
export type Disruption = z.infer<typeof disruption>;

const change = z.strictObject({
  /** RouterOS's own verbs; a foreign item that is in the way is a `remove` or `set` of its own. */
  action: z.enum(['add', 'set', 'unset', 'move', 'remove', 'enable', 'disable']),
  menu: menuPath,
  /** For people. */
  key: z.string(),
  /** Absent for `add` and for settings menus. */
  selector: z.exactOptional(selector),
  properties: z.array(propertyChange),
  /** For `add` and `move` in ordered menus: the item that comes right after; absent = last. */
  before: z.exactOptional(selector),
  phase: z.enum(phases),
  disruption,
  /** For people; apply never decides anything by it. */
  because: z.string(),
  /** Where the intent says it, `site.yaml:12`. */
  origin: z.exactOptional(z.string()),
  /** `adopt`: takes over an item that rosc did not make; `displace`: removes a foreign item that is in the way. */
  ownership: z.exactOptional(z.enum(['adopt', 'displace'])),
});
export type Change = DeepReadonly<z.infer<typeof change>>;
export type Action = Change['action'];

const prediction = z.strictObject({
  menu: menuPath,
  key: z.string(),
  kind: z.string(),
  placement: z.enum(placements),
  before: z.exactOptional(z.enum(placements)),
  because: z.array(z.string()),
});
/** The placement that the post-check is to find. */
export type Prediction = DeepReadonly<z.infer<typeof prediction>>;

export const planSchema = z.strictObject({
  version: z.literal(1),
  site: z.string(),
  device: z.strictObject({ name: z.string(), model: z.string(), serial: z.string(), routeros: z.string() }),
  /** Digest of the managed menus as read; `apply` refuses when it no longer fits. */
  prior: z.string(),
  /** The menus that `prior` is the digest of. */
  menus: z.array(menuPath),
  changes: z.array(change),
  /**
   * Items that are as the site says, but for rosc's mark in their comment. They change nothing of what the device does,
   * and count as no change; `apply` sets them along with the others. Absent = none.
   */
  marks: z.exactOptional(z.array(change)),
  predictions: z.array(prediction),
  /** As `ExpectedHost`; the post-check asks them for a sign of life. Absent = none. */
  hosts: z.exactOptional(
    z.array(
      z.strictObject({
        name: z.string(),
        address: z.string(),
        mac: z.exactOptional(z.string()),
        interface: z.string(),
        vid: z.exactOptional(z.int().min(1).max(4094)),
        port: z.exactOptional(z.string()),
      }),
    ),
  ),
  /** `text`: one sentence for the person who decides. */
  impacts: z.array(z.strictObject({ disruption, text: z.string() })),
  /** Foreign items in the way; applied only with `--displace`. */
  displaced: z.array(change),
});
export type Plan = DeepReadonly<z.infer<typeof planSchema>>;
export type DeviceIdentity = Plan['device'];
export type Impact = Plan['impacts'][number];

/** All that apply may send to the device; none = it has nothing to do there. */
export function everyChange({
  changes,
  displaced,
  marks = [],
}: Pick<Plan, 'changes' | 'displaced' | 'marks'>): readonly Change[] {
  return [...changes, ...displaced, ...marks];
}
