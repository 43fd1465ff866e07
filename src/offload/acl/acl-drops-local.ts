// A deny that also hits the device itself: its own addresses, or frames that links and hosts cannot do without.

import type { L3Interface, Network } from '../../forwarding/network.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { containsPrefix, type Prefix, parsePrefix, printAddress } from '../../model/prefix.ts';
import { commandFix } from '../fix.ts';
import { inertMatch } from '../inert-match.ts';
import { label } from '../locations.ts';
import { type Cost, defineRule, type Finding } from '../rule.ts';
import { endsSeenBy } from '../rule-ingress.ts';
import { breadthOf, effectOf, ingressPorts, rulesOfRoutingChip, tellingProperty } from '../switch-rules.ts';

export const aclDropsLocal = defineRule({
  id: 'acl/acl-drops-local',
  cost: 'C',
  datapath: 'acl',
  needs: 'configuration',
  facts: [],
  summary: 'A switch rule drops packets before it matters whom they are for, the device itself included',
  why: 'Rules are tried on ingress, before forwarding. A deny that covers the address of the device takes away the gateway, DNS, DHCP and management for hosts at these ports; one that covers every frame takes ARP and link protocols too.',
  remedy: 'Permit the own addresses, DHCP and routing protocols before the deny, and match IP packets only.',

  check({ network }) {
    const rules = rulesOfRoutingChip(network);
    return rules.flatMap((rule, index) => {
      // What a rule with a dead VLAN matcher drops is said by the rule about the matcher.
      if (effectOf(rule) !== 'drop' || inertMatch(network, rule)) return [];
      const before = rules.slice(0, index);
      return breadthOf(rule) === 'every-frame' ? everyFrame(rule) : ownAddress(network, rule, before);
    });
  },
});

function everyFrame(rule: Item): readonly Finding[] {
  return [
    {
      subject: rule,
      placement: 'dropped',
      what: 'a switch rule drops every frame at its ports, ARP and link protocols included',
      primary: label(rule, tellingProperty(rule), 'matches more than IP'),
    },
  ];
}

/** The own address that suffers most: the gateway of the hosts at these ports before addresses of other networks. */
function ownAddress(network: Network, rule: Item, before: readonly Item[]): readonly Finding[] {
  if (breadthOf(rule) === 'service') return [];
  const family = rule.properties.has('dst-address6') || propertyValue(rule, 'mac-protocol') === 'ipv6' ? 6 : 4;
  const seen = endsSeenBy(network, rule, family);
  const suffering = (owners: Iterable<L3Interface>) =>
    [...owners]
      .flatMap(({ addresses }) => addresses)
      .find(
        ({ host }) =>
          host.family === family && covers(rule, host) && !before.some((each) => permits(network, each, rule, host)),
      );
  const own = suffering(seen.map((end) => end.interface));
  const other = own ?? suffering(network.l3Interfaces.values());
  if (!other || seen.length === 0) return [];
  const cost: Cost = own ? 'C' : 'L';
  const address = printAddress(other.host);
  return [
    {
      subject: rule,
      placement: 'dropped',
      cost,
      what: own
        ? 'switch rules cut hosts off from the device itself, their gateway included'
        : 'switch rules also drop packets to addresses that the device has in the denied networks',
      primary: label(rule, tellingProperty(rule), `also drops packets to ${address}`),
      related: [label(other.item, 'address', 'an address of the device')],
      fix: commandFix('permit the own address before the deny', permitFor(rule, address, family)),
    },
  ];
}

function destinationOf(rule: Item): Prefix | undefined {
  return parsePrefix(propertyValue(rule, 'dst-address') ?? propertyValue(rule, 'dst-address6') ?? '');
}

function covers(rule: Item, host: Prefix): boolean {
  const target = destinationOf(rule);
  return target === undefined || containsPrefix(target, host);
}

/** An earlier rule without action that lets packets to the address through at the same ports. */
function permits(network: Network, rule: Item, drop: Item, host: Prefix): boolean {
  if (effectOf(rule) !== 'permit' || !covers(rule, host)) return false;
  const [ports, wanted] = [ingressPorts(network, rule), ingressPorts(network, drop)];
  return ports === undefined || (wanted !== undefined && [...wanted].every((name) => ports.has(name)));
}

function permitFor(rule: Item, address: string, family: 4 | 6): string {
  const ports = propertyValue(rule, 'ports');
  const [frames, property, length] = family === 4 ? ['ip', 'dst-address', 32] : ['ipv6', 'dst-address6', 128];
  const place = `/interface/ethernet/switch/rule add place-before=0 switch=${propertyValue(rule, 'switch') ?? 'switch1'}`;
  return `${place}${ports ? ` ports=${ports}` : ''} mac-protocol=${frames} ${property}=${address}/${length}`;
}
