// What may exist only once. Texts as captured by public client suites; menus without a captured text share a general
// one.

import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import { listValues, type MenuPath } from '../../../model/config.ts';
import { traps } from '../trap.ts';
import { isInterfaceMenu, type KeysOf, type Store, type StoredRow, type Values } from './store.ts';

/** Throws a Trap when `values` would clash with another row; `self` is the row that is being changed. */
export function checkUnique(store: Store, menu: MenuPath, values: Values, self?: StoredRow): void {
  if (menu === '/interface/bridge/vlan') checkVlans(store, values, self);
  const single = singles[menu];
  if (single && othersBy(store, menu, single.keysOf, values, self).length > 0) throw traps.failure(single.clash);
  const name = values.get('name');
  if (name === undefined) return;
  if (isInterfaceMenu(menu)) {
    const holder = store.interface(name);
    if (holder && holder !== self) throw traps.failure('already have interface with such name');
  } else if (namedMenus.has(menu) && othersBy(store, menu, nameKeys, values, self).length > 0) {
    throw traps.failure(nameClashes[menu] ?? 'already have such entry');
  }
}

const namedMenus: ReadonlySet<string> = new Set(table.named);

const nameClashes: Readonly<Record<MenuPath, string>> = {
  '/user': 'user with the same name already exists',
};

const nameKeys = together('name');
const addressKeys = together('address', 'interface');
const listKeys = together('address', 'list');

/** What no two rows of a menu have alike, and what the device says of it. */
const singles: Readonly<Record<MenuPath, { readonly keysOf: KeysOf; readonly clash: string }>> = {
  '/interface/bridge/port': { keysOf: together('interface'), clash: 'device already added as bridge port' },
  '/interface/list/member': { keysOf: together('interface', 'list'), clash: 'already have such entry' },
  '/ip/address': { keysOf: addressKeys, clash: 'already have such address' },
  '/ipv6/address': { keysOf: addressKeys, clash: 'already have such address' },
  '/ip/firewall/address-list': { keysOf: listKeys, clash: 'already have such entry' },
  '/ipv6/firewall/address-list': { keysOf: listKeys, clash: 'already have such entry' },
};

/** One key of all these values. */
function together(...names: readonly string[]): KeysOf {
  return (values) => [names.map((name) => values.get(name) ?? '\0').join('\n')];
}

function othersBy(
  store: Store,
  menu: MenuPath,
  keysOf: KeysOf,
  values: Values,
  self: StoredRow | undefined,
): readonly StoredRow[] {
  return keysOf(values).flatMap((key) => [...store.rowsBy(menu, keysOf, key)].filter((row) => row !== self));
}

function checkVlans(store: Store, values: Values, self: StoredRow | undefined): void {
  const tagged = new Set(listValues(values.get('tagged')));
  if (listValues(values.get('untagged')).some((port) => tagged.has(port))) {
    throw traps.failure('interface cannot be in tagged and untagged at the same time');
  }
  const bridge = values.get('bridge') ?? '';
  const ids = expandVlanIds(values.get('vlan-ids'));
  const others = (keysOf: KeysOf, key: string) =>
    [...store.rowsBy('/interface/bridge/vlan', keysOf, key)].filter((row) => row !== self);
  const isTaken =
    [...ids].some((id) => others(fewIds, `${bridge}/${id}`).length > 0) ||
    others(manyIds, bridge).some((row) => [...expandVlanIds(row.values.get('vlan-ids'))].some((id) => ids.has(id)));
  if (isTaken) throw traps.failure('vlan already added');
}

/** Of one row. Those with more are few, since no two rows of a bridge share an id: they are looked at one by one. */
const fewMax = 16;

const fewIds: KeysOf = (values) => {
  const ids = expandVlanIds(values.get('vlan-ids'));
  return ids.size > fewMax ? [] : [...ids].map((id) => `${values.get('bridge') ?? ''}/${id}`);
};

const manyIds: KeysOf = (values) =>
  expandVlanIds(values.get('vlan-ids')).size > fewMax ? [values.get('bridge') ?? ''] : [];

/** `10,20-30` as a set of ids. */
export function expandVlanIds(text: string | undefined): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const member of listValues(text)) {
    const [low = '', high = low] = member.split('-');
    for (let vlan = Number(low); vlan <= Number(high); vlan++) ids.add(vlan);
  }
  return ids;
}
