// A deny for IPv4 whose IPv6 twin is missing: the same hosts reach each other over IPv6.

import { familyOf } from '../../forwarding/acl.ts';
import { addressesBehind } from '../../forwarding/behind-ends.ts';
import { type RoutedEnd, routedEnds } from '../../forwarding/ends.ts';
import { isFiltered } from '../../forwarding/forwarded.ts';
import { addressInterval } from '../../forwarding/matchers.ts';
import type { Network } from '../../forwarding/network.ts';
import { type Interval, overlapsSet, prefixInterval } from '../../forwarding/space.ts';
import { type Item, isYes, propertyValue, settingOf } from '../../model/config.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';
import { effectOf, endsSeenBy, ingressPorts, rulesOfRoutingChip, tellingProperty } from '../switch-rules.ts';

export const aclIpv6Hole = defineRule({
  id: 'acl/acl-ipv6-hole',
  cost: 'C',
  summary: 'A switch rule that denies IPv4 says nothing about IPv6',
  why: 'Both sides have IPv6 addresses here, and no switch rule denies the same traffic over IPv6. The chip has no implicit deny, so it passes.',
  remedy: 'Add the same rule with `mac-protocol=ipv6` and IPv6 addresses.',

  check({ network, config }) {
    if (isYes(settingOf(config, '/ipv6/settings', 'disable-ipv6')?.value)) return [];
    const rules = rulesOfRoutingChip(network);
    const chip = network.offload?.switch.name ?? '';
    const findings: WrittenFinding[] = [];
    for (const rule of rules) {
      if (effectOf(rule) !== 'drop' || familyOf(rule) !== 4) continue;
      const hole = firstHole(network, rule);
      if (!hole || rules.some((other) => coversIpv6(network, other, rule)) || filtersIpv6(network, hole)) continue;
      findings.push({
        subject: rule,
        placement: 'unpredictable',
        what: 'what these switch rules deny over IPv4 passes over IPv6',
        primary: [tellingProperty(rule), `\`${hole.from.name}\` reaches \`${hole.to.name}\` over IPv6`],
        fix: ['add the IPv6 twin', twinOf(rule, hole, chip)],
      });
    }
    return findings;
  },
});

interface Hole {
  readonly from: RoutedEnd;
  readonly to: RoutedEnd;
}

/** Two ends that the rule keeps apart over IPv4 and that both have IPv6. */
function firstHole(network: Network, rule: Item): Hole | undefined {
  const ipv6 = new Map(routedEnds(network, 6).map((end) => [end.name, end]));
  const ends = routedEnds(network, 4);
  const [source, target] = ['src-address', 'dst-address'].map((name) =>
    addressInterval(propertyValue(rule, name) ?? '', 4),
  );
  for (const end of endsSeenBy(network, rule, 4)) {
    const from = ipv6.get(end.name);
    if (!from || !overlapsBehind(end, source)) continue;
    const to = ends.find((each) => each !== end && ipv6.has(each.name) && isMeant(each));
    if (to) return { from, to: ipv6.get(to.name) ?? to };
  }
  return undefined;

  function overlapsBehind(end: RoutedEnd, wanted: Interval | undefined): boolean {
    return !wanted || overlapsSet([wanted], addressesBehind(network, end, 4));
  }

  /** A prefix that lies behind a next hop says nothing about IPv6 there, unless IPv6 is routed there too. */
  function isMeant(end: RoutedEnd): boolean {
    if (!target) return true;
    if (!overlapsBehind(end, target)) return false;
    const own = end.interface.addresses.filter(({ network: each }) => each.family === 4);
    if (own.some((each) => overlapsSet([prefixInterval(each.network)], [target]))) return true;
    const routed = ipv6.get(end.name)?.prefixes ?? [];
    return routed.some(({ length, base }) => length > 0 && !isConnected(end, base));
  }
}

function isConnected({ interface: { addresses } }: RoutedEnd, base: bigint): boolean {
  return addresses.some(({ network }) => network.family === 6 && network.base === base);
}

/** Another rule that keeps the same IPv6 traffic out of the way: a drop or a redirect of the same service and ports. */
function coversIpv6(network: Network, other: Item, rule: Item): boolean {
  const effect = effectOf(other);
  if ((effect !== 'drop' && effect !== 'redirect-to-cpu') || familyOf(other) === 4) return false;
  const sameService = ['protocol', 'dst-port', 'src-port'].every((name) => {
    const value = propertyValue(other, name);
    return value === undefined || value === propertyValue(rule, name) || (name === 'protocol' && value === 'icmpv6');
  });
  const [ports, wanted] = [ingressPorts(network, other), ingressPorts(network, rule)];
  const samePorts = ports === undefined || (wanted !== undefined && [...wanted].every((name) => ports.has(name)));
  return sameService && samePorts;
}

/** IPv6 that the CPU forwards may be denied by the IPv6 firewall instead. */
function filtersIpv6(network: Network, { from, to }: Hole): boolean {
  return !network.offload?.ipv6Offload && isFiltered(network, from.name, to.name, 6);
}

function twinOf(rule: Item, { from, to }: Hole, chip: string): string {
  const words = ['ports', 'vlan-id', 'vlan-header', 'protocol', 'src-port', 'dst-port'].flatMap((name) => {
    const value = propertyValue(rule, name);
    return value === undefined ? [] : [`${name}=${value === 'icmp' ? 'icmpv6' : value}`];
  });
  const prefix = (end: RoutedEnd) => end.interface.addresses.find(({ network: own }) => own.family === 6)?.item;
  const address = (end: RoutedEnd) => propertyValue(prefix(end) ?? rule, 'address') ?? '<prefix>';
  if (rule.properties.has('src-address')) words.push(`src-address6=${address(from)}`);
  if (rule.properties.has('dst-address')) words.push(`dst-address6=${address(to)}`);
  return `/interface/ethernet/switch/rule add switch=${chip} mac-protocol=ipv6 ${words.join(' ')} new-dst-ports=""`;
}
