// A deny for IPv4 whose IPv6 twin is missing: the same hosts reach each other over IPv6.

import { familyOf, type SwitchRule } from '../../forwarding/acl/acl.ts';
import { protocolsIn } from '../../forwarding/acl/entering-tables.ts';
import { effectOf } from '../../forwarding/acl/switch-rule-effects.ts';
import { applySwitchRules, meetsRule } from '../../forwarding/acl/switch-rule-walk.ts';
import { type RoutedEnd, routedEnds } from '../../forwarding/legs/ends.ts';
import { delegated } from '../../forwarding/network/addresses.ts';
import { entriesInto } from '../../forwarding/network/attachments.ts';
import type { Network } from '../../forwarding/network/network.ts';
import {
  allAddresses,
  allPorts,
  type IntervalSet,
  isEmpty,
  overlapsSet,
  prefixInterval,
  subtract,
  unionOf,
} from '../../forwarding/packets/space.ts';
import { isFiltered } from '../../forwarding/paths/forwarded.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { containsPrefix, families, isSamePrefix, type Prefix, printPrefix } from '../../model/prefix.ts';
import { derivedPer } from '../../source/grouping.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { endsSeenBy, routingChipRules, tellingProperty } from '../switch-rules.ts';

export const aclIpv6Hole = defineRule({
  id: 'acl/acl-ipv6-hole',
  cost: 'C',

  check: aboutEach(routingChipRules, (rule, { network }) => {
    const { item, chip } = rule;
    if (effectOf(item) !== 'drop' || familyOf(item) !== 4) return [];
    const pair = firstUnprotected(network, rule);
    if (!pair) return [];
    const [from, to] = [pair.from.end.name, pair.to.end.name];
    // IPv6 that the CPU forwards may be denied by the IPv6 firewall instead.
    if (!network.offload?.ipv6Offload && isFiltered(network, from, to, 6)) return [];
    return {
      placement: 'unpredictable',
      what: 'what these switch rules deny over IPv4 passes over IPv6',
      primary: [tellingProperty(item), `\`${from}\` reaches \`${to}\` over IPv6`],
      fix: ['add the IPv6 twin', ...twinsOf(item, pair, chip)],
    };
  }),
});

interface UnprotectedPair {
  readonly from: Side;
  readonly to: Side;
}

/** An end with the IPv6 prefixes there that the rule would mean. */
interface Side {
  readonly end: RoutedEnd;
  readonly prefixes: readonly Prefix[];
  readonly addresses: IntervalSet;
  /** The rule means all IPv4 there is of their kind. */
  readonly isWhole: boolean;
}

/** Two ends that the rule keeps apart over IPv4 and that both have IPv6, of which no rule keeps all apart. */
function firstUnprotected(network: Network, rule: SwitchRule): UnprotectedPair | undefined {
  const { source, destination } = rule.match;
  const sides = (ends: readonly RoutedEnd[], wanted: IntervalSet | undefined) =>
    ends.map((end) => sideOf(network, end, wanted)).filter(({ prefixes }) => prefixes.length > 0);
  const meant = sides(routedEnds(network, 6), destination);
  for (const from of sides(endsSeenBy(network, rule.item, 6), source)) {
    const others = meant.filter(({ end }) => end !== from.end);
    const to = others.length > 0 ? unguarded(network, rule, from, others) : undefined;
    if (to) return { from, to };
  }
  return undefined;
}

/** A prefix that lies behind a next hop says nothing about IPv6 there, unless IPv6 is routed there too. */
function sideOf(network: Network, end: RoutedEnd, wanted = allAddresses(4)): Side {
  const [ofIpv4, ofIpv6] = families.map((family) => kindsAt(network, end.name, family));
  const named = kinds.filter((kind) => overlapsSet(ofIpv4?.[kind].addresses ?? [], wanted));
  return {
    end,
    prefixes: named.flatMap((kind) => ofIpv6?.[kind].prefixes ?? []),
    addresses: unionOf(named.flatMap((kind) => ofIpv6?.[kind].addresses ?? [])),
    isWhole: named.every((kind) => isEmpty(subtract(ofIpv4?.[kind].addresses ?? [], wanted))),
  };
}

const kinds = ['connected', 'routed'] as const;

const kindsAt = derivedPer((network: Network, name: string, family: 4 | 6) => {
  const end = routedEnds(network, family).find((each) => each.name === name);
  const known = end?.prefixes.filter(({ length }) => length > 0) ?? [];
  const isConnected = (prefix: Prefix) =>
    end?.interface.addresses.some(({ network: own }) => isSamePrefix(own, prefix)) === true;
  const kind = (prefixes: readonly Prefix[]) => ({ prefixes, addresses: unionOf(prefixes.map(prefixInterval)) });
  return { connected: kind(known.filter(isConnected)), routed: kind(known.filter((prefix) => !isConnected(prefix))) };
});

/**
 * The first end whose IPv6 no rule speaks of. Which hosts of a network a part of it means over IPv6 nobody knows: there
 * any rule that keeps some of it out of the way will do.
 */
function unguarded(network: Network, rule: SwitchRule, from: Side, meant: readonly Side[]): Side | undefined {
  const whole = from.isWhole ? meant.filter(({ isWhole }) => isWhole) : [];
  const { sourcePort = allPorts, destinationPort = allPorts, protocols: named } = rule.match;
  const source = from.addresses;
  const destination = unionOf(meant.flatMap(({ addresses }) => addresses));
  const protocols = named ? [...named].map(inIpv6) : protocolsIn(network, 6);
  const ingresses = entriesInto(network, from.end.name).filter((each) => meetsRule(network, each, rule.item));
  const outcomes = protocols.flatMap((protocol) =>
    ingresses.flatMap((ingress) =>
      applySwitchRules(network, ingress, { family: 6, protocol, source, destination, sourcePort, destinationPort }),
    ),
  );
  const isKept = outcomes.some(
    (each) => each.rule?.action.kind === 'drop' || each.rule?.action.kind === 'redirect-to-cpu',
  );
  const open = outcomes.filter((each) => !each.rule && !each.uncertainty);
  return (isKept ? whole : meant).find(({ addresses }) =>
    open.some(({ packets }) => overlapsSet(packets.destination, addresses)),
  );
}

function inIpv6(protocol: string): string {
  return protocol === 'icmp' ? 'icmpv6' : protocol;
}

function twinsOf(rule: Item, { from, to }: UnprotectedPair, chip: string): readonly string[] {
  const words = ['ports', 'vlan-id', 'vlan-header', 'protocol', 'src-port', 'dst-port'].flatMap((name) => {
    const value = propertyValue(rule, name);
    return value === undefined ? [] : [` ${name}=${inIpv6(value)}`];
  });
  const print = (each: Prefix) => (containsPrefix(delegated, each) ? '<the delegated prefix>' : printPrefix(each));
  const named = (name: 'src-address' | 'dst-address', { prefixes }: Side) =>
    rule.properties.has(name) ? prefixes.map((prefix) => ` ${name}6=${print(prefix)}`) : [''];
  const add = `/interface/ethernet/switch/rule add switch=${chip} mac-protocol=ipv6${words.join('')}`;
  return named('src-address', from).flatMap((source) =>
    named('dst-address', to).map((destination) => `${add}${source}${destination} new-dst-ports=""`),
  );
}
