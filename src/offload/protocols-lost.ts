// What a drop takes of the protocols by which hosts, routers and links find each other: neighbour discovery of IPv6,
// LACP, and what the device itself is to hear of OSPF, BGP, VRRP and DHCP.

import { framesOf } from '../forwarding/acl/acl.ts';
import { applySwitchRules } from '../forwarding/acl/switch-rule-walk.ts';
import { routedEnds } from '../forwarding/legs/ends.ts';
import { type Attachment, entriesInto } from '../forwarding/network/attachments.ts';
import type { L3Interface, Network, Reference } from '../forwarding/network/network.ts';
import {
  type IntervalSet,
  type PacketSet,
  packetsBetween,
  prefixInterval,
  unionOf,
} from '../forwarding/packets/space.ts';
import { interfacesBeside, interfacesOf, ofInstance, speakers } from '../forwarding/routing/expected-routes.ts';
import { enabledItemsOf, type Item, listValues, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { derivedOnce, derivedPer } from '../source/grouping.ts';
import type { WrittenFinding } from './rule.ts';
import { tellingProperty } from './switch-rules.ts';

type Lost = Pick<WrittenFinding, 'what' | 'primary' | 'related' | 'fix' | 'cost'>;

export function protocolLost(network: Network, rule: Item): Lost | undefined {
  return bondLost(network, rule) ?? discoveryLost(network, rule) ?? hellosLost(network, rule);
}

/** A bond whose ports hear nothing from the other end has none. */
function bondLost({ bonds }: Network, rule: Item): Lost | undefined {
  if (framesOf(rule) !== 'lacp' || rule.properties.has('src-mac-address')) return undefined;
  const ports = listValues(propertyValue(rule, 'ports'));
  const sees = (name: string) => ports.length === 0 || ports.includes(name);
  const bond = [...bonds.values()].find(
    ({ name, mode, slaves }) => mode === '802.3ad' && (sees(name) || slaves.some((slave) => sees(slave))),
  );
  if (!bond) return undefined;
  return {
    cost: 'H',
    what: 'a bond loses its ports: a switch rule drops LACP',
    primary: ['mac-protocol', `of \`${bond.name}\``],
    related: [[bond.item, 'mode', 'needs LACP']],
    fix: 'leave the ports of bonds out of the rule',
  };
}

/** Hosts ask for their gateway with ICMPv6 to the group of its last 24 bits. Source: RFC 4291, 2.7.1. */
function discoveryLost(network: Network, rule: Item): Lost | undefined {
  const end = solicitations(network).find(({ name, packets }) =>
    entriesInto(network, name).some((entry) => isLost(network, rule, entry, packets)),
  );
  return (
    end && {
      what: 'hosts cannot resolve their IPv6 gateway: a switch rule drops neighbour discovery',
      primary: [tellingProperty(rule), `of hosts in \`${end.name}\``],
      fix: 'permit ICMPv6 to `ff02::/16`, to `fe80::/10` and to the own addresses before the deny',
    }
  );
}

const solicitations = derivedOnce((network: Network) =>
  routedEnds(network, 6).flatMap(({ name, interface: { addresses } }) => {
    const own = addresses.find(({ host }) => host.family === 6);
    if (!own) return [];
    const asked = group('ff02::1:ff00:0', own.host.base & 0xff_ff_ffn);
    const source = unionOf([linkLocal, own.network].map(prefixInterval));
    return [{ name, packets: [packetsBetween(6, 'icmpv6', { source, destination: [asked] })] }];
  }),
);

/** All of the classes end in drops at this port, something of them in this one. */
function isLost(network: Network, rule: Item, entry: Attachment, classes: readonly PacketSet[]): boolean {
  return dropsOf(network, entry, classes)?.has(rule) ?? false;
}

/** The rules that drop all of the classes at a port, each of them something; undefined where some are left. */
const dropsOf = derivedPer((network: Network, entry: Attachment, classes: readonly PacketSet[]) => {
  const outcomes = classes.flatMap((packets) => applySwitchRules(network, entry, packets));
  const isDropped = outcomes.every((each) => each.rule?.action.kind === 'drop' && !each.uncertainty);
  return isDropped ? new Set(outcomes.flatMap(({ rule }) => rule?.item ?? [])) : undefined;
});

/** What somebody sends to the device. */
interface Hello extends Reference {
  readonly protocol: string;
  readonly interface: string;
  readonly packets: readonly PacketSet[];
}

/** Neighbours are behind trunks and routed ports: what access ports alone lose is port security. */
function hellosLost(network: Network, rule: Item): Lost | undefined {
  for (const { item, property, protocol, interface: name, packets } of hellosOf(network)) {
    const entries = entriesInto(network, name);
    const lost = entries.filter((entry) => isLost(network, rule, entry, packets));
    const left = entries.filter((entry) => !lost.includes(entry));
    const isFromTrunk = lost.some(({ tagged }) => tagged) && !left.some(({ tagged }) => tagged);
    if (lost.length === 0 || (left.length > 0 && !isFromTrunk)) continue;
    return {
      cost: 'H',
      what: `the device hears no ${protocol}: a switch rule drops its packets`,
      primary: [tellingProperty(rule), `drops ${protocol} for \`${name}\``],
      related: [[item, property, `speaks ${protocol}`]],
      fix: `permit ${protocol} before the deny`,
    };
  }
  return undefined;
}

/** Source: RFC 2328, A.1; RFC 5340, A.1; RFC 9568, 5.1.1; RFC 2131, 4.1; RFC 4271, 8.2. */
const hellosOf = derivedOnce((network: Network): readonly Hello[] => {
  const { config } = network;
  const templates = enabledItemsOf(config, '/routing/ospf/interface-template');
  const ospf = speakers(network).filter((item) => templates.includes(item));
  const silent = new Set(templates.flatMap((item) => (ospf.includes(item) ? [] : interfacesOf(network, item))));
  const groupOf = (item: Item) => (ofInstance(config, item, 'version') === '3' ? 'ff02::5' : '224.0.0.5');
  const routersOf = (item: Item) => (propertyValue(item, 'v3-protocol') === 'ipv6' ? 'ff02::12' : '224.0.0.18');
  return [
    ...bgpOf(network),
    ...ospf.flatMap((item) => {
      // Where a template is for whatever there is, hosts may be kept from it on purpose.
      const property = ['interfaces', 'networks'].find((name) => item.properties.has(name));
      if (property === undefined) return [];
      const says = { item, property, protocol: 'OSPF' };
      const heard = interfacesOf(network, item).filter((each) => !silent.has(each));
      return heard.flatMap((each) => toGroup(each, says, groupOf(item)));
    }),
    ...enabledItemsOf(config, '/interface/vrrp').flatMap((item) => {
      const below = network.l3Interfaces.get(propertyValue(item, 'interface') ?? '');
      return below ? toGroup(below, { item, property: 'interface', protocol: 'VRRP' }, routersOf(item)) : [];
    }),
    ...enabledItemsOf(config, '/ip/dhcp-client').map((item) => ({
      item,
      property: 'interface',
      protocol: 'DHCP',
      interface: propertyValue(item, 'interface') ?? '',
      packets: [{ ...packetsBetween(4, 'udp'), sourcePort: port(67), destinationPort: port(68) }],
    })),
  ];
});

/** Either side may open the session, so that both ways have to be cut. */
function bgpOf(network: Network): readonly Hello[] {
  return speakers(network).flatMap((item) => {
    const property = 'remote.address';
    const remote = parsePrefix(propertyValue(item, property) ?? '');
    if (!remote) return [];
    const [beside] = interfacesBeside(network, remote);
    if (!beside) return [];
    const session = packetsBetween(remote.family, 'tcp', { source: [prefixInterval(remote)] });
    const packets = [
      { ...session, destinationPort: port(179) },
      { ...session, sourcePort: port(179) },
    ];
    return { item, property, protocol: 'BGP', interface: beside.name, packets };
  });
}

/** From wherever neighbours have their addresses. */
function toGroup(
  { name, addresses }: L3Interface,
  says: Reference & Pick<Hello, 'protocol'>,
  to: string,
): readonly Hello[] {
  const own = addresses.find(({ host }) => host.family === 4);
  const from = to.includes(':') ? linkLocal : own?.network;
  if (!from) return [];
  const ends = { source: [prefixInterval(from)], destination: [group(to)] };
  return [{ ...says, interface: name, packets: [packetsBetween(from.family, says.protocol.toLowerCase(), ends)] }];
}

function port(number: number): IntervalSet {
  return [{ from: number, to: number + 1 }];
}

const linkLocal = prefixOf('fe80::/10');

function group(address: string, offset = 0n) {
  const prefix = prefixOf(address);
  return prefixInterval({ ...prefix, base: prefix.base + offset });
}

function prefixOf(text: string) {
  const prefix = parsePrefix(text);
  if (!prefix) throw new Error(`${text} is no prefix`);
  return prefix;
}
