// The shape of a post-check: which menus it reads, and what it says about them. One file a check, in `checks/`.

import type { Row } from '../device/device.ts';
import type { postCheckCodes } from '../diagnostics/codes/post-check.ts';
import { type Config, type Item, isYes, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import type { ExpectedHost } from '../model/expected-host.ts';
import type { Prediction } from '../plan/plan.ts';

/**
 * `proved`: the device shows it. `candidate`: it may be so; a route's `H` says no more. `unproved`: this device cannot
 * show it. `not-offloaded`: the device shows the contrary.
 */
export type Proof = 'proved' | 'candidate' | 'unproved' | 'not-offloaded';

export interface CheckLine {
  /** `post-check/…`, a code that `rosc explain` knows. */
  readonly check: keyof typeof postCheckCodes;
  /** `port sfp-sfpplus1`, `route 198.51.100.0/24` */
  readonly subject: string;
  readonly expected: string;
  readonly observed: string;
  /** What shows it to a person at the console. */
  readonly command: string;
  readonly proof: Proof;
  /** Another look may show more within this time: a link comes up, a next hop answers. */
  readonly settlesWithinMs?: number;
  readonly at: { readonly menu: MenuPath; readonly key: string };
}

/** Links that are there come up within seconds after a reset of the chip; one that does not has no cable. */
export const linkMs = 6000;

/** A host that was asked for a sign of life. */
export interface AskedHost extends ExpectedHost {
  /** Why it could not be asked; absent = it was. */
  readonly unaskedBecause?: string;
}

/** The device's own rows about hosts. */
export interface KnownHosts {
  /** Of `/ip/arp` and `/ipv6/neighbor`. */
  readonly neighbours: readonly Row[];
  /** Of `/interface/bridge/host`. */
  readonly learned: readonly Row[];
}

/** What entered a port within a while, in bytes. */
export interface PortTraffic {
  readonly name: string;
  readonly rxBytes: number;
  readonly cpuRxBytes: number;
}

export interface Traffic {
  readonly ports: readonly PortTraffic[];
  /** Within how long. */
  readonly ms: number;
}

export interface Reading {
  /** What the device should be: desired, or what a plan makes of it. */
  readonly expected: Config;
  readonly predictions: readonly Prediction[];
  /** Hosts that the device ought to know; absent = none. */
  readonly hosts?: readonly AskedHost[];
  readonly knownHosts?: KnownHosts;
  /** Interfaces by which the session itself comes; absent = nobody knows. */
  readonly management?: ReadonlySet<string> | undefined;
  /** Absent = it was not measured. */
  readonly traffic?: Traffic | undefined;
  /** The same before the changes; absent = nothing was changed. */
  readonly trafficBefore?: Traffic | undefined;
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

/** Whether a chip of the device is to route at all. */
export function isRoutedInHardware(expected: Config): boolean {
  return itemsOf(expected, '/interface/ethernet/switch').some((item) => isYes(propertyValue(item, 'l3-hw-offloading')));
}

export interface PostCheck {
  readonly reads: readonly MenuPath[];
  readonly monitors?: readonly MenuPath[];
  judge(reading: Reading): readonly CheckLine[];
}
