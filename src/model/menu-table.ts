// Reads the menu tables of `profiles/menus/`. A property is one line of text: its type (`enum:a|b`), what rosc does
// with it, then in any order `secret`, a disruption, `->menu,menu` for what it names, `7.13..7.21` for the versions
// that know it, and last `= default`.

import { computeIfAbsent } from '../source/grouping.ts';
import type { MenuPath } from './config.ts';
import { type Menu, type MenuProperty, valueTypes } from './menu.ts';

/** One file of `profiles/menus/`. */
export interface MenuFile {
  /** Properties that several menus of the file have in common. */
  readonly shared?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly menus: Readonly<Record<string, MenuEntry>>;
}

interface MenuEntry {
  readonly kind: string;
  readonly key: readonly string[];
  readonly shares?: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Names for groups of menus, for `->interfaces`. */
export type ReferenceGroups = Readonly<Record<string, readonly string[]>>;

/** Throws when a file is malformed: the tables are ours. */
export function readMenuTable(files: readonly MenuFile[], groups: ReferenceGroups): ReadonlyMap<MenuPath, Menu> {
  const table = new Map<MenuPath, Menu>();
  for (const file of files) {
    for (const [path, entry] of Object.entries(file.menus)) {
      table.set(menuPath(path), readMenu(entry, file.shared?.[entry.shares ?? ''] ?? {}, groups));
    }
  }
  return table;
}

/** To read 3,000 lines at every start would cost more than the few menus that a run needs, so each waits. */
function readMenu(entry: MenuEntry, shared: Readonly<Record<string, string>>, groups: ReferenceGroups): Menu {
  let properties: Readonly<Record<string, MenuProperty>> | undefined;
  return {
    kind: oneOf(kinds, entry.kind),
    key: entry.key,
    get properties() {
      properties ??= readProperties({ ...shared, ...entry.properties }, groups);
      return properties;
    },
  };
}

function readProperties(
  lines: Readonly<Record<string, string>>,
  groups: ReferenceGroups,
): Record<string, MenuProperty> {
  const properties: Record<string, MenuProperty> = Object.create(null);
  for (const [name, line] of Object.entries(lines)) properties[name] = interned(line, groups);
  return properties;
}

/** Most lines occur many times (`bool neutral = no`), and a property without a name is the same for all of them. */
const readLines = new Map<string, MenuProperty>();

function interned(line: string, groups: ReferenceGroups): MenuProperty {
  return computeIfAbsent(readLines, line, () => readProperty(line, groups));
}

/** Reads one property's line. Throws on anything that the format does not have. */
export function readProperty(line: string, groups: ReferenceGroups): MenuProperty {
  const at = line.indexOf(' = ');
  const [type = '', offload = '', ...marks] = (at < 0 ? line : line.slice(0, at)).split(' ');
  const [typeName = '', words] = type.split(':');
  const property: Writable<MenuProperty> = {
    type: oneOf(valueTypes, typeName),
    offload: oneOf(offloadClasses, offload),
  };
  if (words !== undefined) property.enum = words.split('|');
  if (at >= 0) property.default = line.slice(at + 3);
  for (const mark of marks) readMark(mark, property, groups);
  return property;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readMark(mark: string, property: Writable<MenuProperty>, groups: ReferenceGroups): void {
  const versions = /^(\d+\.\d+)?\.\.(\d+\.\d+)?$/.exec(mark);
  if (mark === 'secret') property.secret = true;
  else if (mark === 'port-flap' || mark === 'switch-reset') property.disruption = mark;
  else if (mark.startsWith('->')) {
    property.refersTo = mark
      .slice(2)
      .split(',')
      .flatMap((name) => groups[name] ?? [name])
      .map(menuPath);
  } else if (versions) {
    const [, since, until] = versions;
    if (since !== undefined) property.since = since;
    if (until !== undefined) property.until = until;
  } else throw new Error(`menu table: unknown mark ${mark}`);
}

export function menuPath(text: string): MenuPath {
  if (!text.startsWith('/')) throw new Error(`menu table: ${text} is no menu`);
  return `/${text.slice(1)}`;
}

const kinds = ['list', 'ordered', 'settings', 'fixed'] as const;
const offloadClasses = ['neutral', 'analysed', 'unmodelled'] as const;

function oneOf<T extends string>(known: readonly T[], text: string): T {
  const found = known.find((word) => word === text);
  if (found === undefined) throw new Error(`menu table: ${text} is none of ${known.join(', ')}`);
  return found;
}
