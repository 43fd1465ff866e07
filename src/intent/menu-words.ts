// Parts of a site that are menus of RouterOS, row by row: which menu each key is, and what may stand in a row. The
// properties have RouterOS's names; what they may say is checked by the tables of menus. `description` is the comment,
// `enabled` the opposite of `disabled`.

import * as z from 'zod';
import { isRemoved, type MenuPath } from '../model/config.ts';
import { menus, propertySpec } from '../model/menus.ts';
import { isSecret } from '../model/secrets.ts';
import { dhcp, interfaces, type Listing, routing, rules, settings, system, wifi, wireless } from './menu-listings.ts';
import { ownWords } from './row-words.ts';
import { comment, object } from './schema-values.ts';
import { Secret } from './secret.ts';
import { problemOf, type TypedValue, typedValue } from './typed-value.ts';

/** One row, by the names of its properties. */
export type MenuRow = Readonly<Record<string, TypedValue>>;

export interface MenuWord {
  /** The keys that lead to it, below a device. */
  readonly at: readonly [string] | readonly [string, string];
  /**
   * `rows`: a list. `named`: rows that every device has, by name. `radios`: those of the hardware, by factory name.
   * `settings`: the one row of the menu.
   */
  readonly form: 'rows' | 'named' | 'radios' | 'settings';
  readonly menu: MenuPath;
  /** The menu of rows about IPv6, where one key has both. */
  readonly menu6?: MenuPath;
}

const radiosKey = 'radios';

/** A word whose key of a device is the menu itself. */
const alone: readonly MenuWord[] = [
  { at: ['addresses'], form: 'rows', menu: '/ip/address', menu6: '/ipv6/address' },
  { at: ['services'], form: 'named', menu: '/ip/service' },
  { at: ['connection-helpers'], form: 'named', menu: '/ip/firewall/service-port' },
];

export const menuWords: readonly MenuWord[] = [
  { at: ['leases'], form: 'rows', menu: '/ip/dhcp-server/lease' },
  { at: ['dns-records'], form: 'rows', menu: '/ip/dns/static' },
  ...inGroup('interfaces', 'rows', interfaces),
  ...inGroup('wifi', 'rows', wifi),
  ...inGroup('wireless', 'rows', wireless),
  ...alone,
  ...inGroup('dhcp', 'rows', dhcp),
  ...inGroup('routing', 'rows', routing),
  ...inGroup('rules', 'rows', rules),
  ...inGroup('system', 'rows', system),
  ...inGroup('settings', 'settings', settings),
];

function inGroup(group: string, form: MenuWord['form'], listing: Listing): readonly MenuWord[] {
  return Object.entries(listing).map(([key, [menu]]) => ({
    at: [group, key],
    form: key === radiosKey ? 'radios' : form,
    menu,
  }));
}

/** The row's menu: the one of IPv6 where its address is one. */
export function menuOf({ menu, menu6 }: Menus, row: Readonly<Record<string, unknown>>): MenuPath {
  return menu6 !== undefined && String(row.address).includes(':') ? menu6 : menu;
}

/**
 * The word of a site for a property; undefined for the `enabled` of old releases where newer ones have `disabled`, and
 * for the name from the factory, which is nobody's to choose.
 */
export function wordOf(menu: MenuPath, property: string): string | undefined {
  const own = ownWords.get(menu);
  if (own) return [...own.properties].find(([, each]) => each === property)?.[0];
  if (property === 'comment') return 'description';
  if (property === 'default-name') return undefined;
  if (property === 'disabled') return hasOwnEnabled(menu) ? property : 'enabled';
  return property === 'enabled' && !hasOwnEnabled(menu) ? undefined : property;
}

function hasOwnEnabled(menu: MenuPath): boolean {
  const spec = propertySpec(menu, 'enabled');
  return spec !== undefined && spec.until === undefined;
}

/** The property of RouterOS that a word of a row is; undefined where the row has no such word. */
export function propertyOf(menu: MenuPath, word: string): string | undefined {
  const own = ownWords.get(menu);
  if (own) return own.properties.get(word);
  const turned = word === 'enabled' && !hasOwnEnabled(menu) ? 'disabled' : word;
  const property = word === 'description' ? 'comment' : turned;
  return propertySpec(menu, property) && wordOf(menu, property) === word ? property : undefined;
}

/** The words that a row of the menu may have. */
export function wordsOf(menu: MenuPath): readonly string[] {
  return Object.keys(menus.get(menu)?.properties ?? {}).flatMap((property) => wordOf(menu, property) ?? []);
}

type Menus = Pick<MenuWord, 'menu' | 'menu6'>;
type Complain = (issue: Parameters<z.core.$RefinementCtx['addIssue']>[0]) => void;

function checkRow(menu: MenuPath, row: MenuRow, path: readonly PropertyKey[], complain: Complain): void {
  for (const [name, value] of Object.entries(row)) {
    if (propertyOf(menu, name) === undefined) {
      complain({ code: 'unrecognized_keys', keys: [name], path: [...path], message: wordsOf(menu).join(' ') });
      continue;
    }
    const message = wrongWith(menu, name, value);
    if (message !== undefined) complain({ code: 'custom', path: [...path, name], message });
  }
}

/** What tells a row of the menu from the others and is not said. */
function missingIn(menu: MenuPath, row: MenuRow): readonly string[] {
  const { kind, key = [], properties } = menus.get(menu) ?? {};
  if (kind !== 'list') return [];
  return key.filter((name) => !(name in row) && properties?.[name]?.default === undefined);
}

const anyRow = z.record(z.string(), typedValue.describe('A property of the menu, as RouterOS names it'));
const anyRows = z.array(anyRow);
const anyNamed = z.record(z.string(), anyRow);

function rowOf(menu: MenuPath) {
  return anyRow.superRefine((row, context) => checkRow(menu, row, [], (issue) => context.addIssue(issue)));
}

/** What other keys of a site say of such rows. */
const saidElsewhere: Readonly<Record<MenuPath, readonly string[]>> = {
  '/interface/bridge': ['name', 'description'],
  '/interface/bridge/port': ['bridge', 'interface', 'description'],
  '/interface/bridge/vlan': ['bridge', 'vlan-ids', 'description'],
  '/interface/ethernet': ['name', 'description', 'enabled'],
};

/** The words of a row that further settings may have, where the rest of it follows from the site. */
export function furtherWords(menu: MenuPath): readonly string[] {
  return wordsOf(menu).filter((word) => !saidElsewhere[menu]?.includes(word));
}

/** Further settings of a row that the site makes. */
export function furtherSettings(menu: MenuPath) {
  return anyRow.superRefine((row, context) => {
    const known = furtherWords(menu);
    const strange = Object.keys(row).filter((word) => !known.includes(word));
    if (strange.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: strange, message: known.join(' ') });
    const rest = Object.fromEntries(Object.entries(row).filter(([word]) => known.includes(word)));
    checkRow(menu, rest, [], (issue) => context.addIssue(issue));
  });
}

function named(menu: MenuPath) {
  return anyNamed.superRefine((rows, context) => {
    for (const [name, row] of Object.entries(rows)) checkRow(menu, row, [name], (issue) => context.addIssue(issue));
  });
}

function listOf(word: Menus) {
  return anyRows.superRefine((rows, context) => {
    for (const [index, row] of rows.entries()) {
      const menu = menuOf(word, row);
      checkRow(menu, row, [index], (issue) => context.addIssue(issue));
      for (const name of missingIn(menu, row)) {
        context.addIssue({ code: 'custom', path: [index, name], message: 'missing' });
      }
    }
  });
}

/** What is wrong with the first value that does not fit; undefined where all do. */
export function problemIn(menu: MenuPath, row: MenuRow): string | undefined {
  const own = ownWords.get(menu);
  if (own) return own.row.safeParse(row).error?.message;
  for (const [name, value] of Object.entries(row)) {
    const message = propertyOf(menu, name) !== undefined ? wrongWith(menu, name, value) : 'unknown';
    if (message !== undefined) return message;
  }
  return missingIn(menu, row).length > 0 ? 'missing' : undefined;
}

/** What is wrong with one value of a row; undefined where nothing is. */
export function wrongWith(menu: MenuPath, name: string, value: TypedValue): string | undefined {
  const property = propertyOf(menu, name);
  const spec = property === undefined ? undefined : propertySpec(menu, property);
  if (property === undefined || !spec) return undefined;
  if ([value].flat().some((each) => typeof each === 'string' && isRemoved(each)))
    return 'it was removed: RouterOS prints its number here';
  if (name === 'description') return comment.safeParse(value).error?.issues[0]?.message;
  if (isSecret(menu, property)) return value instanceof Secret ? undefined : 'literal secret';
  return problemOf(spec, value);
}

function rowsIn<L extends Listing>(listing: L) {
  return object(shapeOf(listing, (menu, key) => (key === radiosKey ? named(menu) : listOf({ menu }))));
}

/** By key, so that editors offer them and the reference lists them. A site needs few of them, so each waits. */
function shapeOf<L extends Listing, S extends z.ZodType>(
  listing: L,
  schemaOf: (menu: MenuPath, key: string) => S,
): Record<string, z.ZodOptional<S>> {
  const shape: Record<string, z.ZodOptional<S>> = {};
  for (const [key, [menu, meaning]] of Object.entries(listing)) {
    let known: z.ZodOptional<S> | undefined;
    const get = () => {
      known ??= schemaOf(menu, key).optional().describe(`${meaning} (\`${menu}\`)`);
      return known;
    };
    Object.defineProperty(shape, key, { enumerable: true, configurable: true, get });
  }
  return shape;
}

/** The keys of a device. */
export const menuKeys = {
  interfaces: rowsIn(interfaces).optional().describe('Interfaces that are neither port nor bond nor VLAN of the site'),
  wifi: rowsIn(wifi).optional().describe('Wi-Fi of the newer drivers (`/interface/wifi`, from RouterOS 7.13 on)'),
  wireless: rowsIn(wireless).optional().describe('Wi-Fi of the older drivers (`/interface/wireless`)'),
  addresses: listOf({ menu: '/ip/address', menu6: '/ipv6/address' })
    .optional()
    .describe('Addresses of such interfaces (`/ip/address`, `/ipv6/address`)'),
  dhcp: rowsIn(dhcp).optional().describe('DHCP beyond the VLANs of `dhcp-server`'),
  routing: rowsIn(routing).optional().describe('Routing beyond `routes`, `bgp` and `ospf`'),
  rules: rowsIn(rules).optional().describe('Rules of the firewall in RouterOS’s own order, behind those of the site'),
  services: named('/ip/service').optional().describe('Services of the device, by name (`/ip/service`)'),
  'connection-helpers': named('/ip/firewall/service-port')
    .optional()
    .describe('Helpers for protocols that open connections of their own, by name (`/ip/firewall/service-port`)'),
  system: rowsIn(system).optional().describe('Users’ rights, messages and jobs'),
  settings: object(shapeOf(settings, rowOf)).optional().describe('Settings of the device as a whole'),
};
