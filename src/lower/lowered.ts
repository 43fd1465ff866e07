// What lowering makes of one device of a site.

import type { LearntRoutes } from '../forwarding/network/network.ts';
import type { Flow } from '../forwarding/packets/flow.ts';
import type { Expected } from '../forwarding/routing/expected-routes.ts';
import type { Config, MenuPath } from '../model/config.ts';
import type { ExpectedHost } from '../model/expected-host.ts';
import type { Target } from '../profile/target.ts';
import type { Location } from '../source/location.ts';

/** A form that the compiler could have taken for one intent rule. */
export interface RejectedForm {
  readonly form: string;
  readonly reason: string;
}

/** Which form an intent rule took, and why: `rosc compile --explain` prints it. */
export interface Choice {
  /** `pbr backups-by-left`, `acl guests-isolated/2` */
  readonly rule: string;
  readonly origin: Location;
  readonly form: string;
  readonly rejected: readonly RejectedForm[];
  /** Switch-rule entries used. */
  readonly entries: number;
}

/** A VLAN that is for management: the device routes nothing to or from it. */
export interface ManagementVlan {
  readonly vlan: string;
  readonly origin: Location;
}

export interface Lowered {
  /** The device's name in the site. */
  readonly device: string;
  readonly target: Target;
  /** Desired items of the menus that rosc manages; every property's origin is the YAML node that caused it. */
  readonly config: Config;
  readonly flows: readonly Flow[];
  readonly choices: readonly Choice[];
  /** Menus in which rosc may remove what it did not make. */
  readonly exclusive: readonly MenuPath[];
  /** Percentages of a table from which the site wants a warning or an error, where it says so. */
  readonly capacity?: { readonly warn?: number; readonly fail?: number };
  /** Prefixes that the site expects from neighbours. */
  readonly learntRoutes: readonly LearntRoutes[];
  /** The routes that neighbours bring, as far as the site says. */
  readonly expected: Expected;
  /** Hosts of the site that the device reaches by itself; absent = the site names none. */
  readonly hosts?: readonly ExpectedHost[];
  /** Absent where management has a port of its own, or the device routes no other network. */
  readonly apart?: ManagementVlan;
  /** Where the device is, when the site says so. */
  readonly url?: string;
}
