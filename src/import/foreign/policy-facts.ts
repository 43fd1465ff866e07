// What a configuration of another maker says about policy: access lists, and the nodes of policy routing.

import type { NumberRange } from '../../model/number-range.ts';
import type { Prefix } from '../../model/prefix.ts';
import type { Said } from './said.ts';

/** An IPv4 address with its wildcard mask, both as unsigned numbers; undefined = any. */
export interface Wildcard {
  readonly address: number;
  readonly wildcard: number;
}

/** Those of IPv4 come with a wildcard mask, those of IPv6 with a length. */
export type ForeignAddresses = Wildcard | Prefix;

export interface ForeignAclRule {
  readonly line: number;
  readonly family: 4 | 6;
  readonly sequence?: number;
  readonly action: 'permit' | 'deny';
  /** Number of the IP protocol; undefined = every one. */
  readonly protocol?: number;
  readonly source?: ForeignAddresses;
  readonly destination?: ForeignAddresses;
  readonly sourcePorts?: readonly NumberRange[];
  readonly destinationPorts?: readonly NumberRange[];
  readonly description?: string;
}

export interface ForeignAcl {
  readonly name: string;
  readonly family: 4 | 6;
  /** Its rules know sources alone. */
  readonly isBasic: boolean;
  readonly lines: number[];
  readonly rules: ForeignAclRule[];
  /** Those that no entry has come for yet. */
  readonly remarks: Said<string>[];
  /** What no ACL of a site can say, with its line: the list as a whole is then not carried. */
  readonly unsayable: Said<string>[];
  description?: Said<string>;
}

export interface PolicyNode {
  readonly action: 'permit' | 'deny';
  readonly sequence: number;
  readonly line: number;
  readonly lines: number[];
  readonly acls: Said<string>[];
  readonly prefixLists: Said<string>[];
  readonly nextHops: Said<Prefix>[];
  readonly defaultNextHops: Said<Prefix>[];
  readonly unsayable: Said<string>[];
}

export function policyNode(node: Pick<PolicyNode, 'action' | 'sequence' | 'line'>): PolicyNode {
  const nothing = { acls: [], prefixLists: [], nextHops: [], defaultNextHops: [], unsayable: [] };
  return { ...node, ...nothing, lines: [node.line] };
}
