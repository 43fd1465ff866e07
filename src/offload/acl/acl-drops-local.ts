// A deny that also hits the device itself: its own addresses, or frames that links and hosts cannot do without.

import { familyOf, framesOf, narrowsBy } from '../../forwarding/acl/acl.ts';
import { decidedBy } from '../../forwarding/acl/entering-tables.ts';
import { breadthOf, effectOf, isShadowed } from '../../forwarding/acl/switch-rule-effects.ts';
import { addressesBehind, type RoutedEnd, routedEnds } from '../../forwarding/legs/ends.ts';
import { type Attachment, entriesInto } from '../../forwarding/network/attachments.ts';
import type { Address, L3Interface, Network } from '../../forwarding/network/network.ts';
import { type IntervalSet, packetsBetween, prefixInterval } from '../../forwarding/packets/space.ts';
import { inertMatch } from '../../forwarding/paths/switch-rule-placement.ts';
import { isOwn } from '../../forwarding/routing/endpoints.ts';
import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { printAddress } from '../../model/prefix.ts';
import { protocolLost } from '../protocols-lost.ts';
import { type Cost, defineRule, type Findings, type WrittenFinding } from '../rule.ts';
import { endsSeenBy, ingressPorts, rulesOfRoutingChip, tellingProperty } from '../switch-rules.ts';

export const aclDropsLocal = defineRule({
  id: 'acl/acl-drops-local',
  cost: 'C',

  check({ network }) {
    const rules = rulesOfRoutingChip(network);
    return rules.flatMap((rule, index) => {
      // What a rule with a dead VLAN matcher drops is said by the rule about the matcher.
      if (effectOf(rule) !== 'drop' || inertMatch(network, rule) || isShadowed(network, rule)) return [];
      const lost = framesLost(network, rule);
      if (lost === undefined) return hostsOrProtocolsLost(network, rule);
      if (rules.slice(0, index).some((each) => permitsFrames(each, rule))) return [];
      return { subject: rule, placement: 'dropped', ...lost };
    });
  },
});

/** Frames that hosts at the ports of the rule cannot do without, where it drops all of them. */
function framesLost(network: Network, rule: Item): Pick<WrittenFinding, 'what' | 'primary'> | undefined {
  if (breadthOf(rule) === 'every-frame') {
    return {
      what: 'a switch rule drops every frame at its ports, ARP and link protocols included',
      primary: [tellingProperty(rule), 'matches more than IP'],
    };
  }
  if (framesOf(rule) !== 'arp' || narrowing.some((name) => narrowsBy(rule, name))) return undefined;
  const ports = ingressPorts(network, rule);
  const isSeen = (entry: Attachment) => !ports || entry.ports.some((port) => ports.has(port.name));
  const end = routedEnds(network, 4).find(({ name }) => entriesInto(network, name).some(isSeen));
  if (!end) return undefined;
  return {
    what: 'hosts cannot resolve their gateway: a switch rule drops ARP',
    primary: ['mac-protocol', `of hosts in \`${end.name}\``],
  };
}

const ipMatchers = ['protocol', 'src-port', 'dst-port', 'src-address', 'dst-address', 'src-address6', 'dst-address6'];

/** What leaves some ARP of the ports alone. */
const narrowing = [...ipMatchers, 'src-mac-address', 'dst-mac-address', 'vlan-id', 'vlan-header', 'vlan-priority'];

/** Frames of some hosts pass before the rest is dropped: port security by MAC address, or by that in their ARP. */
function permitsFrames(permit: Item, drop: Item): boolean {
  const [ports, wanted] = [permit, drop].map((item) => listValues(propertyValue(item, 'ports')));
  const frames = framesOf(permit);
  return (
    effectOf(permit) === 'permit' &&
    (frames === 'arp' || (frames === undefined && !ipMatchers.some((name) => permit.properties.has(name)))) &&
    (ports?.length === 0 || wanted?.every((name) => ports?.includes(name)) === true)
  );
}

/** Hosts without their gateway come before protocols, and those before addresses of other networks. */
function hostsOrProtocolsLost(network: Network, rule: Item): Findings {
  const own = ownAddress(network, rule);
  if (own?.cost === 'C') return own;
  const lost = protocolLost(network, rule);
  return lost ? { subject: rule, placement: 'dropped', ...lost } : (own ?? []);
}

/** The own address that suffers most: the gateway of the hosts at these ports before addresses of other networks. */
function ownAddress(network: Network, rule: Item): WrittenFinding | undefined {
  if (breadthOf(rule) === 'service') return undefined;
  const family = familyOf(rule) ?? 4;
  const seen = endsSeenBy(network, rule, family);
  const suffering = (owners: Iterable<L3Interface>, isCut: (host: Address) => boolean) =>
    [...owners].flatMap(({ addresses }) => addresses).find((each) => each.host.family === family && isCut(each));
  const own = seen
    .map((end) => suffering([end.interface], (each) => drops(network, rule, end, each, [prefixInterval(each.network)])))
    .find((each) => each !== undefined);
  const fromAnywhere = (each: Address) =>
    seen.some((end) => drops(network, rule, end, each, addressesBehind(network, end, family)));
  const isAboutTargets = rule.properties.has('dst-address') || rule.properties.has('dst-address6');
  const other = own ?? (isAboutTargets ? suffering(network.l3Interfaces.values(), fromAnywhere) : undefined);
  if (!other) return undefined;
  const cost: Cost = own ? 'C' : 'L';
  const address = printAddress(other.host);
  return {
    subject: rule,
    placement: 'dropped',
    cost,
    what: own
      ? 'switch rules cut hosts off from the device itself, their gateway included'
      : 'switch rules also drop packets to addresses that the device has in the denied networks',
    primary: [tellingProperty(rule), `also drops packets to ${address}`],
    related: [[other.item, 'address', 'an address of the device']],
    fix: ['permit the own address before the deny', permitFor(rule, address, family)],
  };
}

/** Packets from behind an end to an address of the device, in its VRF, that no earlier rule lets through. */
function drops(network: Network, rule: Item, end: RoutedEnd, { host }: Address, source: IntervalSet): boolean {
  const packets = packetsBetween(host.family, 'tcp', { source, destination: [prefixInterval(host)] });
  return isOwn(network, end.name, packets) && decidedBy(network, rule, end.name, packets).length > 0;
}

function permitFor(rule: Item, address: string, family: 4 | 6): string {
  const ports = propertyValue(rule, 'ports');
  const [frames, property, length] = family === 4 ? ['ip', 'dst-address', 32] : ['ipv6', 'dst-address6', 128];
  const place = `/interface/ethernet/switch/rule add place-before=0 switch=${propertyValue(rule, 'switch') ?? 'switch1'}`;
  return `${place}${ports ? ` ports=${ports}` : ''} mac-protocol=${frames} ${property}=${address}/${length}`;
}
