// A RouterOS configuration as data: menus, items, properties. Both front ends (intent and .rsc) and the device make it;
// nothing after them knows which it was.

import { computeIfAbsent, derivedOnce, groupBy } from '../source/grouping.ts';
import type { Location } from '../source/location.ts';

/** `/interface/bridge/port` */
export type MenuPath = `/${string}`;

/** The address family that a menu is about. */
export function familyOfMenu(menu: MenuPath): 4 | 6 {
  return menu.startsWith('/ipv6/') ? 6 : 4;
}

export interface Property {
  /** As an export writes it (`yes`, `10.0.2.0/24`, `bridge,ether1`), without quotes or escapes. */
  readonly value: string;
  /** The value's own text in .rsc or YAML, or the item on the device. */
  readonly origin: Location;
}

export interface Item {
  readonly menu: MenuPath;
  /** Identity for people and for JSON: `ether1`, `198.51.100.0/24`, `forward:3`. Never RouterOS's `.id`. */
  readonly key: string;
  /**
   * What is set. Absent = not set; a default is looked up (`effective`), never stored. `comment` and `disabled` too.
   */
  readonly properties: ReadonlyMap<string, Property>;
  readonly origin: Location;
  /** RouterOS's `.id`, when read from a device; good for that session alone. */
  readonly id?: string;
  /** Flags and read-only properties, when read from a device: `dynamic`, `invalid`, `hw-offload`, `active`. */
  readonly state?: ReadonlyMap<string, string>;
}

export interface Config {
  /** In device order within each menu. */
  readonly items: readonly Item[];
  /** Menus that a device has and did not show: whatever could stand there, nothing is known of it. */
  readonly unread?: readonly MenuPath[];
  /** Names that script code gives to rows, which nobody evaluates: `:if (…) do={ add name=bridge1 }`. */
  readonly namesInCode?: ReadonlySet<string>;
  /** Only a part is written out, such as a snippet for a device that has more: it may name what it does not show. */
  readonly isPart?: true;
}

/** The items of one menu, in order, disabled ones included. */
export function itemsOf(config: Config, menu: MenuPath): readonly Item[] {
  return menuIndex(config).get(menu) ?? [];
}

/** The items of one menu that count: neither disabled nor invalid. */
export function enabledItemsOf(config: Config, menu: MenuPath): readonly Item[] {
  return computeIfAbsent(enabledIndex(config), menu, () => itemsOf(config, menu).filter(isEnabled));
}

const menuIndex = derivedOnce(({ items }: Config) => groupBy(items, ({ menu }) => menu));
const enabledIndex = derivedOnce((_: Config) => new Map<MenuPath, readonly Item[]>());

export function menusOf(config: Config): Iterable<MenuPath> {
  return menuIndex(config).keys();
}

/** The single item of a settings menu such as `/ip/settings`, if anything is set there. */
export function settingsOf(config: Config, menu: MenuPath): Item | undefined {
  return itemsOf(config, menu)[0];
}

export interface Setting {
  readonly item: Item;
  readonly value: string;
}

/** One property of a settings menu; undefined when the menu or the property is left to its default. */
export function settingOf(config: Config, menu: MenuPath, property: string): Setting | undefined {
  const item = settingsOf(config, menu);
  const value = item && propertyValue(item, property);
  return item && value !== undefined ? { item, value } : undefined;
}

export function isEnabled(item: Pick<Item, 'properties' | 'state'>): boolean {
  const { properties, state } = item;
  return !isYes(properties.get('disabled')?.value) && state?.get('invalid') !== 'true' && !isOrphan(item);
}

/** What a row is about: without it the row has no effect, and exports say `# no interface` above it. */
const subjects: ReadonlySet<string> = new Set([
  ...['interface', 'in-interface', 'out-interface', 'in-interface-list', 'out-interface-list', 'bridge', 'ports'],
  ...['in-bridge', 'out-bridge', 'in-bridge-port', 'out-bridge-port', 'in-bridge-list', 'out-bridge-list'],
  ...['list', 'gateway', 'table', 'routing-table', 'routing-mark', 'vrf', 'vrf-interface', 'area', 'instance'],
]);

export function isOrphan(item: Pick<Item, 'properties'>): boolean {
  // Hardly any value begins so.
  for (const { value } of item.properties.values()) if (value.charCodeAt(0) === 0x2a) return isAbout(item, isRemoved);
  return false;
}

/** Whether the row is about nothing else than what is meant. */
export function isAbout({ properties }: Pick<Item, 'properties'>, isMeant: (name: string) => boolean): boolean {
  return [...properties].some(
    ([name, { value }]) => value !== '' && subjects.has(name) && listValues(value).every((each) => isMeant(each)),
  );
}

/** Whether RouterOS prints its number, because what had the name was removed: `*2C`. */
export function isRemoved(name: string): boolean {
  return /^\*[\dA-F]+$/.test(name);
}

/** Octets or groups, some of them hidden: `x.x.x.x`, `203.0.113.xxx/29`, `AA:BB:CC:XX:XX:XX`. */
const hiddenAddress = /^!?(?:(?:[\dx*#?]+\.){3}[\dx*#?]+|(?:[\da-fx*#?]*:){2,}[\da-fx*#?]*)(?:\/\S*)?$/i;
const hiddenWord = /^\W*(?:redacted|removed|elided|hidden|censored)\W*$/i;
/** What no address has, of which there are many. */
const strange = /[G-Zg-z*#?]/;

/** Whether somebody who shows an export has put this in place of an address. */
export function isBlankedOut(value: string): boolean {
  return strange.test(value) && (hiddenAddress.test(value) || hiddenWord.test(value));
}

export function isDynamic(item: Pick<Item, 'state'>): boolean {
  return item.state?.get('dynamic') === 'true';
}

/** Without what the device adds by itself. */
export function ownItemsOf(config: Config, menu: MenuPath): readonly Item[] {
  return itemsOf(config, menu).filter((item) => !isDynamic(item));
}

export function propertyValue(item: Pick<Item, 'properties'>, name: string): string | undefined {
  return item.properties.get(name)?.value;
}

/** The item as it would be with the property not set. */
export function withoutProperty(item: Item, name: string): Item {
  if (!item.properties.has(name)) return item;
  return { ...item, properties: new Map([...item.properties].filter(([each]) => each !== name)) };
}

/** Tells the items of one config apart. */
export function itemId({ menu, key }: Pick<Item, 'menu' | 'key'>): string {
  return `${menu} ${key}`;
}

export function isYes(value: string | undefined): boolean {
  return value === 'yes' || value === 'true';
}

/** Splits a RouterOS list at commas and the blanks behind them; empty text = empty list. Names may end in a blank. */
export function listValues(value: string | undefined): readonly string[] {
  if (!value) return none;
  if (!value.includes(',')) return value.trim() === '' ? [] : [value];
  return value
    .split(',')
    .map((member, index) => (index === 0 ? member : member.trimStart()))
    .filter((member) => member.trim() !== '');
}

const none: readonly [] = [];
