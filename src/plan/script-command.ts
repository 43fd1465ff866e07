// Changes as text of RouterOS's scripting language. How a string is quoted is the caller's: this layer knows which of
// two places a value stands in. The argument of a command is a word; what stands in the condition of a `find` is an
// expression, in which `/`, `:` and the like are operators and everything but booleans, numbers and ids is quoted.
// Source: manual, scripting tips and tricks, "where address=111.111.1.1/24"; device findings of tik4net, CLI, 10.4.

import rows from '../../profiles/menus/rows.json' with { type: 'json' };
import type { MenuPath } from '../model/config.ts';
import { isFlag, propertySpec } from '../model/menus.ts';
import { isUnsettable } from '../model/unset.ts';
import type { Version } from '../model/version.ts';
import type { Action, Selector } from './plan.ts';

export interface ScriptSyntax {
  /** A value as the argument of a command: bare where that is safe, else in quotes. */
  argument(value: string): string;
  /** A string in an expression: always in quotes. */
  operand(value: string): string;
  /** That will read it; absent = the newest. */
  readonly routeros?: Version;
}

export interface ScriptCommand {
  readonly action: Action;
  readonly menu: MenuPath;
  /** An expression that gives the item: `[find name="bridge1"]`. */
  readonly target?: string;
  /** In this order; `undefined` clears the property. */
  readonly set?: readonly (readonly [name: string, value: string | undefined])[];
  /** An expression for the item that comes right after. */
  readonly before?: string;
}

/** One command on one line with its absolute path: `/interface/vlan/set [find name="vlan2"] mtu=9000`. */
export function printScriptCommand(
  { action, menu, target, set = [], before }: ScriptCommand,
  syntax: ScriptSyntax,
): string {
  const words = [`${menu}/${action}`];
  if (target !== undefined) words.push(target);
  for (const [name, value] of set) words.push(printArgument(menu, name, value, syntax));
  if (before !== undefined) words.push(action === 'move' ? before : `place-before=${before}`);
  return words.join(' ');
}

function printArgument(menu: MenuPath, name: string, value: string | undefined, syntax: ScriptSyntax): string {
  if (isFlag(menu, name)) return value === undefined || value === 'no' ? `!${name}` : name;
  if (value === undefined && isUnsettable(menu, name, syntax.routeros)) return `!${name}`;
  return `${name}=${syntax.argument(value ?? '')}`;
}

/** Menus in which RouterOS makes rows of its own that look like ours. */
const menusWithDynamicRows: ReadonlySet<string> = new Set(rows.dynamic);

export function hasDynamicRows(menu: MenuPath): boolean {
  return menusWithDynamicRows.has(menu);
}

/**
 * `[find interface="ether3" dynamic=no]`; with `nth`, one of several. `relative` is good as an argument of a command of
 * the same menu, `absolute` everywhere.
 */
export function findExpression(
  menu: MenuPath,
  { match, nth }: Selector,
  syntax: Pick<ScriptSyntax, 'operand'>,
  path: 'relative' | 'absolute' = 'relative',
  numbers: 'bare' | 'quoted' = 'bare',
): string {
  const conditions = Object.entries(match).map(([name, value]) => printCondition(menu, name, value, syntax, numbers));
  if (hasDynamicRows(menu)) conditions.push('dynamic=no');
  const found = `[${path === 'absolute' ? `${menu}/` : ''}find ${conditions.join(' ')}]`;
  return nth === undefined ? found : pickNth(found, nth);
}

/** A list of one, whose length is 1; without the second number it is an id. Source: manual, scripting, `:pick`. */
export function pickNth(rows: string, nth: number): string {
  return `[:pick ${rows} ${nth} ${nth + 1}]`;
}

/**
 * `name="bridge1"`, `vlan-id=10`; for empty text `!comment`, because what is not set does not equal `""`.
 * Source: device findings of tik4net, CLI, 13.2.
 */
export function printCondition(
  menu: MenuPath,
  name: string,
  value: string,
  { operand }: Pick<ScriptSyntax, 'operand'>,
  numbers: 'bare' | 'quoted' = 'bare',
): string {
  if (value === '') return `!${name}`;
  const isBare = isLiteral(menu, name, value) && (numbers === 'bare' || !/^(?:\d|0x)/.test(value));
  return `${name}=${isBare ? value : operand(asPrinted(menu, name, value))}`;
}

/**
 * A device prints the address of an interface with its length, also where that is the usual one, and so do firewalls
 * with one IPv6 address; one IPv4 address stands there without.
 */
function asPrinted(menu: MenuPath, name: string, value: string): string {
  const type = propertySpec(menu, name)?.type;
  if (type === 'prefix' && menu.startsWith('/ip/firewall/')) return value.replace(/\/32$/, '');
  const isWhole = type !== 'interface-address' || value.includes('/');
  return isWhole ? value : `${value}/${value.includes(':') ? 64 : 32}`;
}

/** Booleans, numbers and ids; a text that happens to look like a number, such as a name, is none. */
function isLiteral(menu: MenuPath, name: string, value: string): boolean {
  if (/^\*[0-9A-F]+$/.test(value)) return true;
  const type = propertySpec(menu, name)?.type;
  if (type === 'bool' || type === 'flag') return /^(?:yes|no|true|false)$/.test(value);
  return (type === 'number' || type === 'ranges') && /^(?:\d+|0x[0-9a-fA-F]+)$/.test(value);
}
