// Parts of a site that are menus of RouterOS, row by row: which menu each key is, and what may stand in a row. The
// properties have RouterOS's names; what they may say is checked by the tables of menus. `description` is the comment,
// `enabled` the opposite of `disabled`.

import * as z from 'zod';
import { isRemoved, type MenuPath } from '../model/config.ts';
import { menus, propertySpec } from '../model/menus.ts';
import { isSecret } from '../model/secrets.ts';
import { comment, object } from './schema-values.ts';
import { Secret } from './secret.ts';
import { problemOf, type TypedValue, typedValue } from './typed-value.ts';

/** One row, by the names of its properties. */
export type MenuRow = Readonly<Record<string, TypedValue>>;

export interface MenuWord {
  /** The keys that lead to it, below a device. */
  readonly at: readonly [string] | readonly [string, string];
  /** `rows`: a list. `named`: rows that every device has, by name. `settings`: the one row of the menu. */
  readonly form: 'rows' | 'named' | 'settings';
  readonly menu: MenuPath;
  /** The menu of rows about IPv6, where one key has both. */
  readonly menu6?: MenuPath;
}

type Listing = Readonly<Record<string, readonly [MenuPath, string]>>;

const interfaces = {
  bridges: ['/interface/bridge', 'Bridges besides the one that `ports` and `bonds` are in'],
  'bridge-ports': [
    '/interface/bridge/port',
    'Members of bridges that are no port or bond of the site: radios, tunnels',
  ],
  'bridge-vlans': ['/interface/bridge/vlan', 'Rows of the VLAN tables of such bridges'],
  vlans: ['/interface/vlan', 'VLAN interfaces outside the site’s own bridge: on a port, a bond, another bridge'],
  vrrp: ['/interface/vrrp', 'Addresses that routers share (VRRP)'],
  wireguard: ['/interface/wireguard', 'WireGuard'],
  'wireguard-peers': ['/interface/wireguard/peers', 'The other ends of WireGuard'],
  pppoe: ['/interface/pppoe-client', 'PPPoE uplinks'],
  veth: ['/interface/veth', 'Ends of containers'],
  eoip: ['/interface/eoip', 'EoIP tunnels'],
  gre: ['/interface/gre', 'GRE tunnels'],
  ipip: ['/interface/ipip', 'IP-in-IP tunnels'],
  '6to4': ['/interface/6to4', '6to4 and 6in4 tunnels'],
  l2tp: ['/interface/l2tp-client', 'L2TP uplinks'],
  ovpn: ['/interface/ovpn-client', 'OpenVPN uplinks'],
  'ovpn-servers': ['/interface/ovpn-server/server', 'OpenVPN servers'],
  lists: ['/interface/list', 'Lists of interfaces that include or leave out other lists'],
  'list-members': ['/interface/list/member', 'Members of such lists'],
} as const satisfies Listing;

const dhcp = {
  pools: ['/ip/pool', 'Pools of addresses'],
  servers: ['/ip/dhcp-server', 'DHCP servers on interfaces that are no VLAN of `dhcp-server`'],
  networks: ['/ip/dhcp-server/network', 'What their clients learn'],
  clients: ['/ip/dhcp-client', 'Interfaces whose address comes by DHCP'],
  'ipv6-clients': ['/ipv6/dhcp-client', 'Interfaces whose address or prefix comes by DHCPv6'],
} as const satisfies Listing;

const routing = {
  routes: ['/ip/route', 'Routes that `routes` has no words for: by an interface, into another table'],
  'ipv6-routes': ['/ipv6/route', 'Such IPv6 routes'],
  tables: ['/routing/table', 'Routing tables'],
  rules: ['/routing/rule', 'Which packets ask which table'],
} as const satisfies Listing;

const rules = {
  filter: ['/ip/firewall/filter', 'The firewall'],
  nat: ['/ip/firewall/nat', 'Address translation'],
  mangle: ['/ip/firewall/mangle', 'Marks and changes of packets'],
  raw: ['/ip/firewall/raw', 'Rules before connection tracking'],
  'ipv6-filter': ['/ipv6/firewall/filter', 'The firewall for IPv6'],
  'ipv6-nat': ['/ipv6/firewall/nat', 'Address translation for IPv6'],
  'ipv6-mangle': ['/ipv6/firewall/mangle', 'Marks and changes of IPv6 packets'],
  'ipv6-raw': ['/ipv6/firewall/raw', 'Rules for IPv6 before connection tracking'],
} as const satisfies Listing;

const system = {
  'user-groups': ['/user/group', 'Groups of users, with their rights'],
  logging: ['/system/logging', 'Which messages go where'],
  'logging-actions': ['/system/logging/action', 'Where messages may go'],
  schedules: ['/system/scheduler', 'What runs when'],
  scripts: ['/system/script', 'Scripts'],
} as const satisfies Listing;

const settings = {
  clock: ['/system/clock', 'Time zone'],
  note: ['/system/note', 'What is shown at login'],
  routerboard: ['/system/routerboard/settings', 'How the board starts'],
  discovery: ['/ip/neighbor/discovery-settings', 'Where neighbours are looked for (CDP, LLDP, MNDP)'],
  'connection-tracking': ['/ip/firewall/connection/tracking', 'Connection tracking'],
  'mac-server': ['/tool/mac-server', 'Where MAC Telnet answers'],
  'mac-winbox': ['/tool/mac-server/mac-winbox', 'Where WinBox answers by MAC address'],
  'mac-ping': ['/tool/mac-server/ping', 'Whether pings by MAC address are answered'],
  romon: ['/tool/romon', 'RoMON'],
  'bandwidth-server': ['/tool/bandwidth-server', 'Bandwidth test server'],
  ssh: ['/ip/ssh', 'SSH'],
  cloud: ['/ip/cloud', 'MikroTik’s cloud: dynamic name, time'],
  ipv4: ['/ip/settings', 'IPv4 of the device as a whole'],
  ipv6: ['/ipv6/settings', 'IPv6 of the device as a whole'],
  dns: ['/ip/dns', 'The resolver, beyond `dns`'],
  'ntp-client': ['/system/ntp/client', 'The time client, beyond `ntp`'],
  snmp: ['/snmp', 'SNMP, beyond `snmp`'],
  upnp: ['/ip/upnp', 'UPnP'],
  leds: ['/system/leds/settings', 'Lights'],
  watchdog: ['/system/watchdog', 'Watchdog'],
  updates: ['/system/package/update', 'Where updates come from'],
  'l2tp-server': ['/interface/l2tp-server/server', 'L2TP server'],
} as const satisfies Listing;

/** A word whose key of a device is the menu itself. */
const alone: readonly MenuWord[] = [
  { at: ['addresses'], form: 'rows', menu: '/ip/address', menu6: '/ipv6/address' },
  { at: ['services'], form: 'named', menu: '/ip/service' },
  { at: ['connection-helpers'], form: 'named', menu: '/ip/firewall/service-port' },
];

export const menuWords: readonly MenuWord[] = [
  ...inGroup('interfaces', 'rows', interfaces),
  ...alone,
  ...inGroup('dhcp', 'rows', dhcp),
  ...inGroup('routing', 'rows', routing),
  ...inGroup('rules', 'rows', rules),
  ...inGroup('system', 'rows', system),
  ...inGroup('settings', 'settings', settings),
];

function inGroup(group: string, form: MenuWord['form'], listing: Listing): readonly MenuWord[] {
  return Object.entries(listing).map(([key, [menu]]) => ({ at: [group, key], form, menu }));
}

/** The row's menu: the one of IPv6 where its address is one. */
export function menuOf({ menu, menu6 }: Menus, row: Readonly<Record<string, unknown>>): MenuPath {
  return menu6 !== undefined && String(row.address).includes(':') ? menu6 : menu;
}

/** The word of a site for a property; undefined for the `enabled` of old releases where newer ones have `disabled`. */
export function wordOf(menu: MenuPath, property: string): string | undefined {
  if (property === 'comment') return 'description';
  if (property === 'disabled') return hasOwnEnabled(menu) ? property : 'enabled';
  return property === 'enabled' && !hasOwnEnabled(menu) ? undefined : property;
}

function hasOwnEnabled(menu: MenuPath): boolean {
  const spec = propertySpec(menu, 'enabled');
  return spec !== undefined && spec.until === undefined;
}

/** The property of RouterOS that a word of a row is; undefined where the row has no such word. */
export function propertyOf(menu: MenuPath, word: string): string | undefined {
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
  '/interface/ethernet': ['name', 'default-name', 'description', 'enabled'],
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
  return object(shapeOf(listing, (menu) => listOf({ menu })));
}

/** By key, so that editors offer them and the reference lists them. A site needs few of them, so each waits. */
function shapeOf<L extends Listing, S extends z.ZodType>(
  listing: L,
  schemaOf: (menu: MenuPath) => S,
): Record<string, z.ZodOptional<S>> {
  const shape: Record<string, z.ZodOptional<S>> = {};
  for (const [key, [menu, meaning]] of Object.entries(listing)) {
    let known: z.ZodOptional<S> | undefined;
    const get = () => {
      known ??= schemaOf(menu).optional().describe(`${meaning} (\`${menu}\`)`);
      return known;
    };
    Object.defineProperty(shape, key, { enumerable: true, configurable: true, get });
  }
  return shape;
}

/** The keys of a device. */
export const menuKeys = {
  interfaces: rowsIn(interfaces).optional().describe('Interfaces that are neither port nor bond nor VLAN of the site'),
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
