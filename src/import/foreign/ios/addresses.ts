// What IOS says about layer 3 inside an interface: addresses, VRF, filters, policy routing, DHCP, OSPF.

import commands from '../../../../profiles/foreign/commands.json' with { type: 'json' };
import { aclKey } from '../acl-values.ts';
import type { ForeignInterface } from '../facts.ts';
import { addressWord, further, ospfArea, setting, virtualAddress } from '../interfaces.ts';
import { beginnings } from '../pattern.ts';
import { portReasons } from '../port-reasons.ts';
import { ipv4Address, ipv6Prefix, ospfKey, within } from '../values.ts';
import { irrelevant, readAll, refuseAll, refused, type Word, word } from '../vocabulary.ts';

const listed = commands.ios.layer3;
const noWord = 'not in the site’s words';
const firstHop = 'HSRP, VRRP and GLBP exclude L3 hardware offload: hosts need another gateway';

const virtualWords = [virtualAddress(/^address (\d[\d.]+)(?: (?:primary|secondary))?$/, firstHop)];

export const addressWords: readonly Word<ForeignInterface>[] = [
  irrelevant(/^no ip(?:v6)? address$/),
  addressWord(/^ip address (\d[\d.]+) (\d[\d.]+)( secondary)?$/),
  refused(/^ip address\b/, 'a site writes addresses down'),
  refused(/^ip unnumbered\b/, 'a site writes addresses down'),
  addressWord(/^ipv6 address ([0-9A-Fa-f:.]+)\/(\d+)$/),
  refused(/^ipv6 address\b/, 'this kind of IPv6 address is not in the site’s words'),
  irrelevant(/^ipv6 enable$/),
  setting(/^(no )?ipv6 nd (?:ra suppress(?: all)?|suppress-ra)$/, 'advertises', ({ has }) => has(1)),
  setting(/^ipv6 nd managed-config-flag$/, 'managedFlag', () => true),
  setting(/^ipv6 nd other-config-flag$/, 'otherFlag', () => true),
  setting(/^ipv6 nd (?:ra lifetime|ra-lifetime) (\d+)$/, 'routerLifetime', ({ group }) => within(group(1), 1, 9000)),
  setting(/^(?:ip )?vrf forwarding (\S+)$/, 'vrf', ({ group }) => group(1)),
  setting(/^ip mtu (\d+)$/, 'mtu', ({ group }) => within(group(1), 576, 10_218)),
  setting(/^mtu (\d+)$/, 'l2mtu', ({ group }) => within(group(1), 576, 10_218)),
  further(/^ip access-group (\S+) (in|out)$/, 'filters', ({ group }) => ({
    acl: group(1),
    direction: group(2) === 'in' ? 'in' : 'out',
  })),
  further(/^ipv6 traffic-filter (\S+) (in|out)$/, 'filters', ({ group }) => ({
    acl: aclKey(group(1), 6),
    direction: group(2) === 'in' ? 'in' : 'out',
  })),
  refused(/^ip access-group\b/, noWord),
  setting(/^ip policy route-map (\S+)$/, 'policy', ({ group }) => group(1)),
  further(/^ip helper-address (\d[\d.]+)$/, 'relays', ({ group }) => ipv4Address(group(1))),
  refused(/^ip helper-address\b/, 'a DHCP server in another VRF is not in the site’s words'),
  further(/^ipv6 dhcp relay destination ([0-9A-Fa-f:]+)$/, 'relays6', ({ group }) => ipv6Prefix(group(1))),
  refused(/^(?:ip dhcp|ipv6 dhcp)\b/, 'this part of DHCP is not in the site’s words'),
  setting(/^ip ospf (\d+) area (\S+)$/, 'ospf', ({ group }) => ospfArea(group(1), group(2))),
  setting(/^(?:ipv6 ospf (\d+)|ospfv3 (\d+) ipv6) area (\S+)$/, 'ospf3', ({ group }) =>
    ospfArea(group(1) || group(2), group(3)),
  ),
  setting(/^ip ospf cost (\d+)$/, 'ospfCost', ({ group }) => within(group(1), 1, 65_535)),
  setting(/^ip ospf bfd$/, 'ospfBfd', () => true),
  setting(/^ip ospf network point-to-point$/, 'ospfPointToPoint', () => true),
  refused(/^ip ospf (?:message-digest-key|authentication-key|authentication)\b/, ospfKey),
  refused(/^(?:no )?(?:ip ospf|ipv6 ospf|ospfv3)\b/, 'this part of OSPF is not in the site’s words'),
  virtualAddress(/^(?:standby|vrrp|glbp)(?: \d+)? ip (\d[\d.]+)(?: secondary)?$/, firstHop),
  word(/^vrrp \d+ address-family ipv4$/, ({ subject, statement, reading }) => {
    readAll(statement.children, subject, virtualWords, reading);
    refuseAll(statement, firstHop, reading.ledger);
  }),
  refused(/^(?:no )?(?:standby|vrrp|glbp)\b/, firstHop),
  setting(/^ip nat (inside|outside)$/, 'natSide', ({ group }) => (group(1) === 'inside' ? 'inside' : 'outside')),
  refused(/^no ip redirects$/, portReasons.redirects),
  refused(/^no (?:ip unreachables|ipv6 (?:redirects|unreachables))$|^ip mask-reply$/, portReasons.icmp),
  refused(/^arp timeout \d+$/, portReasons.arpTimeout),
  irrelevant(/^(?:ip|ipv6) (?:redirects|unreachables)$|^no ip mask-reply$/),
  irrelevant(/^(?:no )?ip (?:route-cache(?: cef)?|mroute-cache)$/),
  irrelevant(/^no ip (?:proxy-arp|directed-broadcast|local-proxy-arp)$/),
  irrelevant(/^(?:no )?(?:mop \S+|cdp tlv .*)$|^autostate$/),
  refused(beginnings(listed.unsaid, 'no'), noWord),
];
