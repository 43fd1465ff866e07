// The menus that rosc understands, as data. A property that is neither `neutral` nor `analysed` is unmodelled: what it
// could do to forwarding is unknown, and verdicts that depend on its item say so.

import type { Item, MenuPath, Property } from './config.ts';

export type ValueType =
  | 'text'
  | 'bool'
  | 'number'
  | 'duration'
  | 'list'
  /** A list whose order means nothing. */
  | 'set'
  | 'ranges'
  | 'address'
  | 'prefix'
  | 'mac'
  | 'enum'
  | 'script';

export interface MenuProperty {
  readonly type: ValueType;
  /** What RouterOS assumes when it is not set. */
  readonly default?: string;
  readonly enum?: readonly string[];
  /** Menus whose items it names: gives ordering and undefined-reference checks. */
  readonly refersTo?: readonly MenuPath[];
  readonly secret?: true;
  /** `neutral` cannot affect forwarding; `analysed`: rules and the forwarding model read it. */
  readonly offload: 'neutral' | 'analysed';
  /** What setting it does to the device. */
  readonly disruption?: 'port-flap' | 'switch-reset';
  /** First and last RouterOS versions that know it; absent = every version that rosc knows. */
  readonly since?: string;
  readonly until?: string;
}

export interface Menu {
  readonly kind: 'list' | 'ordered' | 'settings' | 'fixed';
  /** Natural key; empty = items have none (firewall rules, routes). */
  readonly key: readonly string[];
  readonly properties: Readonly<Record<string, MenuProperty>>;
}

export type Menus = ReadonlyMap<MenuPath, Menu>;

export declare const menus: Menus;
export declare function effective(item: Item, name: string): Property;
