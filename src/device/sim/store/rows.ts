// The generic verbs on stored rows: add, set, unset, remove, move. Arguments come checked for existence; here their
// values are read, references and uniqueness checked, and the row written. Order of the checks: first the words, then
// the whole row.

import type { MenuPath } from '../../../model/config.ts';
import { parseInterfaceAddress, printAddress } from '../../../model/prefix.ts';
import { traps } from '../trap.ts';
import { checkReference, renameReferences } from './references.ts';
import type { SimMenu, SimMenus } from './sim-menu.ts';
import { isInterfaceMenu, printId, type Store, type StoredRow } from './store.ts';
import { checkUnique } from './unique.ts';
import { readValue } from './values.ts';

export interface Rows {
  readonly store: Store;
  readonly menus: SimMenus;
}

type Arguments = ReadonlyMap<string, string>;

/** Arguments of `add` itself. */
const addWords: ReadonlySet<string> = new Set(['place-before', 'copy-from']);

/** `before`: the row that `place-before` names, already found. */
export function addRow(rows: Rows, menu: SimMenu, args: Arguments, before?: StoredRow): StoredRow {
  if (menu.kind === 'settings' || menu.kind === 'fixed') throw traps.noSuchCommand();
  const values = readArguments(rows, menu, args);
  for (const name of menu.mandatory) {
    if (!values.has(name)) throw traps.missing(name);
  }
  if (values.get('comment') === '') values.delete('comment');
  nameInterface(rows.store, menu.path, values);
  normalise(menu.path, values);
  checkUnique(rows.store, menu.path, values);
  return rows.store.add(menu.path, values, before ? { before } : {});
}

export function setRow(rows: Rows, menu: SimMenu, row: StoredRow, args: Arguments, cleared: readonly string[]): void {
  const values = readArguments(rows, menu, args);
  const next = new Map(row.values);
  for (const name of cleared) {
    // Listed under `unset` in the command tree, or not to be unset.
    if (!menu.open && !menu.unset.has(name)) throw traps.unknownParameter(`!${name}`);
    next.delete(name);
  }
  for (const [name, value] of values) {
    if (value === '' && isClearedByEmpty(menu, name)) next.delete(name);
    else next.set(name, value);
  }
  normalise(menu.path, next);
  checkUnique(rows.store, menu.path, next, row);
  const nameBefore = row.values.get('name');
  const nameAfter = next.get('name');
  const gone = [...row.values.keys()].filter((name) => !next.has(name)).map((name) => [name, undefined]);
  rows.store.assign(row, { ...Object.fromEntries(gone), ...Object.fromEntries(next) });
  rows.store.touch(menu.path);
  if (nameBefore !== undefined && nameAfter !== undefined && nameBefore !== nameAfter) {
    renameReferences(rows.store, rows.menus, row, nameBefore, nameAfter);
  }
}

export function removeRow(rows: Rows, row: StoredRow): void {
  if (row.fixed) throw traps.failure('can not remove builtin item');
  const name = row.values.get('name');
  if (row.menu === '/user/group' && rows.store.rows('/user').some((user) => user.values.get('group') === name)) {
    throw traps.failure('group has some users');
  }
  rows.store.remove(row);
  // References to a removed row become its id.
  if (name !== undefined) renameReferences(rows.store, rows.menus, row, name, printId(row.id));
}

export function moveRow(rows: Rows, menu: SimMenu, row: StoredRow, before: StoredRow | undefined): void {
  if (menu.kind !== 'ordered') throw traps.noSuchCommand();
  if (row === before) throw traps.failure('can not move object before itself');
  rows.store.move(row, before);
}

function readArguments({ store }: Rows, menu: SimMenu, args: Arguments): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, text] of args) {
    if (addWords.has(name)) continue;
    const property = menu.properties.get(name);
    if (!property) {
      if (!menu.open) throw traps.unknownParameter(name);
      values.set(name, { true: 'yes', false: 'no' }[text] ?? text);
      continue;
    }
    const value = readValue(name, property, text);
    checkReference(store, menu, name, value);
    values.set(name, value);
  }
  return values;
}

/** Empty text is a value for lists and texts with a meaning of their own (`new-dst-ports=""` drops); else it unsets. */
function isClearedByEmpty(menu: SimMenu, name: string): boolean {
  if (name === 'comment') return true;
  const property = menu.properties.get(name);
  if (!property || name === 'new-dst-ports') return false;
  return !['text', 'script', 'list', 'set', 'flag'].includes(property.type);
}

/** `vlan1`, `bridge1`: what a device calls an interface that nobody named. */
function nameInterface(store: Store, menu: MenuPath, values: Map<string, string>): void {
  if (!isInterfaceMenu(menu) || values.has('name')) return;
  const name = store.freeName(menu.slice('/interface/'.length), (each) => store.interface(each) !== undefined);
  values.set('name', name);
}

/**
 * Values that a device rewrites whole: an address always has a length and its network. The firewall shows one IPv4
 * address without its length and one IPv6 address with it. Source: manual, address lists; public exports.
 */
function normalise(menu: MenuPath, values: Map<string, string>): void {
  for (const name of /^\/ip(?:v6)?\/firewall\//.test(menu) ? firewallAddresses : []) {
    const text = values.get(name);
    if (text !== undefined) values.set(name, withoutUsualLength(text));
  }
  if (menu === '/ip/address') completeAddress(values, 32);
  else if (menu === '/ipv6/address') completeAddress(values, 64);
  else if (menu === '/ip/route') completeDestination(values, '0.0.0.0/0', 32);
  else if (menu === '/ipv6/route') completeDestination(values, '::/0', 128);
}

function completeAddress(values: Map<string, string>, bits: number): void {
  const full = withLength(values.get('address') ?? '', bits);
  const address = parseInterfaceAddress(full);
  if (!address) throw traps.invalid('address');
  values.set('address', full);
  // The network follows the address unless somebody wrote another one (point to point).
  if (values.get('network') === printAddress(address.network)) values.delete('network');
}

function completeDestination(values: Map<string, string>, everything: string, bits: number): void {
  values.set('dst-address', withLength(values.get('dst-address') ?? everything, bits));
}

const firewallAddresses = ['address', 'src-address', 'dst-address'];

function withoutUsualLength(text: string): string {
  return /^!?[\da-f]*:[\da-f:]+$/i.test(text) ? `${text}/128` : text.replace(/^(!?[\d.]+)\/32$/, '$1');
}

function withLength(text: string, bits: number): string {
  return text.includes('/') ? text : `${text}/${bits}`;
}
