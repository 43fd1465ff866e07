// Names that rows use for other rows: checked when written, carried along on renames, left dangling (`*1F`) on removal,
// as a device does that stores ids and prints names.

import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import { listValues, type MenuPath } from '../../../model/config.ts';
import { parsePrefix } from '../../../model/prefix.ts';
import { derivedPer } from '../../../source/grouping.ts';
import { traps } from '../trap.ts';
import type { SimMenu, SimMenus, SimProperty } from './sim-menu.ts';
import { isInterfaceMenu, type KeysOf, type Store, type StoredRow } from './store.ts';

/** Menus whose rows other rows may name although nobody has made them yet. */
const freeNames: ReadonlySet<string> = new Set(table.freeNames);

/** Words that stand for no row or for all of them. */
const reservedWords: ReadonlySet<string> = new Set(table.reserved);

/** Every device has it, and no menu of its own shows it. Source: manual, examples of VXLAN, LDP and BGP. */
export const loopback = 'lo';

/** Throws a Trap when the value names a row that does not exist. */
export function checkReference(store: Store, menu: SimMenu, name: string, value: string): void {
  const property = menu.properties.get(name);
  if (!property) return;
  const menus = property.refersTo;
  if (!menus || menus.some((menu) => freeNames.has(menu))) return;
  for (const member of namesIn(property, value).map(nameInGateway)) {
    const isReserved = reservedWords.has(member) && !menu.mandatory.includes(name);
    if (isReserved || property.enum?.includes(member) || member === property.default) continue;
    if (!isNamed(store, menus, member)) throw traps.noMatch(name);
  }
}

/** Where a gateway may stand, an address is no name: `10.0.0.1`, `10.0.0.1%vlan10`, `10.0.0.1@main`. */
function nameInGateway(text: string): string {
  const [address = '', name] = text.replace(/@.*$/, '').split('%');
  return parsePrefix(address) ? (name ?? '') : text.replace(/@[^@]*$/, '');
}

/** Rewrites every reference to a row that changes its name. */
export function renameReferences(store: Store, menus: SimMenus, row: StoredRow, before: string, after: string): void {
  for (const { row: user, name, property, value } of referencesTo(store, menus, row.menu, before)) {
    const names = property.type === 'set' || property.type === 'list' ? value.split(',') : [value];
    store.assign(user, { [name]: names.map((member) => renamed(member, before, after)).join(',') });
    store.touch(user.menu);
  }
}

/** The rows that a row names. */
export function* rowsNamedBy(store: Store, menu: SimMenu, row: StoredRow): Generator<StoredRow, void> {
  for (const [name, property] of menu.properties) {
    const value = row.values.get(name);
    if (value === undefined || !property.refersTo) continue;
    for (const member of namesIn(property, value)) {
      for (const path of property.refersTo) yield* rowsCalled(store, path, member);
    }
  }
}

function rowsCalled(store: Store, menu: MenuPath, name: string): readonly StoredRow[] {
  const row = store.byName(menu, name) ?? (takesInterfaces(menu) ? store.interface(name) : undefined);
  return row ? [row] : [];
}

/** Whether a property that refers to the menu may name any interface. */
function takesInterfaces(menu: MenuPath): boolean {
  return menu === '/interface' || isInterfaceMenu(menu);
}

interface Reference {
  readonly row: StoredRow;
  readonly name: string;
  readonly property: SimProperty;
  readonly value: string;
}

function referencesTo(store: Store, menus: SimMenus, menu: MenuPath, wanted: string): readonly Reference[] {
  return pointersAt(menus, menu).flatMap(({ path, name, property, keysOf }) =>
    [...store.rowsBy(path, keysOf, wanted)].map((row) => ({ row, name, property, value: row.values.get(name) ?? '' })),
  );
}

/** A property that may name rows of some menu. */
interface Pointer {
  readonly path: MenuPath;
  readonly name: string;
  readonly property: SimProperty;
  /** The names in it. */
  readonly keysOf: KeysOf;
}

const pointersAt = derivedPer((menus: SimMenus, menu: MenuPath): readonly Pointer[] =>
  menus.paths.flatMap((path) =>
    [...(menus.menu(path)?.properties ?? [])]
      .filter(([, { refersTo }]) => pointsAt(refersTo, menu))
      .map(([name, property]) => {
        const keysOf: KeysOf = (values) => {
          const value = values.get(name);
          return value === undefined ? [] : namesIn(property, value);
        };
        return { path, name, property, keysOf };
      }),
  ),
);

function pointsAt(refersTo: readonly MenuPath[] | undefined, menu: MenuPath): boolean {
  if (!refersTo) return false;
  return refersTo.includes(menu) || (isInterfaceMenu(menu) && refersTo.some(takesInterfaces));
}

function namesIn(property: SimProperty, value: string): readonly string[] {
  const members = property.type === 'set' || property.type === 'list' ? listValues(value) : [value];
  return members.map((member) => member.replace(/^!/, ''));
}

function renamed(member: string, before: string, after: string): string {
  if (member === before) return after;
  return member === `!${before}` ? `!${after}` : member;
}

function isNamed(store: Store, menus: readonly MenuPath[], name: string): boolean {
  if (/^\*[0-9A-F]+$/i.test(name)) return true;
  for (const menu of menus) {
    if (menu !== '/interface' && store.byName(menu, name)) return true;
  }
  const takesInterface = menus.includes('/interface') || menus.filter(isInterfaceMenu).length > 1;
  if (takesInterface && (store.interface(name) || name === loopback)) return true;
  // Switch menus name ports of the chip, the CPU's among them.
  if (menus.includes('/interface/ethernet') && store.byName('/interface/ethernet/switch/port', name)) return true;
  // A VRF brings a routing table and an interface of its name. Source: manual, VRF.
  return (takesInterface || menus.includes('/routing/table')) && store.byName('/ip/vrf', name) !== undefined;
}
