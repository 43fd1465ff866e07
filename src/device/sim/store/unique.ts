// What may exist only once. Texts as captured by public client suites; menus without a captured text share a general
// one.

import { listValues, type MenuPath } from '../../../model/config.ts';
import { traps } from '../trap.ts';
import { isInterfaceMenu, type Store, type StoredRow } from './store.ts';

type Values = ReadonlyMap<string, string>;

/** Throws a Trap when `values` would clash with another row; `self` is the row that is being changed. */
export function checkUnique(store: Store, menu: MenuPath, values: Values, self?: StoredRow): void {
  const others = () => store.rows(menu).filter((row) => row !== self);
  const clash = clashes[menu]?.(others(), values);
  if (clash) throw traps.failure(clash);
  const name = values.get('name');
  if (name === undefined) return;
  if (isInterfaceMenu(menu)) {
    const holder = store.interface(name);
    if (holder && holder !== self) throw traps.failure('already have interface with such name');
  } else if (namedMenus.has(menu) && others().some((row) => row.values.get('name') === name)) {
    throw traps.failure(nameClashes[menu] ?? 'already have such entry');
  }
}

const namedMenus: ReadonlySet<MenuPath> = new Set([
  '/file',
  '/interface/list',
  '/ip/pool',
  '/ip/vrf',
  '/ip/dhcp-relay',
  '/ip/dhcp-server',
  '/routing/table',
  '/routing/bgp/instance',
  '/routing/bgp/template',
  '/routing/ospf/area',
  '/routing/ospf/instance',
  '/system/scheduler',
  '/system/script',
  '/user',
  '/user/group',
]);

const nameClashes: Readonly<Record<MenuPath, string>> = {
  '/user': 'user with the same name already exists',
};

type Clash = (others: readonly StoredRow[], values: Values) => string | undefined;

const clashes: Readonly<Record<MenuPath, Clash>> = {
  '/interface/bridge/port': (others, values) =>
    others.some((row) => isSame(row, values, 'interface')) ? 'device already added as bridge port' : undefined,
  '/interface/bridge/vlan': bridgeVlanClash,
  '/interface/list/member': (others, values) =>
    others.some((row) => isSame(row, values, 'interface', 'list')) ? 'already have such entry' : undefined,
  '/ip/address': (others, values) =>
    others.some((row) => isSame(row, values, 'address', 'interface')) ? 'already have such address' : undefined,
  '/ipv6/address': (others, values) =>
    others.some((row) => isSame(row, values, 'address', 'interface')) ? 'already have such address' : undefined,
  '/ip/firewall/address-list': (others, values) =>
    others.some((row) => isSame(row, values, 'address', 'list')) ? 'already have such entry' : undefined,
  '/ipv6/firewall/address-list': (others, values) =>
    others.some((row) => isSame(row, values, 'address', 'list')) ? 'already have such entry' : undefined,
};

function isSame(row: StoredRow, values: Values, ...names: readonly string[]): boolean {
  return names.every((name) => row.values.get(name) === values.get(name));
}

function bridgeVlanClash(others: readonly StoredRow[], values: Values): string | undefined {
  const tagged = new Set(listValues(values.get('tagged')));
  if (listValues(values.get('untagged')).some((port) => tagged.has(port))) {
    return 'interface cannot be in tagged and untagged at the same time';
  }
  const ids = expandVlanIds(values.get('vlan-ids'));
  const taken = others.some(
    (row) =>
      isSame(row, values, 'bridge') && [...expandVlanIds(row.values.get('vlan-ids'))].some((vlan) => ids.has(vlan)),
  );
  return taken ? 'vlan already added' : undefined;
}

/** `10,20-30` as a set of ids. */
export function expandVlanIds(text: string | undefined): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const member of listValues(text)) {
    const [low = '', high = low] = member.split('-');
    for (let vlan = Number(low); vlan <= Number(high); vlan++) ids.add(vlan);
  }
  return ids;
}
