// Why no question settles what is inferred: each of these statements is here with the reason, so that nobody has to
// wonder whether it was forgotten.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import type { ChipFactKey } from '../profile/fact.ts';

const reasons = {
  traffic:
    'Only packets between hosts or networks tell; a probe sends frames over one cable, to the ports of that cable alone.',
  peers: 'It takes neighbours or hosts that answer, and a probe has none.',
  switching:
    'It takes L3 offloading, the bridge or the clock of a device at work to be switched, which a probe leaves alone.',
  meaning: 'It follows from what the words mean; there is nothing to measure.',
  ours: 'It is about what rosc knows, not about what a device does.',
  stock: 'It is about another RouterOS version or another device than the one that is asked.',
} as const;

export type Reason = keyof typeof reasons;

const codes: Readonly<Partial<Record<EvidencedCode, Reason>>> = {
  'acl/acl-inactive-for-sw-ports': 'stock',
  'acl/acl-redirect-is-l2': 'traffic',
  'acl/acl-redirect-leaves-vlan': 'traffic',
  'acl/acl-vlan-match-untagged': 'traffic',
  'acl/acl-wrong-switch': 'stock',
  'cpu-l2/wan-port-in-switch-domain': 'traffic',
  'device/menu-unread': 'ours',
  'fastpath/fp-iface-unsupported-rx': 'traffic',
  'fastpath/fp-mac-ip-scan': 'traffic',
  'firewall/conntrack-asymmetric': 'traffic',
  'firewall/fasttrack-in-input-chain': 'meaning',
  'firewall/hotspot-bypassed-by-l3hw': 'traffic',
  'firewall/hw-flow-queue-bypass': 'traffic',
  'firewall/ipsec-bypassed-by-l3hw': 'traffic',
  'firewall/ipv6-firewall-bypassed': 'traffic',
  'firewall/kid-control-dynamic-rules': 'traffic',
  'firewall/mangle-bypassed-by-l3hw': 'traffic',
  'firewall/raw-bypassed-by-l3hw': 'traffic',
  'flow/learnt-route-unknown': 'ours',
  'flow/undecided': 'ours',
  'flow/unknown-fact': 'ours',
  'l2/bond-foreign-slave': 'switching',
  'l2/dhcpv6-snooping': 'traffic',
  'l2/macsec-port': 'traffic',
  'l2/macvlan-on-port': 'traffic',
  'l2/max-learned-entries': 'peers',
  'l2/port-isolation-scope': 'traffic',
  'l2/tag-stacking-port-in-other-vlan': 'traffic',
  'l3hw/bond-slave-l3hw-mismatch': 'traffic',
  'l3hw/ip-on-bridge-no-vlan-flag': 'traffic',
  'l3hw/l3hw-port-off-poisons-vlan': 'traffic',
  'mtu/mtu-profile-limit': 'switching',
  'mtu/routed-mtu-mismatch': 'traffic',
  'offload/unmodelled-property': 'ours',
  'route/arp-mode-nonlearning': 'peers',
  'route/bgp-feed-without-suppress': 'peers',
  'route/connected-host-no-fdb': 'peers',
  'route/ecmp-hash-policy': 'traffic',
  'route/ecmp-mixed-nexthops': 'peers',
  'route/fdb-host-capacity': 'peers',
  'route/ip-forward-off': 'switching',
  'route/mangle-mark-routing-bypassed': 'traffic',
  'route/route-gateway-on-software-iface': 'peers',
  'route/routing-rule-bypassed': 'traffic',
  'route/rp-filter-not-hw': 'traffic',
  'route/static-arp-on-bridge': 'peers',
  'route/suppress-leaks-to-covering-route': 'traffic',
  'route/triangular-route-in-lan': 'meaning',
  'route/tunnel-endpoint-cpu': 'traffic',
  'route/vrf-leak-via-cpu': 'traffic',
  'route/vrf-table-cap': 'switching',
};

const facts: Readonly<Partial<Record<ChipFactKey, Reason>>> = {
  'l2.bonding-modes': 'stock',
  'l2.needs-protocol-mode': 'traffic',
  'l2.rate-at-any-speed': 'traffic',
  'l2.snooping-outer-tag-only': 'traffic',
  'l2.snooping-stops-unknown': 'traffic',
  'l3.access-port-bug': 'traffic',
  'l3.mac-telnet-swallowed': 'traffic',
  'l3.romon-swallowed': 'traffic',
  'l3.vlan-on-port': 'traffic',
};

/** Why no question settles it; undefined = nothing is on record. */
export function whyNotAsked(subject: string): string | undefined {
  const entry = [...Object.entries(codes), ...Object.entries(facts)].find(([name]) => name === subject);
  return entry && reasons[entry[1]];
}

/** What has a reason, for the test that holds this table to the evidence. */
export const notAsked: readonly string[] = [...Object.keys(codes), ...Object.keys(facts)];
