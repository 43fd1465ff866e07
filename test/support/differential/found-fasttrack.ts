// Configurations on which the two sides once disagreed about connections that FastTrack takes, and what it takes not.

import type { Configuration } from './configurations.ts';
import { apart, fasttrack, known, large, masquerade, redirect, redirectLeft, router, usual } from './found-parts.ts';

const changesAnswers = `/ip/firewall/mangle/add chain=forward action=change-ttl new-ttl=set:9 ${known} in-interface=@out dst-address=10.0.2.0/24`;

export const foundFasttrack: Readonly<Record<string, Configuration>> = {
  // The answers leave by the port that they enter by: the bridge is on the other side of their connection.
  'a connection goes over a bridge without FastPath, its answers do not': {
    ...usual,
    hardware: large,
    routeros: '7.21.5',
    base: 'routed-port',
    changes: [
      redirect,
      `${fasttrack} ${known}`,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/interface/bridge/set [find name=bridge] dhcp-snooping=yes',
    ],
  },
  // Source: manual, bridging-and-switching, `dhcpv6-snooping`.
  'DHCPv6 snooping stops FastPath of a bridge, and FastTrack with it': {
    ...usual,
    hardware: large,
    routeros: '7.24.1',
    base: 'routed-port',
    changes: [redirect, `${fasttrack} ${known}`, '/interface/bridge/set [find name=bridge] dhcpv6-snooping=yes'],
  },
  // FastTrack has no way for the answers, and tracking sees none of them on the slow path: openers stay new.
  'a raw rule drops the answers that FastTrack has no way for': {
    ...usual,
    hardware: router,
    base: 'routed-ports',
    changes: [
      changesAnswers,
      '/ip/firewall/raw/add chain=prerouting action=drop in-interface=@in protocol=udp',
      `${fasttrack} out-interface=@in`,
    ],
  },
  'a raw rule keeps the answers from tracking that FastTrack has no way for': {
    ...usual,
    hardware: router,
    base: 'routed-ports',
    changes: [
      changesAnswers,
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=@in protocol=udp',
      `${fasttrack} out-interface=@in`,
    ],
  },
  // The mark would lead them, but belongs to connections that the CPU has seen both directions of.
  'answers that the CPU sees alone lack the mark by which they would have a way': {
    ...usual,
    routeros: '7.21.5',
    base: 'trunks',
    changes: [
      redirectLeft,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=no connection-state=established protocol=udp',
      '/ip/firewall/raw/add chain=prerouting action=notrack dst-address=10.0.2.0/24',
      '/routing/rule/add action=lookup-only-in-table table=alt src-address=10.0.3.0/24',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.2.3 routing-table=alt',
    ],
  },
  // The mark that answers leave is the one that later openers find: it leads by another table no more, and main has
  // no way.
  'openers whose answers take the mark away that led them': {
    ...usual,
    hardware: router,
    base: 'two-vlans',
    routesFar: false,
    changes: [
      `${fasttrack} connection-mark=c`,
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c in-interface=@out',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.3 routing-table=alt',
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=!c in-interface=@in',
    ],
  },
  // Those of the other part are left to FastTrack, and no queue is for them.
  'answers of one part of a network mark their connections': {
    ...usual,
    hardware: router,
    base: 'two-vlans',
    changes: [
      `${fasttrack} ${known} connection-mark=no-mark`,
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c src-address=10.0.3.0/26',
      '/ip/firewall/mangle/add chain=prerouting action=mark-packet new-packet-mark=p connection-mark=c',
      '/queue/tree/add name=t max-limit=1M parent=global packet-mark=p',
    ],
  },
  // The rule stands for the right network before the mark is asked for, and FastTrack looks up what it does.
  'a routing rule goes before marks where `policy-rules` says so': {
    ...usual,
    hardware: router,
    routeros: '7.24.5',
    base: 'routed-ports',
    changes: [
      `${fasttrack} ${known}`,
      '/routing/settings/set policy-rules=vrf-lookup,vrf-unreach,local,user,mangle,main',
      '/routing/rule/add dst-address=10.0.2.0/24 action=lookup-only-in-table table=main',
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt in-interface=@in',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
    ],
  },
  'a table leads to the gateway of `main`, and main alone knows its link': {
    ...usual,
    hardware: router,
    base: 'routed-ports',
    routesFar: true,
    changes: [
      `${fasttrack} ${known}`,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt in-interface=@in',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.2.2 routing-table=alt',
    ],
  },
  'a mark takes translated answers too, and the table sends them out again': {
    ...usual,
    hardware: router,
    base: 'routed-ports',
    changes: [
      masquerade,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
    ],
  },
  // It looks `main` up, which has none of their networks: they stay on the slow path, and skip nothing.
  'connections of a VRF that FastTrack has no way for': {
    ...usual,
    hardware: router,
    base: 'two-vlans',
    changes: [
      `${fasttrack} ${known}`,
      '/ip/firewall/mangle/add chain=forward action=change-ttl new-ttl=set:9',
      '/ip/vrf/add name=cust interfaces=@in,@out',
    ],
  },
  // Both are true: what FastTrack takes misses its table, and no answer arrives.
  'FastTrack takes openers past their table, and policy routing sends the answers out again': {
    ...usual,
    base: 'trunks',
    changes: [
      '/interface/ethernet/switch/set 0 l3-hw-offloading=no',
      masquerade,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/ip/vrf/add name=cust interfaces=@in',
      `${fasttrack} hw-offload=no ${known}`,
    ],
  },
  // Whether the chip has the bridge is not documented, so that nobody knows whether the rule is asked.
  'a port beside the chip, in a bridge that the chip may not have, and a routing rule that drops': {
    ...usual,
    base: 'bond',
    hardware: apart,
    changes: [
      '/routing/rule/add src-address=10.0.2.0/24 dst-address=10.0.3.0/24 action=drop',
      '/interface/bridge/set [find name=bridge] dhcp-snooping=yes',
    ],
  },
  // Openers go round by the table's way; `main` leads over a bridge where FastTrack does not work.
  'a table leads past the bridge without FastPath that FastTrack would leave by': {
    ...usual,
    base: 'vlan-on-port',
    hardware: router,
    routeros: '7.24.5',
    routesFar: true,
    changes: [
      `${fasttrack} ${known}`,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2 routing-table=alt',
      '/interface/bridge/settings/set use-ip-firewall=yes',
    ],
  },
  // It answers a client behind itself, past the device.
  'a port forward leads to the router that the client is behind': {
    ...usual,
    base: 'routed-port',
    routeros: '7.14.3',
    routesFar: true,
    changes: [
      '/interface/ethernet/set @left mac-address=02:AA:00:00:00:02',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2 protocol=udp dst-port=514',
    ],
  },
  // Source: Linux, `nf_nat_redirect`.
  'what is redirected where the interface has no address is dropped': {
    ...usual,
    hardware: large,
    base: 'two-vlans',
    changes: [
      '/ip/firewall/nat/add chain=dstnat action=redirect protocol=tcp dst-port=80 in-interface=@in',
      '/ip/address/set [find address="10.0.2.1/24"] disabled=yes',
    ],
  },
};
