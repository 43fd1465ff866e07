// What rosc has set on a port, written into the port's own comment: rows of ports are there before rosc and stay after
// it, so nothing else on the device tells its settings from anybody else's. `rosc:port/ether3/l2mtu:1592+vlan-mode`
// names the properties, each with the value that it had before, where that was known.

import { type Item, type MenuPath, propertyValue } from './config.ts';
import { propertySpec } from './menus.ts';

/** Menus with a row for each port. */
export const portMenus = [
  '/interface/ethernet',
  '/interface/ethernet/switch/port',
  '/interface/ethernet/switch/port-isolation',
  '/interface/ethernet/switch/qos/port',
] as const satisfies readonly MenuPath[];

export interface PortMemory {
  readonly port: string;
  /** Property → the value before rosc set it; undefined = not known. */
  readonly settings: ReadonlyMap<string, string | undefined>;
  /** What stands behind the tag: the site's words. */
  readonly words: string;
}

export function isPortRow({ menu }: Pick<Item, 'menu'>): boolean {
  return portMenus.some((each) => each === menu);
}

/** The factory name of the port that a row of these menus is about. */
export function portOf(item: Item): string | undefined {
  return propertyValue(item, item.menu === '/interface/ethernet' ? 'default-name' : 'name');
}

/** The menu of a property; a property of several belongs to the first of them. */
export function portMenuOf(name: string): MenuPath | undefined {
  return portMenus.find((menu) => propertySpec(menu, name) !== undefined);
}

export function printPortMemory({ port, settings, words }: PortMemory): string {
  const names = [...settings].map(([name, before]) => (before === undefined ? name : `${name}:${before}`)).sort();
  const tag = ['rosc:port', port, ...(names.length > 0 ? [names.join('+')] : [])].join('/');
  return words === '' ? tag : `${tag} ${words}`;
}

/** Undefined for other comments. */
export function parsePortMemory(comment: string | undefined): PortMemory | undefined {
  const [, port = '', names = '', words = ''] =
    /^rosc:port\/([^/\s]+)(?:\/(\S+))?(?: (.*))?$/s.exec(comment ?? '') ?? [];
  if (port === '') return undefined;
  const settings = names.split('+').filter((name) => name !== '');
  return { port, settings: new Map(settings.map(readSetting)), words };
}

function readSetting(text: string): [string, string | undefined] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Whether a value can be written down: it has none of the signs that part the tag. */
export function isMemorable(value: string): boolean {
  return /^[\w.,-]+$/.test(value);
}
