// What Comware says about layer 3 inside an interface: addresses, VRF, filters, policy routing, DHCP, OSPF.

import commands from '../../../../profiles/foreign/commands.json' with { type: 'json' };
import { aclKey } from '../acl-values.ts';
import type { ForeignInterface } from '../facts.ts';
import { addressWord, further, ospfArea, setting, virtualAddress } from '../interfaces.ts';
import { beginnings } from '../pattern.ts';
import { portReasons } from '../port-reasons.ts';
import { ipv4Address, ipv6Prefix, ospfKey, within } from '../values.ts';
import { irrelevant, refused, type Word } from '../vocabulary.ts';
import { natWords } from './nat.ts';

const listed = commands.comware.layer3;
const noWord = 'not in the site’s words';
const noVrrp = 'VRRP switches L3 hardware offload off: hosts need another gateway';

export const addressWords: readonly Word<ForeignInterface>[] = [
  addressWord(/^ip address (\d[\d.]+) (\d[\d.]*)( sub)?$/),
  refused(/^ip address (?:dhcp-alloc|bootp-alloc|ppp-negotiate|unnumbered)/, 'a site writes addresses down'),
  addressWord(/^ipv6 address ([0-9A-Fa-f:.]+)[/ ](\d+)$/),
  irrelevant(/^ipv6 address auto link-local$/),
  refused(/^ipv6 address\b/, 'this kind of IPv6 address is not in the site’s words'),
  setting(/^ip binding vpn-instance (\S+)$/, 'vrf', ({ group }) => group(1)),
  setting(/^mtu (\d+)$/, 'mtu', ({ group }) => within(group(1), 576, 10_218)),
  further(/^packet-filter (ipv6 )?(?:name )?(\S+) (inbound|outbound)(?: hardware-count)?$/, 'filters', (found) => ({
    acl: aclKey(found.group(2), found.has(1) ? 6 : 4),
    direction: found.group(3) === 'inbound' ? 'in' : 'out',
  })),
  irrelevant(/^packet-filter filter route$/),
  refused(/^packet-filter\b/, 'filters of bridged or MAC frames are not in the site’s words'),
  setting(/^ip policy-based-route (\S+)$/, 'policy', ({ group }) => group(1)),
  setting(/^dhcp select relay$/, 'relaySelect', () => true),
  irrelevant(/^(?:undo )?dhcp select server(?: global-pool)?$/),
  further(/^dhcp relay server-address (\d[\d.]+)$/, 'relays', ({ group }) => ipv4Address(group(1))),
  further(/^dhcp relay server-select (\d+)$/, 'relayGroups', ({ group }) => group(1)),
  setting(/^ipv6 dhcp select relay$/, 'relaySelect6', () => true),
  further(/^ipv6 dhcp relay server-address ([0-9A-Fa-f:]+)$/, 'relays6', ({ group }) => ipv6Prefix(group(1))),
  setting(/^(undo )?ipv6 nd ra halt$/, 'advertises', ({ has }) => has(1)),
  setting(/^ipv6 nd autoconfig managed-address-flag$/, 'managedFlag', () => true),
  setting(/^ipv6 nd autoconfig other-flag$/, 'otherFlag', () => true),
  setting(/^ipv6 nd ra router-lifetime (\d+)$/, 'routerLifetime', ({ group }) => within(group(1), 1, 9000)),
  refused(/^(?:undo )?dhcp\b/, 'this part of DHCP is not in the site’s words'),
  setting(/^ospf (\d+) area (\S+)$/, 'ospf', ({ group }) => ospfArea(group(1), group(2))),
  setting(/^ospfv3 (\d+) area (\S+)$/, 'ospf3', ({ group }) => ospfArea(group(1), group(2))),
  setting(/^ospf cost (\d+)$/, 'ospfCost', ({ group }) => within(group(1), 1, 65_535)),
  setting(/^ospf bfd enable$/, 'ospfBfd', () => true),
  setting(/^ospf network-type p2p$/, 'ospfPointToPoint', () => true),
  refused(/^ospf authentication-mode\b/, ospfKey),
  refused(/^(?:undo )?ospf(?:v3)?\b/, 'this part of OSPF is not in the site’s words'),
  virtualAddress(/^vrrp vrid \d+ virtual-ip (\d[\d.]+)$/, noVrrp),
  refused(/^vrrp\b/, noVrrp),
  ...natWords,
  refused(/^(?:undo )?ipv6 (?:policy-based-route|nd|dhcp|pim|mld)\b/, noWord),
  refused(/^undo ip redirects(?: enable)?$/, portReasons.redirects),
  refused(/^undo ip unreachables(?: enable)?$/, portReasons.icmp),
  irrelevant(/^ip (?:redirects|unreachables) enable$|^undo proxy-arp enable$/),
  refused(beginnings(listed.unsaid), noWord),
];
