// One flow, one config, one placement: the decision procedure case by case.

import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../src/forwarding/build.ts';
import { decideFlow } from '../src/forwarding/decide.ts';
import type { FlowVerdict } from '../src/forwarding/flow.ts';
import type { Expectation } from '../src/model/placement.ts';
import { accessChip, config, flow, largeChip, smallChip, type TargetSpec, target } from './forwarding-fixture.ts';

/** Two VLANs on one bridge, a trunk, and a routed uplink on ether4. ether9 is wired to the CPU. */
const routed = `
  /interface/ethernet/switch switch1 l3-hw-offloading=yes
  /interface/bridge name=bridge vlan-filtering=yes
  /interface/bridge/port bridge=bridge interface=ether1 pvid=10
  /interface/bridge/port bridge=bridge interface=ether2 pvid=20
  /interface/bridge/port bridge=bridge interface=ether3 frame-types=admit-only-vlan-tagged
  /interface/bridge/port bridge=bridge interface=ether5 pvid=10
  /interface/bridge/vlan bridge=bridge tagged=bridge,ether3 vlan-ids=10
  /interface/bridge/vlan bridge=bridge tagged=bridge,ether3 vlan-ids=20
  /interface/vlan name=v10 interface=bridge vlan-id=10
  /interface/vlan name=v20 interface=bridge vlan-id=20
  /ip/address address=10.0.10.1/24 interface=v10
  /ip/address address=10.0.20.1/24 interface=v20
  /ip/address address=203.0.113.2/30 interface=ether4
  /ip/route gateway=203.0.113.1
`;

interface Case {
  readonly lines?: string;
  readonly base?: string;
  readonly flow: string;
  /** Placement, and the CPU's path where it forwards. */
  readonly is: string;
  readonly because?: readonly string[];
  readonly notes?: readonly string[];
  readonly direction?: 'forward' | 'reverse';
  readonly expected?: Expectation;
  readonly target?: TargetSpec;
}

function decide({ base = routed, lines = '', flow: text, expected, target: spec }: Case): FlowVerdict {
  const network = buildNetwork(config(`${base}\n${lines}`), target(spec));
  return decideFlow(network, flow(network, text, expected));
}

function check(cases: Readonly<Record<string, Case>>) {
  it.each(Object.entries(cases))('%s', (_, each) => {
    const verdict = decide(each);
    const path = verdict.cpuPath ? ` ${verdict.cpuPath}` : '';
    expect(`${verdict.placement}${path}`, verdict.because.map(({ code, text }) => `${code} ${text}`).join('\n')).toBe(
      each.is,
    );
    const codes = verdict.because.map(({ code }) => code);
    if (each.because) expect(codes).toEqual(expect.arrayContaining([...each.because]));
    if (each.because?.length === 0) expect(codes).toEqual([]);
    if (each.notes) expect(verdict.notes.map(({ code }) => code)).toEqual(expect.arrayContaining([...each.notes]));
    if (each.direction) expect(verdict.direction).toBe(each.direction);
  });
}

const fast: TargetSpec = { chips: [largeChip] };
const v721: TargetSpec = { routeros: '7.21.5' };
const before721: TargetSpec = { chips: [{ ...smallChip, 'l3.vlan-flag': false }], routeros: '7.14.3' };

describe('what has to be on', () => {
  check({
    'VLAN to VLAN is routed by the chip': { flow: 'v10 -> v20', is: 'hardware', because: [] },
    'a host has to be resolved and its MAC learned': {
      flow: 'v10 -> 10.0.20.9/32 udp 514 one-way',
      is: 'hardware',
      notes: ['route/connected-host-unresolved', 'route/connected-host-no-fdb'],
    },
    'the switch-wide setting is off': {
      base: routed.replace('l3-hw-offloading=yes', 'l3-hw-offloading=no'),
      flow: 'v10 -> v20',
      is: 'cpu fastpath',
      because: ['l3hw/l3hw-switch-off'],
    },
    'the bridge does not filter VLANs': {
      base: routed.replace('vlan-filtering=yes', 'vlan-filtering=no'),
      flow: 'v10 -> v20',
      is: 'cpu fastpath',
      because: ['l3hw/vlan-filtering-off'],
    },
    'the bridge is no member of the VLAN, before 7.16': {
      base: routed.replace('tagged=bridge,ether3 vlan-ids=20', 'tagged=ether3 vlan-ids=20'),
      flow: 'v10 -> v20',
      target: before721,
      is: 'dropped',
      because: ['l3hw/bridge-not-tagged'],
    },
    'the bridge joins by itself from 7.16 on': {
      base: routed.replace('tagged=bridge,ether3 vlan-ids=20', 'tagged=ether3 vlan-ids=20'),
      flow: 'v10 -> v20',
      is: 'hardware',
    },
    'a port on the CPU in one of the VLANs': {
      lines: '/interface/bridge/port bridge=bridge interface=ether9 pvid=20',
      flow: 'v10 -> v20',
      is: 'cpu fastpath',
      because: ['l3hw/software-port-in-hw-bridge'],
    },
    'hw=no on a member port': {
      base: routed.replace('interface=ether5 pvid=10', 'interface=ether5 pvid=10 hw=no'),
      flow: 'v10 -> v20',
      is: 'cpu fastpath',
      because: ['l2/bp-hw-no'],
    },
    'two bridges compete for the chip': {
      lines: '/interface/bridge name=b2\n/interface/bridge/port bridge=b2 interface=ether6',
      flow: 'v10 -> v20',
      is: 'unpredictable',
      because: ['l2/multiple-hw-bridges'],
    },
    'VRRP excludes hardware routing': {
      lines: '/interface/vrrp name=vrrp1 interface=v10',
      flow: 'v10 -> v20',
      is: 'unavailable',
      because: ['l3hw/vrrp-with-l3hw'],
    },
    'a VLAN interface on a switch port': {
      lines: '/interface/vlan name=v30 interface=ether6 vlan-id=30\n/ip/address address=10.0.30.1/24 interface=v30',
      flow: 'v10 -> v30',
      is: 'unpredictable',
      because: ['l3hw/vlan-iface-on-switch-port'],
    },
    'a VLAN inside a VLAN': {
      lines: '/interface/vlan name=c30 interface=v20 vlan-id=30\n/ip/address address=10.0.30.1/24 interface=c30',
      flow: 'v10 -> c30',
      is: 'cpu fastpath',
      because: ['l3hw/qinq-routed'],
    },
    'a VLAN interface on a bridge port': {
      lines: '/interface/vlan name=v30 interface=ether1 vlan-id=30\n/ip/address address=10.0.30.1/24 interface=v30',
      flow: 'v10 -> v30',
      is: 'dropped',
      because: ['l3hw/vlan-iface-on-bridge-slave'],
    },
    'nine MTU values': {
      lines: [1, 2, 3, 4, 5, 6, 7, 8]
        .map((n) => `/interface/bridge name=l${n} mtu=${1500 - n}\n/ip/address address=10.9.${n}.1/24 interface=l${n}`)
        .join('\n'),
      flow: 'v10 -> v20',
      is: 'unknown',
      because: ['mtu/mtu-profile-limit'],
    },
    'MAC addresses that start differently': {
      base: routed.replace('vlan-filtering=yes', 'vlan-filtering=yes auto-mac=no admin-mac=02:00:00:AA:00:01'),
      flow: 'v10 -> internet',
      is: 'cpu fastpath',
      because: ['l3hw/mac-range-dx2000-dx3000'],
    },
    'a device without a routing chip': {
      flow: 'v10 -> v20',
      target: { chips: [accessChip] },
      is: 'cpu fastpath',
      because: ['l3hw/l3hw-unsupported-chip'],
    },
    'a setting that is not modelled': {
      base: routed.replace('vlan-id=20', 'vlan-id=20 mystery=yes'),
      flow: 'v10 -> v20',
      is: 'unknown',
      because: ['offload/unmodelled-property'],
    },
  });
});

describe('port and VLAN flags', () => {
  const off = (port: string) => `/interface/ethernet/switch/port ${port} l3-hw-offloading=no`;
  check({
    'egress alone is off': {
      lines: off('ether4'),
      flow: 'v10 -> internet udp 53 one-way',
      is: 'cpu fastpath',
      because: ['l3hw/l3hw-egress-only-off'],
    },
    'ingress alone is off, which is the way back': {
      lines: off('ether4'),
      flow: 'v10 -> internet',
      is: 'unpredictable',
      direction: 'reverse',
      because: ['l3hw/l3hw-ingress-only-off'],
    },
    'a redirect rule closes the way back': {
      lines: `${off('ether4')}\n/interface/ethernet/switch/rule switch=switch1 ports=ether4 mac-protocol=ip redirect-to-cpu=yes`,
      flow: 'v10 -> internet',
      is: 'cpu fastpath',
    },
    'a member port is off, before 7.21': {
      lines: off('ether5'),
      flow: 'v10 -> v20 udp 1 one-way',
      target: before721,
      is: 'unpredictable',
      because: ['l3hw/l3hw-ingress-only-off'],
    },
    'a member port is off, from 7.21 on': {
      lines: off('ether5'),
      flow: 'v10 -> v20',
      target: v721,
      is: 'cpu fastpath',
      because: ['l3hw/l3hw-port-off-poisons-vlan'],
    },
    'the VLAN is off': {
      base: routed.replace('vlan-id=20', 'vlan-id=20 l3-hw-offloading=no'),
      flow: 'v10 -> v20',
      target: v721,
      is: 'cpu fastpath',
      because: ['l3hw/l3hw-vlan-off'],
    },
    'a flag in a row that names no port': {
      lines: off('7'),
      flow: 'v10 -> v20',
      is: 'unknown',
      because: ['l3hw/unknown-port-for-model'],
    },
    'slaves of a bond differ': {
      lines: `/interface/bonding name=bond1 mode=802.3ad slaves=ether6,ether7\n${off('ether6')}
        /ip/address address=10.0.30.1/24 interface=bond1`,
      flow: 'v10 -> bond1',
      is: 'unpredictable',
      because: ['l3hw/bond-slave-l3hw-mismatch'],
    },
    'a bond in a mode that the chip does not switch': {
      lines:
        '/interface/bonding name=bond1 mode=balance-rr slaves=ether6,ether7\n/ip/address address=10.0.30.1/24 interface=bond1',
      flow: 'v10 -> bond1',
      is: 'cpu fastpath',
      because: ['l2/bond-mode-sw'],
    },
  });
});

describe('switch rules', () => {
  const rule = (text: string) => `/interface/ethernet/switch/rule switch=switch1 ${text}`;
  check({
    'a deny drops': {
      lines: rule('mac-protocol=ip src-address=10.0.10.0/24 dst-address=10.0.20.0/24 new-dst-ports='),
      flow: 'v10 -> v20',
      is: 'dropped',
      because: ['flow/denied'],
    },
    'the first match decides': {
      lines: `${rule('mac-protocol=ip dst-address=10.0.20.0/24 protocol=tcp dst-port=80')}\n${rule('ports=ether1,ether3,ether5 mac-protocol=ip dst-address=10.0.20.0/24 new-dst-ports=')}`,
      flow: 'v10 -> v20 tcp 80',
      is: 'hardware',
    },
    'a deny on some ports of the VLAN is the worst of them': {
      lines: rule('ports=ether5 mac-protocol=ip dst-address=10.0.20.0/24 new-dst-ports='),
      flow: 'v10 -> v20',
      is: 'dropped',
      notes: ['flow/split'],
    },
    'a deny on some ports is no deny of the VLAN': {
      lines: rule('ports=ether5 mac-protocol=ip dst-address=10.0.20.0/24 new-dst-ports='),
      flow: 'v10 -> v20',
      expected: 'dropped',
      is: 'hardware',
    },
    'a redirect takes part of a flow': {
      lines: rule('mac-protocol=ip protocol=tcp dst-port=873 redirect-to-cpu=yes'),
      flow: 'v10 -> v20',
      is: 'cpu fastpath',
      because: ['acl/acl-redirect-to-cpu'],
      notes: ['flow/split'],
    },
    'a redirect of something else': {
      lines: rule('mac-protocol=ip protocol=tcp dst-port=873 redirect-to-cpu=yes'),
      flow: 'v10 -> v20 tcp 80',
      is: 'hardware',
    },
    'vlan-id matches on the trunk only, and on access ports nobody knows': {
      lines: rule('vlan-id=10 mac-protocol=ip dst-address=10.0.20.0/24 new-dst-ports='),
      flow: 'v10 -> v20',
      expected: 'dropped',
      is: 'unknown',
      because: ['acl/acl-vlan-match-untagged'],
    },
    'vlan-header=present spares access ports': {
      lines: rule('vlan-id=10 vlan-header=present ports=ether1 mac-protocol=ip new-dst-ports='),
      flow: 'v10 -> v20',
      is: 'hardware',
    },
    'a VLAN matcher at a routed port has no effect': {
      lines: rule('vlan-id=10 ports=ether4 mac-protocol=ip redirect-to-cpu=yes'),
      flow: 'internet -> v10 udp 1 one-way',
      is: 'unknown',
      because: ['acl/acl-vlan-match-inert'],
    },
    'a rule that IPv6 passes by': {
      lines: rule('dst-address=10.0.20.0/24 new-dst-ports='),
      flow: 'v10 -> v20 icmp',
      is: 'dropped',
    },
    'a matcher that the flow does not decide': {
      lines: rule('mac-protocol=ip dscp=46 redirect-to-cpu=yes'),
      flow: 'v10 -> v20',
      is: 'unknown',
      because: ['flow/undecided'],
    },
    'an undecided permit before no deny does not matter': {
      lines: rule('mac-protocol=ip dscp=46'),
      flow: 'v10 -> v20',
      is: 'hardware',
    },
    'new-vrf on a chip without VRFs': {
      lines: rule('mac-protocol=ip new-vrf=blue'),
      flow: 'v10 -> v20',
      is: 'cpu fastpath',
      because: ['acl/acl-new-vrf-f2k'],
    },
    'new-vrf where the chip has VRFs': {
      lines: `/ip/vrf name=blue interfaces=ether6\n/ip/address address=10.9.0.1/24 interface=ether6
        /ip/route gateway=10.9.0.2@blue routing-table=blue\n${rule('ports=ether1,ether3,ether5 mac-protocol=ip new-vrf=blue')}`,
      flow: 'v10 -> internet udp 1 one-way',
      target: fast,
      is: 'hardware',
    },
  });
});

describe('routes', () => {
  check({
    'the default route': { flow: 'v10 -> internet', is: 'hardware' },
    'a suppressed route': {
      lines: '/ip/route dst-address=198.51.100.0/24 gateway=203.0.113.1 suppress-hw-offload=yes',
      flow: 'v10 -> 198.51.100.0/24',
      is: 'cpu fastpath',
      because: ['route/suppress-hw-offload-static'],
    },
    'a suppressed part of a prefix': {
      lines: '/ip/route dst-address=198.51.100.128/25 gateway=203.0.113.1 suppress-hw-offload=yes',
      flow: 'v10 -> 198.51.100.0/24',
      is: 'cpu fastpath',
      notes: ['flow/split'],
    },
    'a blackhole': {
      lines: '/ip/route dst-address=198.51.100.0/24 blackhole=',
      flow: 'v10 -> 198.51.100.0/24',
      is: 'dropped',
      because: ['flow/blackhole'],
    },
    'no route': {
      base: routed.replace('/ip/route gateway=203.0.113.1', ''),
      flow: 'v10 -> internet',
      is: 'dropped',
      because: ['flow/no-route'],
    },
    'an uplink that is not on the chip': {
      lines:
        '/ip/address address=192.0.2.1/30 interface=ether9\n/ip/route dst-address=198.51.100.0/24 gateway=192.0.2.2',
      flow: 'v10 -> 198.51.100.0/24',
      is: 'cpu fastpath',
      because: ['l3hw/non-switch-port-in-l3hw'],
    },
    'a tunnel': {
      lines:
        '/interface/wireguard name=wg1\n/ip/address address=192.0.2.1/30 interface=wg1\n/ip/route dst-address=198.51.100.0/24 gateway=wg1',
      flow: 'v10 -> 198.51.100.0/24',
      is: 'cpu slow',
      because: ['route/route-gateway-on-software-iface', 'fastpath/fp-iface-unsupported-rx'],
    },
    'equal paths in hardware': {
      lines:
        '/ip/address address=192.0.2.1/30 interface=ether6\n/ip/route dst-address=198.51.100.0/24 gateway=192.0.2.2,203.0.113.1',
      flow: 'v10 -> 198.51.100.0/24',
      is: 'hardware',
    },
    'equal paths of which one is software': {
      lines:
        '/ip/address address=192.0.2.1/30 interface=ether9\n/ip/route dst-address=198.51.100.0/24 gateway=192.0.2.2,203.0.113.1',
      flow: 'v10 -> 198.51.100.0/24 udp 1 one-way',
      is: 'unknown',
      because: ['route/ecmp-mixed-nexthops'],
    },
    'more routes than the table holds': {
      lines: Array.from({ length: 12 }, (_, n) => `/ip/route dst-address=198.18.${n}.0/24 gateway=203.0.113.1`).join(
        '\n',
      ),
      flow: 'v10 -> internet udp 1 one-way',
      target: { chips: [{ ...smallChip, 'l3.routes.ipv4': 14 }] },
      is: 'cpu fastpath',
      because: ['route/route-capacity-f2k'],
    },
    'the longest prefixes stay': {
      lines: Array.from({ length: 12 }, (_, n) => `/ip/route dst-address=198.18.${n}.0/24 gateway=203.0.113.1`).join(
        '\n',
      ),
      flow: 'v10 -> 198.18.3.0/24 udp 1 one-way',
      target: { chips: [{ ...smallChip, 'l3.routes.ipv4': 15 }] },
      is: 'hardware',
    },
    'a VRF on a chip without VRFs': {
      lines: '/ip/vrf name=blue interfaces=v10,v20',
      flow: 'v10 -> v20',
      is: 'unpredictable',
      because: ['route/vrf-unsupported-chip'],
    },
    'a VRF where the chip has VRFs': {
      lines: '/ip/vrf name=blue interfaces=v10,v20',
      flow: 'v10 -> v20',
      target: fast,
      is: 'hardware',
    },
    'hosts that are not resolved': {
      base: routed.replace('vlan-id=20', 'vlan-id=20 arp=reply-only'),
      flow: 'v10 -> v20 udp 1 one-way',
      is: 'unknown',
      because: ['route/arp-mode-nonlearning'],
    },
    'a VLAN without a port that is up': {
      lines: '/interface/vlan name=v30 interface=bridge vlan-id=30\n/ip/address address=10.0.30.1/24 interface=v30',
      flow: 'v10 -> v30',
      is: 'dropped',
      because: ['flow/no-port'],
    },
    'inside a VLAN': { flow: '10.0.10.5/32 -> 10.0.10.6/32', is: 'hardware' },
    'inside a VLAN with a software port': {
      lines: '/interface/bridge/port bridge=bridge interface=ether9 pvid=10',
      flow: '10.0.10.5/32 -> 10.0.10.6/32',
      is: 'cpu slow',
    },
    'to the device itself': {
      flow: 'v10 -> 10.0.20.1/32 tcp 22',
      is: 'cpu slow',
      because: ['route/broadcast-multicast-local-cpu'],
    },
  });
});

describe('IPv6', () => {
  const six = `
    /ipv6/address address=2001:db8:10::1/64 interface=v10
    /ipv6/address address=2001:db8:20::1/64 interface=v20
  `;
  const on = '/interface/ethernet/switch/l3hw-settings ipv6-hw=yes';
  check({
    'is off by default': {
      lines: six,
      flow: '2001:db8:10::/64 -> 2001:db8:20::/64',
      is: 'cpu fastpath',
      because: ['route/ipv6-hw-off'],
    },
    'and then decides for a flow of both families': { lines: six, flow: 'v10 -> v20', is: 'cpu fastpath' },
    'is routed once it is on': { lines: `${six}\n${on}`, flow: 'v10 -> v20', is: 'hardware' },
    'an IPv4 deny leaves it alone': {
      lines: `${six}\n${on}\n/interface/ethernet/switch/rule switch=switch1 dst-address=10.0.20.0/24 new-dst-ports=`,
      flow: 'v10 -> v20',
      expected: 'dropped',
      is: 'hardware',
    },
    'has no FastPath before 7.18': {
      lines: six,
      flow: '2001:db8:10::/64 -> 2001:db8:20::/64',
      target: before721,
      is: 'cpu slow',
      because: ['fastpath/fp-ipv6-version'],
    },
    'bypasses its firewall too': {
      lines: `${six}\n${on}\n/ipv6/firewall/filter chain=forward action=drop in-interface=v10`,
      flow: 'v10 -> v20',
      is: 'unpredictable',
      because: ['firewall/ipv6-firewall-bypassed'],
    },
  });
});

describe('policies that the chip bypasses', () => {
  check({
    'a drop rule': {
      lines: '/ip/firewall/filter chain=forward action=drop in-interface=v10 protocol=tcp dst-port=25',
      flow: 'v10 -> v20',
      is: 'unpredictable',
      because: ['firewall/firewall-bypassed-by-l3hw'],
      notes: ['flow/split'],
    },
    'a drop rule for something else': {
      lines: '/ip/firewall/filter chain=forward action=drop in-interface=ether4',
      flow: 'v10 -> v20',
      is: 'hardware',
    },
    'a drop rule that the switch rules repeat': {
      lines: `/ip/firewall/filter chain=forward action=drop in-interface=v10 protocol=tcp dst-port=25
        /interface/ethernet/switch/rule switch=switch1 mac-protocol=ip protocol=tcp dst-port=25 new-dst-ports=`,
      flow: 'v10 -> v20 tcp 80',
      is: 'hardware',
    },
    'rules for established and invalid packets alone': {
      lines: `/ip/firewall/filter chain=forward action=accept connection-state=established,related
        /ip/firewall/filter chain=forward action=drop connection-state=invalid`,
      flow: 'v10 -> v20',
      is: 'hardware',
    },
    'a custom chain': {
      lines: `/ip/firewall/filter chain=forward action=jump jump-target=guard
        /ip/firewall/filter chain=guard action=return protocol=tcp
        /ip/firewall/filter chain=guard action=drop`,
      flow: 'v10 -> v20 udp 53',
      is: 'unpredictable',
    },
    'a custom chain that returns': {
      lines: `/ip/firewall/filter chain=forward action=jump jump-target=guard
        /ip/firewall/filter chain=guard action=return protocol=tcp
        /ip/firewall/filter chain=guard action=drop`,
      flow: 'v10 -> v20 tcp 53',
      is: 'hardware',
    },
    'a drop rule that may match': {
      lines: '/ip/firewall/filter chain=forward action=drop in-interface=v10 content=bad',
      flow: 'v10 -> v20',
      is: 'unknown',
      because: ['firewall/firewall-bypassed-by-l3hw'],
    },
    'a raw rule': {
      lines: '/ip/firewall/raw chain=prerouting action=drop src-address=10.0.10.66',
      flow: 'v10 -> v20',
      is: 'unpredictable',
      because: ['firewall/raw-bypassed-by-l3hw'],
    },
    masquerade: {
      lines: '/ip/firewall/nat chain=srcnat action=masquerade out-interface=ether4',
      flow: 'v10 -> internet',
      is: 'unpredictable',
      because: ['firewall/nat-bypassed-by-l3hw'],
    },
    'masquerade of others': {
      lines: '/ip/firewall/nat chain=srcnat action=masquerade out-interface=ether4',
      flow: 'v10 -> v20',
      is: 'hardware',
    },
    'mark-routing': {
      lines: `/routing/table name=proxy fib=\n/ip/route gateway=10.0.20.253 routing-table=proxy
        /ip/firewall/mangle chain=prerouting action=mark-routing in-interface=v10 protocol=tcp dst-port=80,443 new-routing-mark=proxy`,
      flow: 'v10 -> internet',
      is: 'unpredictable',
      because: ['route/mangle-mark-routing-bypassed'],
    },
    'a routing rule': {
      lines:
        '/routing/table name=t fib=\n/ip/route gateway=10.0.20.253 routing-table=t\n/routing/rule src-address=10.0.10.0/24 action=lookup table=t',
      flow: 'v10 -> internet',
      is: 'unpredictable',
      because: ['route/routing-rule-bypassed'],
    },
    'a routing rule that finds no route': {
      lines: '/routing/table name=t fib=\n/routing/rule src-address=10.0.10.0/24 action=lookup table=t',
      flow: 'v10 -> internet',
      is: 'hardware',
    },
    'an earlier routing rule for the main table': {
      lines: `/routing/table name=t fib=\n/ip/route gateway=10.0.20.253 routing-table=t
        /routing/rule dst-address=10.0.0.0/8 action=lookup-only-in-table table=main\n/routing/rule src-address=10.0.10.0/24 action=lookup table=t`,
      flow: 'v10 -> v20',
      is: 'hardware',
    },
    'change-mss': {
      lines: '/ip/firewall/mangle chain=forward action=change-mss new-mss=1360 protocol=tcp out-interface=ether4',
      flow: 'v10 -> internet tcp 443',
      is: 'unpredictable',
      because: ['firewall/mangle-bypassed-by-l3hw'],
    },
    'marks that nobody uses': {
      lines: '/ip/firewall/mangle chain=forward action=mark-packet new-packet-mark=x',
      flow: 'v10 -> v20',
      is: 'hardware',
    },
    'a queue': {
      lines: '/queue/simple name=q target=10.0.10.0/24 max-limit=10M/10M',
      flow: 'v10 -> v20',
      is: 'unpredictable',
      because: ['firewall/hw-flow-queue-bypass'],
    },
  });
});

describe('the CPU', () => {
  const wan = `
    /interface/ethernet/switch/port ether4 l3-hw-offloading=no
    /interface/ethernet/switch/rule switch=switch1 ports=ether4 mac-protocol=ip redirect-to-cpu=yes
    /ip/firewall/nat chain=srcnat action=masquerade out-interface=ether4
  `;
  const fasttrack =
    '/ip/firewall/filter chain=forward action=fasttrack-connection connection-state=established,related';
  const accept = '/ip/firewall/filter chain=forward action=accept connection-state=established,related';
  const pbr = `/routing/table name=t fib=\n/ip/route gateway=10.0.20.253 routing-table=t
    /ip/firewall/mangle chain=prerouting action=mark-routing in-interface=v10 new-routing-mark=t dst-address=!10.0.0.0/8`;
  check({
    'NAT and FastTrack in hardware': {
      lines: `${wan}${fasttrack}\n${accept}`,
      flow: 'v10 -> internet',
      target: fast,
      is: 'fasttrack',
    },
    'FastTrack on a chip without it': {
      lines: `${wan}${fasttrack}\n${accept}`,
      flow: 'v10 -> internet',
      is: 'cpu fasttrack',
      because: ['firewall/fasttrack-hw-unsupported'],
    },
    'no FastTrack rule': {
      lines: wan,
      flow: 'v10 -> internet',
      target: fast,
      is: 'cpu slow',
      because: ['fastpath/fp-firewall-rules'],
    },
    'an accept before FastTrack': {
      lines: `${wan}${accept}\n${fasttrack}`,
      flow: 'v10 -> internet',
      target: fast,
      is: 'cpu slow',
      because: ['firewall/fasttrack-after-accept'],
    },
    'hw-offload=no': {
      lines: `${wan}${fasttrack} hw-offload=no`,
      flow: 'v10 -> internet',
      target: fast,
      is: 'cpu fasttrack',
      because: ['firewall/fasttrack-rule-hw-offload-no'],
    },
    'nobody answers': {
      lines: `${wan}${fasttrack}\n${accept}`,
      flow: 'v10 -> internet udp 514 one-way',
      target: fast,
      is: 'cpu slow',
      because: ['firewall/fasttrack-needs-reply'],
    },
    'nobody answers, and the rule does not ask': {
      lines: `${wan}/ip/firewall/filter chain=forward action=fasttrack-connection protocol=udp`,
      flow: 'v10 -> internet udp 514 one-way',
      target: fast,
      is: 'fasttrack',
    },
    'neither TCP nor UDP': {
      lines: `${wan}${fasttrack}`,
      flow: 'v10 -> internet icmp',
      target: fast,
      is: 'cpu slow',
      because: ['firewall/fasttrack-l4-limit'],
    },
    'bridge FastPath is off': {
      lines: `${wan}${fasttrack}\n/interface/bridge/settings x use-ip-firewall=yes`,
      flow: 'v10 -> internet',
      target: fast,
      is: 'cpu slow',
      because: ['firewall/fasttrack-bridge-fp-off'],
    },
    'FastPath is off': {
      lines: `${wan}${fasttrack}\n/ip/settings x allow-fast-path=no`,
      flow: 'v10 -> internet',
      target: fast,
      is: 'cpu slow',
      because: ['fastpath/fp-disabled'],
    },
    'untracked packets': {
      lines: `${wan}${fasttrack}\n/ip/firewall/raw chain=prerouting action=notrack`,
      flow: 'v10 -> internet',
      target: fast,
      is: 'cpu slow',
      because: ['firewall/notrack-no-fasttrack'],
    },
    'FastTrack ignores policy routing': {
      lines: `${wan}${fasttrack}\n${pbr}`,
      flow: 'v10 -> internet',
      target: { chips: [accessChip] },
      is: 'unpredictable',
      because: ['firewall/fasttrack-pbr-misroute'],
    },
    'FastTrack with an exclusion': {
      lines: `${fasttrack} connection-mark=no-mark
        /ip/firewall/mangle chain=prerouting action=mark-connection in-interface=v10 connection-state=new new-connection-mark=pbr
        ${pbr}`,
      flow: 'v10 -> internet tcp 80',
      target: { chips: [accessChip] },
      is: 'cpu slow',
    },
    'the firewall denies': {
      lines: `${wan}${accept}\n/ip/firewall/filter chain=forward action=drop in-interface=ether4`,
      flow: 'internet -> v10',
      is: 'dropped',
      because: ['flow/denied-by-firewall'],
    },
    'the firewall lets answers in': {
      lines: `${wan}${fasttrack}\n${accept}\n/ip/firewall/filter chain=forward action=drop in-interface=ether4`,
      flow: 'v10 -> internet',
      target: fast,
      is: 'fasttrack',
    },
    'a forwarded port': {
      lines: `${wan}${fasttrack}\n${accept}
        /ip/firewall/filter chain=forward action=drop connection-nat-state=!dstnat in-interface=ether4
        /ip/firewall/nat chain=dstnat action=dst-nat in-interface=ether4 protocol=tcp dst-port=443 to-addresses=10.0.20.10`,
      flow: 'internet -> 10.0.20.10/32 tcp 443',
      target: fast,
      is: 'fasttrack',
    },
    'answers of a forwarded port past NAT': {
      lines: `/ip/firewall/nat chain=dstnat action=dst-nat in-interface=ether4 protocol=tcp dst-port=443 to-addresses=10.0.20.10`,
      flow: 'internet -> 10.0.20.10/32 tcp 443',
      direction: 'reverse',
      is: 'unpredictable',
      because: ['firewall/nat-bypassed-by-l3hw'],
    },
    'one direction past a firewall that drops invalid packets': {
      lines: `/interface/ethernet/switch/rule switch=switch1 ports=ether2 mac-protocol=ip redirect-to-cpu=yes
        /interface/ethernet/switch/rule switch=switch1 ports=ether3 mac-protocol=ip src-address=10.0.20.0/24 redirect-to-cpu=yes
        /ip/firewall/filter chain=forward action=drop connection-state=invalid`,
      flow: 'v10 -> v20',
      is: 'unpredictable',
      because: ['firewall/conntrack-asymmetric'],
    },
  });
});
