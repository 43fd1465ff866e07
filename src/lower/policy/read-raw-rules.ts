// Reads back what else decides about packets after the switch rules: the raw chains of ACLs, for packets that a rule
// sent to the CPU, and blackhole routes that stand for denies.

import { firewallMenu } from '../../forwarding/firewall/firewall.ts';
import { type AddressLists, addressLists } from '../../forwarding/network/address-lists.ts';
import { addressSet, portSet } from '../../forwarding/network/matchers.ts';
import { allAddresses, allPorts, type IntervalSet, intersect, prefixInterval } from '../../forwarding/packets/space.ts';
import { type Config, enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { groupBy } from '../../source/grouping.ts';
import { tagPrefix } from '../tag.ts';
import { routedAddresses } from './implicit-layers.ts';
import { everything, type Family, type IngressPacketSet, meet } from './ingress-packet-set.ts';
import { drop, pass } from './policy-rule.ts';
import type { InstalledRule } from './read-switch-rules.ts';

/** Ways into the chip by interface name. */
export interface NamedEntrances {
  readonly all: bigint;
  readonly byName: ReadonlyMap<string, bigint>;
}

const unmatched: ReadonlySet<string> = new Set(['chain', 'action', 'jump-target', 'comment', 'dst-address-type']);

/**
 * One list for each chain that is jumped to, by its name: packets that the jump does not match pass it, and so do those
 * that its rules do not. Undefined = a matcher or action that this reader does not know.
 */
export function rawChains(
  config: Config,
  space: NamedEntrances,
  family: Family,
): ReadonlyMap<string, readonly InstalledRule[]> | undefined {
  const items = enabledItemsOf(config, firewallMenu('raw', family));
  const chains = groupBy(items, (item) => propertyValue(item, 'chain') ?? '');
  const addressesOf = addressLists(config, family, new Set());
  const lists = new Map<string, readonly InstalledRule[]>();
  for (const jump of chains.get('prerouting') ?? []) {
    const list = chainBehind(jump, chains, (item) => matchOf(config, item, space, addressesOf, family));
    if (!list) return undefined;
    lists.set(propertyValue(jump, 'jump-target') ?? '', list);
  }
  return lists;
}

function chainBehind(
  jump: Item,
  chains: ReadonlyMap<string, readonly Item[]>,
  read: (item: Item) => IngressPacketSet | undefined,
): readonly InstalledRule[] | undefined {
  const judged = propertyValue(jump, 'action') === 'jump' ? read(jump) : undefined;
  if (!judged) return undefined;
  const rules: InstalledRule[] = [];
  for (const item of chains.get(propertyValue(jump, 'jump-target') ?? '') ?? []) {
    const action = propertyValue(item, 'action') ?? '';
    // Packets for the device itself are no transit, which is all that is asked about.
    if (action === 'return' && propertyValue(item, 'dst-address-type') === 'local') continue;
    const match = read(item);
    const verdict = verdicts.get(action);
    if (!match || !verdict) return undefined;
    const common = meet(match, judged);
    if (common) rules.push({ item, match: common, verdict });
  }
  return rules;
}

const verdicts: ReadonlyMap<string, InstalledRule['verdict']> = new Map([
  ['drop', drop],
  ['return', pass],
]);

/** Blackhole routes that lowering made of denies; the site's own are no policy. */
export function blackholes(config: Config, space: NamedEntrances, family: Family): readonly InstalledRule[] {
  return enabledItemsOf(config, family === 4 ? '/ip/route' : '/ipv6/route').flatMap((item): InstalledRule | [] => {
    const isDeny = propertyValue(item, 'comment')?.startsWith(`${tagPrefix}acl/`);
    const prefix = parsePrefix(propertyValue(item, 'dst-address') ?? '');
    if (!isDeny || !prefix || !item.properties.has('blackhole')) return [];
    return { item, match: { ...everything(space.all, family), destination: [prefixInterval(prefix)] }, verdict: drop };
  });
}

function matchOf(
  config: Config,
  item: Item,
  space: NamedEntrances,
  lists: AddressLists,
  family: Family,
): IngressPacketSet | undefined {
  const value = (name: string) => propertyValue(item, name);
  const known = new Set([...unmatched, 'in-interface', 'in-interface-list', 'protocol', 'src-port', 'dst-port']);
  const sides = ['src-address', 'dst-address', 'src-address-list', 'dst-address-list'];
  if ([...item.properties.keys()].some((name) => !known.has(name) && !sides.includes(name))) return undefined;
  const source = addresses(item, 'src', lists, family);
  const destination = addresses(item, 'dst', lists, family);
  const sourcePort = ports(value('src-port'));
  const destinationPort = ports(value('dst-port'));
  if (!source || !destination || !sourcePort || !destinationPort) return undefined;
  const ingress = interfacesOf(config, item, space);
  const isRouted = value('dst-address-type') === 'unicast';
  return {
    ingress,
    family,
    protocol: value('protocol'),
    source,
    destination: isRouted ? intersect(destination, routedAddresses(family)) : destination,
    sourcePort,
    destinationPort,
  };
}

function interfacesOf(config: Config, item: Item, { all, byName }: NamedEntrances): bigint {
  const single = propertyValue(item, 'in-interface');
  const list = propertyValue(item, 'in-interface-list');
  if (single === undefined && list === undefined) return all;
  const members = enabledItemsOf(config, '/interface/list/member')
    .filter((member) => propertyValue(member, 'list') === list)
    .map((member) => propertyValue(member, 'interface') ?? '');
  return (single === undefined ? members : [single]).reduce((mask, name) => mask | (byName.get(name) ?? 0n), 0n);
}

function addresses(item: Item, side: 'src' | 'dst', lists: AddressLists, family: Family): IntervalSet | undefined {
  const single = propertyValue(item, `${side}-address`);
  if (single !== undefined) return addressSet(single, family);
  const list = propertyValue(item, `${side}-address-list`);
  return list === undefined ? allAddresses(family) : lists(list);
}

function ports(text: string | undefined): IntervalSet | undefined {
  return text === undefined ? allPorts : portSet(text);
}
