// What the device takes back with `!name`: what its command tree lists under `unset`, and nothing else.

import tables from '../../../../profiles/menus/unset.json' with { type: 'json' };

const menus: Readonly<Record<string, string>> = tables.menus;

/** Undefined = the menu has no such command at that version. */
export function unsetIn(menu: string, knows: (since: string) => boolean): ReadonlySet<string> | undefined {
  const names = menus[menu]?.split(' ') ?? [];
  const since = /^(.+)\.\.$/.exec(names[0] ?? '')?.[1];
  if (names.length === 0 || (since !== undefined && !knows(since))) return undefined;
  return new Set(since === undefined ? names : names.slice(1));
}
