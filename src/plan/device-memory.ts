// What rosc has set on rows that are there before rosc and stay after it, other than ports: the device's name, its name
// servers, its own services. They have no comment, so an interface list that nothing uses says it in its own:
// `rosc:settings/ip/dns::servers:192.0.2.1+…` names menu, row and property, and the value before, where that was known.

import { type Config, type Item, itemsOf, type MenuPath, type Property, propertyValue } from '../model/config.ts';
import { isRadio } from '../model/is-radio.ts';
import { keyOf, menus, propertySpec } from '../model/menus.ts';
import { isPortRow } from '../model/port-memory.ts';
import type { Location } from '../source/location.ts';
import { effectiveText } from './compare.ts';
import { keyProperties } from './natural-key.ts';

const memoryMenu = '/interface/list';
const memoryName = 'rosc-settings';
const memoryTag = 'rosc:settings/';

export interface RememberedSetting {
  readonly menu: MenuPath;
  /** The key of the row; empty = the menu has one row alone. */
  readonly row: string;
  readonly name: string;
  /** The value before rosc set it; undefined = the default, or not known. */
  readonly former: string | undefined;
}

export function isDeviceMemory(item: Item): boolean {
  return item.menu === memoryMenu && propertyValue(item, 'name') === memoryName;
}

/** Settings of rosc's on such rows, as the device itself tells them. */
export function rememberedSettings(prior: Config): readonly RememberedSetting[] {
  const row = itemsOf(prior, memoryMenu).find(isDeviceMemory);
  const comment = (row && propertyValue(row, 'comment')) ?? '';
  if (!comment.startsWith(memoryTag)) return [];
  const [words = ''] = comment.slice(memoryTag.length).split(' ');
  return words.split('+').flatMap((word): RememberedSetting[] => {
    const [menu = '', key = '', name = '', former] = word.split(':').map(decoded);
    return menu === '' || name === '' ? [] : [{ menu: `/${menu}`, row: key, name, former }];
  });
}

/** The row of a setting; undefined where the menu was not read or has no such row. */
export function rowOfSetting(config: Config, { menu, row }: Pick<RememberedSetting, 'menu' | 'row'>): Item | undefined {
  return itemsOf(config, menu).find((item) => rowKey(item) === row);
}

interface MemoryOptions {
  /** Whether something else tells that it is rosc's. */
  isTold(menu: MenuPath, name: string): boolean;
  /** What the site no longer asks for and cannot be set back: it stays rosc's until somebody sets it. */
  readonly kept: readonly { readonly item: Item; readonly name: string }[];
}

/**
 * `desired` with a row that says what is set, and what it was before. What the device has already is nobody's to take
 * back, unless the device says that rosc set it.
 */
export function withDeviceMemory(prior: Config, desired: Config, { isTold, kept }: MemoryOptions): Config {
  const known = new Map(rememberedSettings(prior).map((setting) => [idOf(setting), setting]));
  const settings = new Map<string, RememberedSetting & { readonly origin: Location }>();
  for (const { value, origin, ...setting } of settingsOf(desired)) {
    if (isTold(setting.menu, setting.name)) continue;
    const told = known.get(idOf(setting)) ?? newSetting(prior, setting, value);
    if (told) settings.set(idOf(setting), { ...setting, former: told.former, origin });
  }
  for (const { item, name } of kept) {
    const setting = known.get(idOf({ menu: item.menu, row: rowKey(item), name }));
    if (setting) settings.set(idOf(setting), { ...setting, origin: item.origin });
  }
  const row = memoryRow([...settings.values()]);
  return row ? { items: [...desired.items, row] } : desired;
}

/** What is said of rows that nobody adds. */
function settingsOf(desired: Config): readonly (Omit<RememberedSetting, 'former'> & Property)[] {
  return desired.items.filter(isRemembered).flatMap((item) => {
    const key = keyProperties(item.menu, item);
    const said = [...item.properties].filter(([name]) => !key.includes(name));
    return said.map(([name, property]) => ({ menu: item.menu, row: rowKey(item), name, ...property }));
  });
}

function memoryRow(settings: readonly (RememberedSetting & { readonly origin: Location })[]): Item | undefined {
  const [first] = settings;
  if (!first) return undefined;
  const words = settings.map(printed).sort();
  const { origin } = first;
  const properties = new Map([
    ['name', { value: memoryName, origin }],
    ['comment', { value: `${memoryTag}${words.join('+')}`, origin }],
  ]);
  return { menu: memoryMenu, key: keyOf(memoryMenu, properties, 1), properties, origin };
}

/** Undefined where the device has the value already. */
function newSetting(
  prior: Config,
  setting: Omit<RememberedSetting, 'former'>,
  value: string,
): Pick<RememberedSetting, 'former'> | undefined {
  const { menu, name } = setting;
  const row = rowOfSetting(prior, setting);
  const before = row && propertyValue(row, name);
  const text = (each: string | undefined) => effectiveText(menu, name, each);
  if (text(before) === text(value)) return undefined;
  const isSecret = propertySpec(menu, name)?.secret === true;
  return { former: isSecret || text(before) === text(undefined) ? undefined : before };
}

/** Menus whose rows nobody adds; ports have comments of their own. */
function isRemembered(item: Item): boolean {
  const kind = menus.get(item.menu)?.kind;
  return (kind === 'settings' || kind === 'fixed' || isRadio(item)) && !isPortRow(item);
}

function rowKey(item: Item): string {
  return keyProperties(item.menu, item)
    .map((name) => propertyValue(item, name) ?? '')
    .join(' ');
}

function idOf({ menu, row, name }: Pick<RememberedSetting, 'menu' | 'row' | 'name'>): string {
  return `${menu} ${row} ${name}`;
}

function printed({ menu, row, name, former }: RememberedSetting): string {
  return [menu.slice(1), row, name, ...(former === undefined ? [] : [former])].map(encoded).join(':');
}

/** None of the signs that part the words, and none that a script reads. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ',').replace(/%2F/g, '/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Somebody wrote there.
    return text;
  }
}
