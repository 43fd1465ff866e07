// The shape of a post-check: which menus it reads, and what it says about them. One file a check, in `checks/`.

import type { Row } from '../device/device.ts';
import { type Config, type Item, itemsOf, type MenuPath } from '../model/config.ts';
import type { Prediction } from '../plan/plan.ts';

/**
 * `proved`: the device shows it. `candidate`: it may be so; a route's `H` says no more. `unproved`: this device cannot
 * show it. `not-offloaded`: the device shows the contrary.
 */
export type Proof = 'proved' | 'candidate' | 'unproved' | 'not-offloaded';

export interface CheckLine {
  /** `post-check/…`, a code that `rosc explain` knows. */
  readonly check: string;
  /** `port sfp-sfpplus1`, `route 198.51.100.0/24` */
  readonly subject: string;
  readonly expected: string;
  readonly observed: string;
  /** What shows it to a person at the console. */
  readonly command: string;
  readonly proof: Proof;
  /** Another look may show more: a link comes up, a next hop answers. */
  readonly isSettling?: boolean;
  readonly at: { readonly menu: MenuPath; readonly key: string };
}

export interface Reading {
  /** What the device should be: desired, or what a plan makes of it. */
  readonly expected: Config;
  readonly predictions: readonly Prediction[];
  /** Items of a menu as the device has them now; empty when it has no such menu. */
  items(menu: MenuPath): readonly Item[];
  /** One answer of a monitor command; undefined when there is no such command. */
  monitor(path: MenuPath): Row | undefined;
}

/** What is predicted to be in hardware, of items that are to be there at all. */
export function inHardware({ predictions, expected }: Reading, menu: MenuPath): readonly Prediction[] {
  const keys = new Set(itemsOf(expected, menu).map(({ key }) => key));
  return predictions.filter((each) => each.menu === menu && each.placement === 'hardware' && keys.has(each.key));
}

export interface PostCheck {
  readonly reads: readonly MenuPath[];
  readonly monitors?: readonly MenuPath[];
  judge(reading: Reading): readonly CheckLine[];
}
