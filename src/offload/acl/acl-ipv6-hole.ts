// A deny for IPv4 whose IPv6 twin is missing: the same hosts reach each other over IPv6.

import { familyOf, type SwitchRule } from '../../forwarding/acl/acl.ts';
import { protocolsIn } from '../../forwarding/acl/entering-tables.ts';
import { effectOf } from '../../forwarding/acl/switch-rule-effects.ts';
import { applySwitchRules, meetsRule } from '../../forwarding/acl/switch-rule-walk.ts';
import type { Met } from '../../forwarding/bypass/spared.ts';
import { addressesBehind, type RoutedEnd, routedEnds } from '../../forwarding/legs/ends.ts';
import { networksAmong } from '../../forwarding/network/addresses.ts';
import { entriesInto } from '../../forwarding/network/attachments.ts';
import type { Network } from '../../forwarding/network/network.ts';
import {
  allAddresses,
  allPorts,
  type IntervalSet,
  isEmpty,
  overlapsSet,
  subtract,
  unionOf,
} from '../../forwarding/packets/space.ts';
import { isFiltered } from '../../forwarding/paths/forwarded.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { endsSeenBy, routingChipRules, tellingProperty } from '../switch-rules.ts';

export const aclIpv6Hole = defineRule({
  id: 'acl/acl-ipv6-hole',
  cost: 'C',
  summary: 'A switch rule that denies IPv4 says nothing about IPv6',
  why: 'Both sides have IPv6 addresses here, and no switch rule denies the same traffic over IPv6. The chip has no implicit deny, so it passes.',
  remedy: 'Add the same rule with `mac-protocol=ipv6` and IPv6 addresses.',

  check: aboutEach(routingChipRules, (rule, { network }) => {
    const { item, chip } = rule;
    if (effectOf(item) !== 'drop' || familyOf(item) !== 4) return [];
    const hole = firstHole(network, rule);
    if (!hole || filtersIpv6(network, hole)) return [];
    return {
      placement: 'unpredictable',
      what: 'what these switch rules deny over IPv4 passes over IPv6',
      primary: [tellingProperty(item), `\`${hole.from.name}\` reaches \`${hole.to.name}\` over IPv6`],
      fix: ['add the IPv6 twin', twinOf(item, hole, chip)],
    };
  }),
});

type Hole = Pick<Met, 'from' | 'to'>;

/** Two ends that the rule keeps apart over IPv4 and that both have IPv6, of which no rule keeps all apart. */
function firstHole(network: Network, rule: SwitchRule): Hole | undefined {
  const { source, destination } = rule.match;
  const isNamed = (end: RoutedEnd, wanted = allAddresses(4)) => overlapsSet(wanted, addressesBehind(network, end, 4));
  for (const from of endsSeenBy(network, rule.item, 6)) {
    if (!isNamed(from, source)) continue;
    const meant = routedEnds(network, 6).filter(
      (end) => end !== from && isNamed(end, destination) && isMeant(end, destination),
    );
    const to = meant.length > 0 ? unguarded(network, rule, from, meant) : undefined;
    if (to) return { from, to };
  }
  return undefined;
}

/** A prefix that lies behind a next hop says nothing about IPv6 there, unless IPv6 is routed there too. */
function isMeant(end: RoutedEnd, target: IntervalSet | undefined): boolean {
  if (!target || overlapsSet(networksAt(end, 4), target)) return true;
  return end.prefixes.some(({ length, base }) => length > 0 && !isConnected(end, base));
}

function isConnected({ interface: { addresses } }: RoutedEnd, base: bigint): boolean {
  return addresses.some(({ network }) => network.family === 6 && network.base === base);
}

function networksAt({ interface: { addresses } }: RoutedEnd, family: 4 | 6): IntervalSet {
  return networksAmong(addresses, family);
}

/**
 * The first end whose IPv6 no rule speaks of. Which hosts of a network a part of it means over IPv6 nobody knows: there
 * any rule that keeps some of it out of the way will do.
 */
function unguarded(
  network: Network,
  { item, match }: SwitchRule,
  from: RoutedEnd,
  meant: readonly RoutedEnd[],
): RoutedEnd | undefined {
  const isWhole = (end: RoutedEnd, wanted = allAddresses(4)) => isEmpty(subtract(networksAt(end, 4), wanted));
  const whole = isWhole(from, match.source) ? meant.filter((end) => isWhole(end, match.destination)) : [];
  const { sourcePort = allPorts, destinationPort = allPorts } = match;
  const source = networksAt(from, 6);
  const destination = unionOf(meant.flatMap((end) => addressesBehind(network, end, 6)));
  const protocols = match.protocols ? [...match.protocols].map(inIpv6) : protocolsIn(network, 6);
  const ingresses = entriesInto(network, from.name).filter((each) => meetsRule(network, each, item));
  const outcomes = protocols.flatMap((protocol) =>
    ingresses.flatMap((ingress) =>
      applySwitchRules(network, ingress, { family: 6, protocol, source, destination, sourcePort, destinationPort }),
    ),
  );
  const isKept = outcomes.some(({ rule }) => rule?.action.kind === 'drop' || rule?.action.kind === 'redirect-to-cpu');
  const open = outcomes.filter(({ rule, uncertainty }) => !rule && !uncertainty);
  return (isKept ? whole : meant).find((end) =>
    open.some(({ packets }) => overlapsSet(packets.destination, networksAt(end, 6))),
  );
}

function inIpv6(protocol: string): string {
  return protocol === 'icmp' ? 'icmpv6' : protocol;
}

/** IPv6 that the CPU forwards may be denied by the IPv6 firewall instead. */
function filtersIpv6(network: Network, { from, to }: Hole): boolean {
  return !network.offload?.ipv6Offload && isFiltered(network, from.name, to.name, 6);
}

function twinOf(rule: Item, { from, to }: Hole, chip: string): string {
  const words = ['ports', 'vlan-id', 'vlan-header', 'protocol', 'src-port', 'dst-port'].flatMap((name) => {
    const value = propertyValue(rule, name);
    return value === undefined ? [] : [`${name}=${inIpv6(value)}`];
  });
  const prefix = (end: RoutedEnd) => end.interface.addresses.find(({ network: own }) => own.family === 6)?.item;
  const address = (end: RoutedEnd) => propertyValue(prefix(end) ?? rule, 'address') ?? '<prefix>';
  if (rule.properties.has('src-address')) words.push(`src-address6=${address(from)}`);
  if (rule.properties.has('dst-address')) words.push(`dst-address6=${address(to)}`);
  return `/interface/ethernet/switch/rule add switch=${chip} mac-protocol=ipv6 ${words.join(' ')} new-dst-ports=""`;
}
