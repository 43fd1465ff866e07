// Every interface of a config by name and kind, and the interface lists that group them.

import {
  type Config,
  enabledItemsOf,
  type Item,
  isEnabled,
  itemsOf,
  listValues,
  type MenuPath,
  propertyValue,
} from '../../model/config.ts';
import type { Port, Target } from '../../profile/target.ts';
import { groupBy } from '../../source/grouping.ts';
import type { InterfaceKind, Network } from './network.ts';
import { pppKinds, sessionsOf } from './ppp-sessions.ts';

export interface NamedInterface {
  readonly name: string;
  readonly kind: InterfaceKind;
  /** Absent for a front port that the config does not mention and for the built-in loopback. */
  readonly item: Item | undefined;
  readonly enabled: boolean;
  /** Of a front port, the profile's entry. */
  readonly port?: Port;
}

/** What the steps that make a network of a config look names up in. */
export interface Naming extends Pick<Network, 'config' | 'target' | 'interfaceListMembers'> {
  /** Every interface that the model or the config has, by current name. */
  readonly named: ReadonlyMap<string, NamedInterface>;
}

/** By kind, the names of menus below `/interface`. */
const kindsOfMenus: readonly (readonly [InterfaceKind, ...names: readonly string[]])[] = [
  ['bond', 'bonding'],
  ['bridge', 'bridge'],
  ['vlan', 'vlan'],
  ['vxlan', 'vxlan'],
  ['vrrp', 'vrrp'],
  ['tunnel', '6to4', 'eoip', 'eoipv6', 'gre', 'gre6', 'ipip', 'ipipv6'],
  ['tunnel', ...pppKinds.flatMap((kind) => [`${kind}-client`, `${kind}-server`]), 'vpls', 'wireguard'],
  ['wireless', 'wifi', 'wifiwave2', 'wireless'],
  ['other', 'lte', 'macsec', 'macvlan', 'mesh', 'ppp-client', 'veth'],
];

const menuKinds: readonly (readonly [MenuPath, InterfaceKind])[] = [
  ...kindsOfMenus.flatMap(([kind, ...names]) => names.map((name) => [`/interface/${name}`, kind] as const)),
  ['/zerotier/interface', 'tunnel'],
];

/** Every interface that the model or the config has, disabled ones included, by current name. */
export function nameInterfaces(config: Config, target: Target): Naming['named'] {
  const named = new Map<string, NamedInterface>();
  const ethernet = ethernetItems(config);
  for (const [factoryName, port] of target.ports) {
    const item = ethernet.get(factoryName);
    const name = (item && propertyValue(item, 'name')) ?? factoryName;
    named.set(name, { name, kind: 'port', item, enabled: !item || isEnabled(item), port });
  }
  for (const [menu, kind] of menuKinds) {
    for (const item of itemsOf(config, menu)) {
      // A radio that nobody renamed has its factory name.
      const name = propertyValue(item, 'name') ?? propertyValue(item, 'default-name') ?? item.key;
      if (!named.has(name)) named.set(name, { name, kind, item, enabled: isEnabled(item) });
    }
  }
  for (const { name, server } of sessionsOf(config))
    named.set(name, { name, kind: 'tunnel', item: server, enabled: true });
  for (const [name, kind] of unwritten(config)) {
    if (!named.has(name)) named.set(name, { name, kind, item: undefined, enabled: true });
  }
  return named;
}

/** What exports need not say: the loopback, and a modem on which nothing is set, where a route names it. */
function unwritten(config: Config): readonly (readonly [name: string, kind: InterfaceKind])[] {
  const routes = enabledItemsOf(config, '/ip/route');
  const modems = routes.flatMap((item) => /^lte\d+$/.exec(propertyValue(item, 'gateway') ?? '') ?? []);
  return [['lo', 'loopback'], ...modems.map((name) => [name, 'other'] as const)];
}

/** `/interface/ethernet` items by factory name. */
export function ethernetItems(config: Config): ReadonlyMap<string, Item> {
  return new Map(
    itemsOf(config, '/interface/ethernet').map((item) => [propertyValue(item, 'default-name') ?? item.key, item]),
  );
}

/** What matchers of a firewall know beside names: all interfaces of a kind. */
export const kindWords: ReadonlyMap<string, (each: NamedInterface) => boolean> = new Map([
  ['all-bridge', ({ kind }) => kind === 'bridge'],
  ['all-ethernet', ({ kind }) => kind === 'port'],
  ['all-ppp', ({ item }) => /(?:l2tp|ovpn|ppp|pppoe|pptp|sstp)-(?:client|server)(?:\/server)?$/.test(item?.menu ?? '')],
  ['all-vlan', ({ kind }) => kind === 'vlan'],
  ['all-wireless', ({ kind }) => kind === 'wireless'],
]);

/** Lists that every device has, and the same kinds. */
const listWords: typeof kindWords = new Map([
  ...kindWords,
  ...['all', 'static'].map((word) => [word, () => true] as const),
  ...['none', 'dynamic'].map((word) => [word, () => false] as const),
]);

/** Lists that include each other; RouterOS's own word for them is not known. */
const circlesMax = 1000;

/** Answers who is in an interface list; a list that does not exist is empty. */
export function interfaceLists(config: Config, named: Naming['named']): Network['interfaceListMembers'] {
  const direct = groupBy(enabledItemsOf(config, '/interface/list/member'), (item) => propertyValue(item, 'list'));
  const sessions = groupBy(sessionsOf(config), ({ item }) => propertyValue(item, 'interface-list'));
  const lists = new Map(
    itemsOf(config, '/interface/list').map((item) => [propertyValue(item, 'name') ?? item.key, item]),
  );
  const namesOf = (isMeant: (each: NamedInterface) => boolean) =>
    new Set([...named.values()].filter(isMeant).map(({ name }) => name));
  const known = new Map<string, ReadonlySet<string>>([...listWords].map(([word, isMeant]) => [word, namesOf(isMeant)]));
  let circles = 0;
  const membersOf = (list: string, seen: ReadonlySet<string>): ReadonlySet<string> => {
    const cached = known.get(list);
    if (cached) return cached;
    if (seen.has(list)) {
      circles += 1;
      return new Set();
    }
    const before = circles;
    const below = new Set([...seen, list]);
    const membersBy = (property: 'include' | 'exclude') =>
      listValues(lists.get(list)?.properties.get(property)?.value).flatMap((each) => [...membersOf(each, below)]);
    const excluded = new Set(membersBy('exclude'));
    const members = new Set(membersBy('include').filter((name) => !excluded.has(name)));
    // Written members stay, whatever is excluded. Source: manual, Interface Lists.
    for (const item of direct.get(list) ?? []) members.add(propertyValue(item, 'interface') ?? '');
    for (const { name } of sessions.get(list) ?? []) members.add(name);
    // What a circle cut short may have more members from elsewhere; of many circles nobody can tell.
    if (seen.size === 0 || circles === before || circles > circlesMax) known.set(list, members);
    return members;
  };
  return (list) => membersOf(list, new Set());
}
