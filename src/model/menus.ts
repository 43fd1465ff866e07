// The menus that rosc understands, as data from `profiles/menus/`, and the questions asked of them. What is not in here
// (a menu, or a property that is `unmodelled`) could do anything to forwarding: verdicts that depend on it are unknown.

import bridge from '../../profiles/menus/bridge.json' with { type: 'json' };
import ethernet from '../../profiles/menus/ethernet.json' with { type: 'json' };
import firewall from '../../profiles/menus/firewall.json' with { type: 'json' };
import interfaces from '../../profiles/menus/interface.json' with { type: 'json' };
import ip from '../../profiles/menus/ip.json' with { type: 'json' };
import ipv6 from '../../profiles/menus/ipv6.json' with { type: 'json' };
import naming from '../../profiles/menus/naming.json' with { type: 'json' };
import references from '../../profiles/menus/references.json' with { type: 'json' };
import routing from '../../profiles/menus/routing.json' with { type: 'json' };
import services from '../../profiles/menus/service.json' with { type: 'json' };
import switches from '../../profiles/menus/switch.json' with { type: 'json' };
import system from '../../profiles/menus/system.json' with { type: 'json' };
import tunnels from '../../profiles/menus/tunnel.json' with { type: 'json' };
import wireless from '../../profiles/menus/wireless.json' with { type: 'json' };
import type { Item, MenuPath, Property } from './config.ts';
import type { Menu, MenuProperty } from './menu.ts';
import { type MenuFile, readMenuTable } from './menu-table.ts';
import type { Version } from './version.ts';

export type Menus = ReadonlyMap<MenuPath, Menu>;

const files: readonly MenuFile[] = [
  bridge,
  ethernet,
  firewall,
  interfaces,
  ip,
  ipv6,
  routing,
  services,
  switches,
  system,
  tunnels,
  wireless,
];

/** Command trees of RouterOS 7.10 to 7.24, and the manual for what only switch chips have. */
export const menus: Menus = readMenuTable(files, references);

/** Lists whose emptiness says something: no destination port at all drops the packet. */
export const meaningfulWhenEmpty: ReadonlySet<string> = new Set(['new-dst-ports']);

/** The menu is in no table, but what it names forwards as it would without it. */
export function onlyNames(menu: MenuPath): boolean {
  return Object.hasOwn(naming.menus, menu);
}

/** Undefined when rosc does not know the menu or the menu does not have the property. */
export function propertySpec(menu: MenuPath, name: string): MenuProperty | undefined {
  return menus.get(menu)?.properties[name];
}

/** True for switches that are on by being there (`blackhole`, `fib`). */
export function isFlag(menu: MenuPath, name: string): boolean {
  return propertySpec(menu, name)?.type === 'flag';
}

/** True when this RouterOS version has the property, on hardware that supports it; false for unknown menus. */
export function knowsProperty(menu: MenuPath, name: string, version: Version): boolean {
  const spec = propertySpec(menu, name);
  return spec !== undefined && isKnownAt(spec, version);
}

/** The table's versions are minor ones: an argument comes and goes with a whole minor release. */
export function isKnownAt({ since, until }: MenuProperty, version: Version): boolean {
  return !(since && minorOrder(version, since) < 0) && !(until && minorOrder(version, until) > 0);
}

/**
 * What is set, else RouterOS's default (empty when it has none), blamed on the item. Asking for a property that the
 * table lacks is a mistake of ours: throws.
 */
export function effective(item: Item, name: string): Property {
  const set = item.properties.get(name);
  if (set) return set;
  const spec = propertySpec(item.menu, name);
  if (!spec) throw new Error(`no property ${name} in the table of ${item.menu}`);
  return { value: spec.default ?? '', origin: item.origin };
}

/**
 * An item's identity for people: its key properties (`bridge1 10`), the factory name of a radio that nobody named, `198.51.100.0/24 @isp2` for routes, `forward:3` for
 * the third rule of a chain, `rule:3` in other ordered menus, `#3` where nothing else tells items apart, empty for
 * settings. `position` counts from one, within the chain where there are chains.
 */
export function keyOf(menu: MenuPath, properties: ReadonlyMap<string, Property>, position: number): string {
  const table = menus.get(menu);
  if (table?.kind === 'settings') return '';
  const read = (name: string) => properties.get(name)?.value ?? '';
  if (menu === '/ip/route' || menu === '/ipv6/route') return routeKey(menu, read);
  let words = '';
  for (const name of table?.key ?? ['name']) {
    const word = table?.properties[name]?.secret ? '' : read(name);
    words = words === '' || word === '' ? words + word : `${words} ${word}`;
  }
  if (words === '') words = read('default-name');
  if (words !== '') return words;
  const chain = read('chain');
  if (chain !== '') return `${chain}:${position}`;
  return table?.kind === 'ordered' ? `${menu.slice(menu.lastIndexOf('/') + 1)}:${position}` : `#${position}`;
}

function routeKey(menu: MenuPath, read: (name: string) => string): string {
  const prefix = read('dst-address') || (propertySpec(menu, 'dst-address')?.default ?? '');
  const table = read('routing-table') || read('routing-mark') || 'main';
  return table === 'main' ? prefix : `${prefix} @${table}`;
}

/** Compares by major and minor alone. */
function minorOrder(version: Version, minor: string): number {
  const [major, number] = minor.split('.').map(Number);
  return version.major - (major ?? 0) || version.minor - (number ?? 0);
}
