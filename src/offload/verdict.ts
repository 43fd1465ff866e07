// The placement of one item, with the rules that caused it.

import type { TableUse } from '../forwarding/legs/capacity.ts';
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

/** Of one of the chip's tables, `acl-rules` among them. */
export interface Capacity extends TableUse {
  /** Entries that are free. */
  readonly headroom: number;
  /** Where the routes of a family do not fit, or may not. */
  readonly overflow?: RouteOverflow;
}

/** The prefixes without a certain place, in full, the shortest first; `@TABLE` behind those of a VRF. */
export interface RouteOverflow {
  /** Entries of the whole memory, in IPv4 ones, that find no room for certain. */
  readonly entries: number;
  /** They stay on the CPU. */
  readonly cpu: readonly string[];
  /** Prefixes of a length of which the chip takes some, of its own choice. */
  readonly partial: readonly string[];
  /** Whether they find room nobody knows. */
  readonly unknown: readonly string[];
}
