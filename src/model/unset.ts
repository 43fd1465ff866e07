// Which properties RouterOS takes back with `!name`. It refuses that for all others, and a script with it does not parse:
// those are cleared with an empty text. The tables are in `profiles/menus/unset.json`, with their source.

import tables from '../../profiles/menus/unset.json' with { type: 'json' };
import type { MenuPath } from './config.ts';
import { isFlag } from './menus.ts';
import { isAtLeastVersion, type Version } from './version.ts';

interface Unset {
  readonly names: ReadonlySet<string>;
  /** The first minor version whose menu has the command; absent = all that rosc knows. */
  readonly since?: string;
}

const known = new Map<MenuPath, Unset | undefined>();

/** `routeros` undefined = a version that nobody has said: the newest. */
export function isUnsettable(menu: MenuPath, name: string, routeros?: Version): boolean {
  // What is on by being there is off by `!`, in every command.
  if (isFlag(menu, name)) return true;
  if (!known.has(menu)) known.set(menu, unsetOf(menu));
  const unset = known.get(menu);
  if (!unset?.names.has(name)) return false;
  return routeros === undefined || unset.since === undefined || isAtLeastVersion(routeros, unset.since);
}

function unsetOf(menu: MenuPath): Unset | undefined {
  const table: Readonly<Record<string, string>> = tables.menus;
  const [first = '', ...others] = table[menu]?.split(' ') ?? [];
  if (first === '') return undefined;
  const since = /^(\d+\.\d+)\.\.$/.exec(first)?.[1];
  return since === undefined ? { names: new Set([first, ...others]) } : { names: new Set(others), since };
}
