// Which causes of the forwarding model the differential test is about, and which it cannot be about.

/** They say why a path is not a faster one, or what is worth knowing: no verdict depends on them. */
export const explanations: ReadonlySet<string> = new Set([
  'firewall/fasttrack-missing',
  'firewall/fasttrack-after-accept',
  'firewall/fasttrack-needs-reply',
  'firewall/fasttrack-l4-limit',
  'firewall/notrack-no-fasttrack',
  'firewall/mangle-on-no-fasttrack-hw',
  'route/connected-host-unresolved',
  'route/connected-host-no-fdb',
  'route/route-via-interface-gateway',
  'route/ecmp-over-limit',
  'mtu/routed-mtu-mismatch',
  'acl/acl-rate-policer',
  'flow/split',
]);

/** The simulated device does not forward through what these are about. Other tests are. */
export const outside: Readonly<Record<string, string>> = {
  'l3hw/vrrp-with-l3hw': 'no VRRP',
  'l3hw/mlag-with-l3hw': 'no MLAG',
  'l3hw/qinq-routed': 'hosts send one tag',
  'route/tunnel-endpoint-cpu': 'no tunnels',
  'route/route-gateway-on-software-iface': 'no tunnels',
  'fastpath/fp-iface-unsupported-rx': 'no tunnels',
  'fastpath/fp-hotspot': 'no HotSpot',
  'fastpath/fp-mesh': 'no mesh',
  'fastpath/fp-ipsec': 'no IPsec',
  'route/arp-mode-nonlearning': 'hosts always answer ARP',
  'route/route-capacity-f2k': 'tables are not filled here',
  'route/route-capacity-lpm': 'tables are not filled here',
  'acl/acl-capacity': 'tables are not filled here',
  'mtu/mtu-profile-limit': 'tables are not filled here',
  'l2/port-isolation-scope': 'no port isolation',
  'offload/unmodelled-property': 'the generator knows modelled properties only',
  'ops/unknown-port-for-model': 'the device refuses such a port',
  'l3hw/vlan-iface-on-bridge-slave': 'hosts of such an interface cannot be reached',
  'l3hw/ip-on-slave-interface': 'the device moves the address to the bridge',
  'route/broadcast-multicast-local-cpu': 'no conversation is with the device itself',
  'route/vrf-leak-via-cpu': 'no routes between VRFs',
  'route/ipv4-via-ipv6-nexthop': 'no next hops of the other family',
};
