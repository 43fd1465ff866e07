// The placement of one item, with the rules that caused it.

import type { Item } from '../model/config.ts';
import type { Datapath, Placement } from '../model/placement.ts';

export interface Verdict {
  readonly subject: Item;
  /** `route`, `vlan`, `acl`, `pbr`, `port`: what the item is to a person. */
  readonly kind: string;
  readonly datapath: Datapath;
  readonly placement: Placement;
  /** Codes of the rules that caused it, worst first. */
  readonly because: readonly string[];
  /** Codes of rules that add a condition without making it worse: the neighbour has to be resolved first. */
  readonly notes: readonly string[];
}

export interface Capacity {
  /** `acl-rules`, `routes-ipv4`, `hosts-ipv4`, `next-hops`, `mtu-profiles`, `vrf-tables`, `fasttrack-connections`. */
  readonly resource: string;
  readonly used: number;
  /** Entries that RouterOS adds by itself. */
  readonly dynamic: number;
  readonly size: number;
  readonly bound: 'exact' | 'up-to';
}
