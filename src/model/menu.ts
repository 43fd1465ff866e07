// The shape of a menu: which properties its items have, and what each of them is to rosc.

import type { MenuPath } from './config.ts';

export const valueTypes = [
  'text',
  'bool',
  /** On by being there, with an empty value: `add blackhole dst-address=…`. */
  'flag',
  'number',
  'duration',
  'list',
  /** A list whose order means nothing. */
  'set',
  /** Comma-separated numbers and `from-to` ranges. */
  'ranges',
  'address',
  /** A host address with the length of its network; without one it is /32 or, for IPv6, /64. */
  'interface-address',
  'prefix',
  'mac',
  'enum',
  'script',
] as const;
export type ValueType = (typeof valueTypes)[number];

export interface MenuProperty {
  readonly type: ValueType;
  /** What RouterOS assumes when it is not set. */
  readonly default?: string;
  readonly enum?: readonly string[];
  /** Menus whose items it names: gives ordering and undefined-reference checks. */
  readonly refersTo?: readonly MenuPath[];
  readonly secret?: true;
  /**
   * `neutral` cannot affect forwarding; `analysed`: rules and the forwarding model read it; `unmodelled`: RouterOS
   * knows it, but what it does to forwarding is not modelled.
   */
  readonly offload: 'neutral' | 'analysed' | 'unmodelled';
  /** What setting it does to the device. */
  readonly disruption?: 'port-flap' | 'switch-reset';
  /** First and last RouterOS minor versions (`7.13`) that know it; absent = every version that rosc knows. */
  readonly since?: string;
  readonly until?: string;
}

export interface Menu {
  readonly kind: 'list' | 'ordered' | 'settings' | 'fixed';
  /** Natural key; empty = items have none (firewall rules, routes). */
  readonly key: readonly string[];
  readonly properties: Readonly<Record<string, MenuProperty>>;
}
