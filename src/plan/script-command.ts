// Changes as text of RouterOS's scripting language. Quoting is the caller's: this layer knows no syntax of strings.

import type { MenuPath } from '../model/config.ts';
import { isFlag } from '../model/menus.ts';
import type { Action, Selector } from './plan.ts';

/** A value as RouterOS's console takes it: bare where that is safe, else in quotes. */
export type Quote = (value: string) => string;

export interface ScriptCommand {
  readonly action: Action;
  readonly menu: MenuPath;
  /** An expression that gives the item: `[find name=bridge1]`. */
  readonly target?: string;
  /** In this order; `undefined` clears the property. */
  readonly set?: readonly (readonly [name: string, value: string | undefined])[];
  /** An expression for the item that comes right after. */
  readonly before?: string;
}

/** One command on one line with its absolute path: `/interface/vlan/set [find name=vlan2] mtu=9000`. */
export function printScriptCommand({ action, menu, target, set = [], before }: ScriptCommand, quote: Quote): string {
  const words = [`${menu}/${action}`];
  if (target !== undefined) words.push(target);
  for (const [name, value] of set) words.push(printArgument(menu, name, value, quote));
  if (before !== undefined) words.push(action === 'move' ? before : `place-before=${before}`);
  return words.join(' ');
}

function printArgument(menu: MenuPath, name: string, value: string | undefined, quote: Quote): string {
  if (value === undefined || (value === 'no' && isFlag(menu, name))) return `!${name}`;
  return isFlag(menu, name) ? name : `${name}=${quote(value)}`;
}

/** Menus in which RouterOS makes rows of its own that look like ours. */
const menusWithDynamicRows: ReadonlySet<MenuPath> = new Set([
  '/interface/bridge/port',
  '/interface/bridge/vlan',
  '/interface/ethernet/switch/rule',
  '/interface/list/member',
  '/ip/address',
  '/ip/arp',
  '/ip/dhcp-server/lease',
  '/ip/route',
  '/ipv6/address',
  '/ipv6/route',
  '/ip/firewall/filter',
  '/ip/firewall/mangle',
  '/ip/firewall/nat',
  '/ip/firewall/raw',
  '/ip/firewall/address-list',
  '/ipv6/firewall/filter',
  '/ipv6/firewall/mangle',
  '/ipv6/firewall/nat',
  '/ipv6/firewall/raw',
  '/ipv6/firewall/address-list',
]);

/**
 * `[find interface=ether3 dynamic=no]`; with `nth`, one of several. `relative` is good as an argument of a command of
 * the same menu, `absolute` everywhere.
 */
export function findExpression(
  menu: MenuPath,
  { match, nth }: Selector,
  quote: Quote,
  path: 'relative' | 'absolute' = 'relative',
): string {
  const conditions = Object.entries(match).map(([name, value]) => `${name}=${quote(value)}`);
  if (menusWithDynamicRows.has(menu)) conditions.push('dynamic=no');
  const found = `[${path === 'absolute' ? `${menu}/` : ''}find ${conditions.join(' ')}]`;
  return nth === undefined ? found : `[:pick ${found} ${nth}]`;
}
