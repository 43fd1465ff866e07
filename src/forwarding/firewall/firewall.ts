// The firewall of one address family as rules over classes of packets. `chains.ts` walks it.

import { enabledItemsOf, type Item, isYes, listValues, type MenuPath, propertyValue } from '../../model/config.ts';
import { concatenated } from '../../source/concatenated.ts';
import { computeIfAbsent, derivedOnce, derivedPer, groupBy } from '../../source/grouping.ts';
import { wordSet } from '../../source/word-set.ts';
import { addressLists } from '../network/address-lists.ts';
import { bridgeSeen } from '../network/bridges.ts';
import { kindWords } from '../network/interfaces.ts';
import { addressSet, portSet, protocolName, readerOf, readNegation } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { vrfSeen } from '../network/vrfs.ts';
import { type IntervalSet, intersect, type PacketMatch } from '../packets/space.ts';
import { hasIpsec, type IpsecMatch, ipsecMatch } from './ipsec.ts';
import { isRead, standing } from './standing.ts';

export const tables = ['raw', 'mangle', 'nat', 'filter'] as const;
export type Table = (typeof tables)[number];

/** A matcher by name: an interface, a state, a mark. */
export interface NameMatch {
  readonly names: ReadonlySet<string>;
  readonly negated: boolean;
}

export interface FirewallRule {
  readonly item: Item;
  readonly action: string;
  readonly jumpTarget: string | undefined;
  readonly match: PacketMatch;
  /** Source or destination port, whichever: `port=`. */
  readonly eitherPort: IntervalSet | undefined;
  readonly inInterface: readonly NameMatch[];
  readonly outInterface: readonly NameMatch[];
  readonly connectionState: NameMatch | undefined;
  readonly connectionNatState: NameMatch | undefined;
  readonly destinationType: NameMatch | undefined;
  readonly tcpFlags: readonly string[];
  readonly connectionMark: NameMatch | undefined;
  readonly packetMark: NameMatch | undefined;
  readonly routingMark: NameMatch | undefined;
  /** `ipsec-policy`, where policies stand that decide it. */
  readonly ipsec: IpsecMatch | undefined;
  /** Matchers that a flow does not decide: the rule may match part of it. */
  readonly undecided: readonly string[];
  /** No packet of a routed unicast flow can match. */
  readonly impossible: boolean;
}

export interface Firewall {
  readonly family: 4 | 6;
  /** Enabled rules of all tables. */
  readonly rules: number;
  /** Some rule tells packets of one connection apart. */
  readonly isStateful: boolean;
  /** The first rule that asks what NAT has made of the connection. */
  readonly asksNat: FirewallRule | undefined;
  /** Rules that mark connections: later packets, of either direction, may meet others for it. */
  readonly marking: readonly FirewallRule[];
  /** Queues see its packets too, by their marks. */
  readonly isShaped?: true;
  /** Protocols that some rule for forwarded packets tells apart. */
  readonly protocols: ReadonlySet<string>;
  chain(table: Table, name: string): readonly FirewallRule[];
  /** Those of a chain that packets may match which enter by an interface. */
  chainAt(table: Table, name: string, inInterface: string): readonly FirewallRule[];
  /** Enabled rules of all chains of a table. */
  all(table: Table): readonly FirewallRule[];
}

export const firewallOf = derivedPer(compile);

/** The same before queues. */
export const shapedFirewall = derivedPer(
  (network: Network, family: 4 | 6): Firewall => ({ ...firewallOf(network, family), isShaped: true }),
);

export function firewallMenu(table: Table, family: 4 | 6): MenuPath {
  return `/${family === 4 ? 'ip' : 'ipv6'}/firewall/${table}`;
}

function compile(network: Network, family: 4 | 6): Firewall {
  const chains = new Map<string, readonly FirewallRule[]>();
  let rules = 0;
  for (const table of tables) {
    const items = enabledItemsOf(network.config, firewallMenu(table, family));
    rules += items.length;
    const members = groupBy(items, (item) => propertyValue(item, 'chain') ?? '');
    // Back from a chain without rules nothing has changed, whether the jump matched or not.
    const leadsNowhere = (item: Item) =>
      propertyValue(item, 'action') === 'jump' && !members.has(propertyValue(item, 'jump-target') ?? '');
    for (const [name, all] of members) {
      const met = all.flatMap((item) => (leadsNowhere(item) ? [] : rule(network, item, family)));
      chains.set(`${table} ${name}`, met);
    }
  }
  const compiled = [...chains.values()].flat();
  const forwarded = [...chains].flatMap(([key, members]) => (/ (?:input|output)$/.test(key) ? [] : members));
  return {
    family,
    rules,
    isStateful: compiled.some(({ connectionState, tcpFlags }) => connectionState || tcpFlags.length > 0),
    asksNat: compiled.find(({ connectionNatState }) => connectionNatState),
    marking: compiled.filter(({ action }) => action === 'mark-connection'),
    protocols: new Set(forwarded.flatMap(({ match }) => [...(match.protocols ?? [])])),
    chain: (table, name) => chains.get(`${table} ${name}`) ?? [],
    chainAt: (table, name, inInterface) => byEntry(chains.get(`${table} ${name}`) ?? [])(inInterface),
    all: (table) => [...chains].flatMap(([key, members]) => (key.startsWith(`${table} `) ? members : [])),
  };
}

/** Interfaces that the same rules name share what they meet. */
const byEntry = derivedOnce((rules: readonly FirewallRule[]) => {
  const naming = rules.filter(({ inInterface }) => inInterface.length > 0);
  const known = new Map<string, readonly FirewallRule[]>();
  const alike = new Map<string, readonly FirewallRule[]>();
  return (name: string) =>
    computeIfAbsent(known, name, () => {
      const others = naming.filter(({ inInterface }) => !inInterface.every((match) => isNamed(match, name)));
      const key = others.map(({ item }) => item.key).join();
      const away = new Set(others);
      return computeIfAbsent(alike, key, () => (away.size === 0 ? rules : rules.filter((rule) => !away.has(rule))));
    });
});

/** Beside rules. Source: manual, pages of these menus: whoever gets a lease, answers to a name or logs in. */
const filling: readonly MenuPath[] = [
  '/ip/dhcp-server',
  '/ip/dhcp-server/lease',
  '/ip/dns/static',
  '/ip/hotspot/user/profile',
  '/ipv6/dhcp-client',
  '/ipv6/dhcp-server',
  '/ipv6/dhcp-server/binding',
  '/ppp/profile',
];

/** What rules of one family name by a list. */
export const listsOf = derivedPer((network: Network, family: 4 | 6) =>
  addressLists(network.config, family, filledLists(network, family)),
);

function filledLists({ config }: Network, family: 4 | 6): ReadonlySet<string> {
  const menus = [...tables.map((table) => firewallMenu(table, family)), ...filling];
  const filled = new Set<string>();
  for (const item of concatenated(menus.map((menu) => enabledItemsOf(config, menu)))) {
    for (const name of ['address-list', 'address-lists', 'prefix-address-lists']) {
      for (const list of listValues(propertyValue(item, name))) filled.add(list);
    }
  }
  return filled;
}

function rule(network: Network, item: Item, family: 4 | 6): FirewallRule {
  const value = (name: string) => propertyValue(item, name) || undefined;
  const others = [...item.properties.keys()].filter((name) => !isRead(name));
  const ipsec = hasIpsec(network) ? ipsecMatch(network, value('ipsec-policy') ?? '') : undefined;
  const undecided = others.filter(
    (name) => standing(network, item, name) === 'undecided' && !(ipsec && name === 'ipsec-policy'),
  );
  const matchOf = readerOf(item, undecided);
  const address = (side: 'src' | 'dst') =>
    inBoth(
      matchOf(`${side}-address`, (text) => addressSet(text, family)),
      matchOf(`${side}-address-list`, (text) => listsOf(network, family)(text)),
    );
  const [source, destination] = [address('src'), address('dst')];
  const [sourcePort, destinationPort] = [matchOf('src-port', portSet), matchOf('dst-port', portSet)];
  return {
    item,
    action: value('action') ?? 'accept',
    jumpTarget: value('jump-target'),
    match: { ...protocolMatch(value('protocol')), source, destination, sourcePort, destinationPort },
    eitherPort: matchOf('port', portSet),
    inInterface: interfaceMatches(network, item, 'in').map((match) => ({
      ...match,
      names: bridgeSeen(network, value('chain') ?? '', match.names),
    })),
    outInterface: interfaceMatches(network, item, 'out'),
    connectionState: nameMatch(value('connection-state')),
    connectionNatState: nameMatch(value('connection-nat-state')),
    destinationType: nameMatch(value('dst-address-type')),
    tcpFlags: listValues(value('tcp-flags')),
    connectionMark: nameMatch(value('connection-mark')),
    packetMark: nameMatch(value('packet-mark')),
    routingMark: nameMatch(value('routing-mark')),
    ipsec,
    undecided,
    impossible: others.some((name) => standing(network, item, name) === 'never'),
  };
}

/** Undefined = all addresses. */
export function inBoth(one: IntervalSet | undefined, other: IntervalSet | undefined): IntervalSet | undefined {
  return one && other ? intersect(one, other) : (one ?? other);
}

function protocolMatch(text: string | undefined): Pick<PacketMatch, 'protocols' | 'protocolsNegated'> {
  if (text === undefined) return {};
  const { negated, text: plain } = readNegation(text);
  return { protocols: new Set([protocolName(plain)]), protocolsNegated: negated };
}

export function nameMatch(text: string | undefined): NameMatch | undefined {
  if (text === undefined || text === '') return undefined;
  const { negated, text: plain } = readNegation(text);
  return { names: new Set(listValues(plain)), negated };
}

function interfaceMatches(network: Network, item: Item, way: 'in' | 'out'): readonly NameMatch[] {
  const listed = nameMatch(propertyValue(item, `${way}-interface-list`));
  const [listName = ''] = listed?.names ?? [];
  const members = listed && { names: network.interfaceListMembers(listName), negated: listed.negated };
  const single = nameMatch(propertyValue(item, `${way}-interface`));
  const ofKind = [...(single?.names ?? [])].flatMap((each) => {
    return kindWords.has(each) ? [...network.interfaceListMembers(each)] : [each];
  });
  const named = [single ? { ...single, names: new Set(ofKind) } : [], members ?? []].flat();
  if (!item.menu.endsWith('/filter')) return named;
  return named.map((match) => ({ ...match, names: vrfSeen(network, match.names) }));
}

export function isNamed(match: NameMatch | undefined, name: string): boolean {
  return !match || match.names.has(name) !== match.negated;
}

export function isTerminal(table: Table, action: string): boolean {
  if (action === 'accept') return true;
  return table === 'nat' ? !goesOn.has(action) : isDrop(action);
}

/** What leaves packets to the next rule of NAT. */
const goesOn = wordSet('jump return log passthrough add-src-to-address-list add-dst-to-address-list');

/** Whether a rule is in a chain of the device's own traffic. */
export function isLocal(item: Item): boolean {
  const chain = propertyValue(item, 'chain');
  return chain === 'input' || chain === 'output';
}

/** What a rule does, whatever it matches. */
export function actionOf(item: Item): string {
  return propertyValue(item, 'action') ?? 'accept';
}

/** Actions after which a packet goes nowhere. */
export function isDrop(action: string): boolean {
  return action === 'drop' || action === 'reject' || action === 'tarpit';
}

export function isPassthrough(item: Item): boolean {
  return isYes(propertyValue(item, 'passthrough') ?? 'yes');
}
