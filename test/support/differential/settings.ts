// Random settings of the device as a whole, and queues.

import type fc from 'fast-check';
import { oneOf, weighted } from './words.ts';

const paths = oneOf(
  '/ip/firewall/connection/tracking/set enabled=yes',
  '/ip/firewall/connection/tracking/set enabled=no',
  '/ip/firewall/connection/tracking/set loose-tcp-tracking=no',
  '/ip/settings/set allow-fast-path=no',
  '/ip/settings/set rp-filter=strict',
  '/ip/settings/set rp-filter=loose',
  '/ip/settings/set tcp-syncookies=yes',
  '/ip/settings/set send-redirects=no',
  '/ipv6/settings/set allow-fast-path=no',
  '/ipv6/settings/set accept-redirects=no',
  '/ip/traffic-flow/set enabled=yes',
  '/ip/traffic-flow/set enabled=yes interfaces=@out',
);

const bridging = oneOf(
  '/interface/bridge/settings/set use-ip-firewall=yes',
  '/interface/bridge/settings/set use-ip-firewall-for-vlan=yes',
  '/interface/bridge/settings/set allow-fast-path=no',
  '/interface/bridge/filter/add chain=forward action=drop',
  '/interface/bridge/filter/add chain=input action=accept',
  '/interface/bridge/filter/add chain=forward action=drop disabled=yes',
  '/interface/bridge/nat/add chain=dstnat action=accept',
);

const queues = oneOf(
  '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24',
  '/queue/simple/add name=q max-limit=1M/1M target=@out',
  '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24 disabled=yes',
  '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24 dst=198.51.100.0/24',
  '/queue/simple/add name=q max-limit=1M/1M target=2001:db8:2::/64',
  '/queue/simple/add name=q max-limit=1M/1M target=10.0.2.0/24 packet-marks=p',
  '/queue/simple/add name=q max-limit=1M/1M target=0.0.0.0/0',
  '/queue/tree/add name=t max-limit=1M parent=global',
  '/queue/tree/add name=t max-limit=1M parent=@out',
  '/queue/tree/add name=t max-limit=1M parent=@right',
  '/queue/tree/add name=t max-limit=1M parent=global packet-mark=p',
  '/queue/tree/add name=t max-limit=1M parent=@in disabled=yes',
);

/** Whether the chip still forwards is not described, so that nothing can be said: not too often. */
const uncertain = oneOf(
  '/ip/settings/set ip-forward=no',
  '/ipv6/settings/set forward=no',
  '/ipv6/settings/set disable-ipv6=yes',
);

/** What the CPU does to packets beside its firewall. */
export const features: fc.Arbitrary<string> = oneOf(
  '/ip/ipsec/policy/add src-address=10.0.2.0/24 dst-address=10.0.3.0/24 tunnel=yes peer=p',
  '/ip/ipsec/policy/add src-address=10.0.3.0/24 dst-address=10.0.2.0/24 tunnel=yes peer=p',
  '/ip/ipsec/policy/add src-address=10.0.2.0/24 dst-address=198.51.100.0/24 protocol=udp tunnel=yes peer=p',
  '/ip/ipsec/policy/add src-address=0.0.0.0/0 dst-address=10.0.2.0/24 action=none',
  '/ip/ipsec/policy/add src-address=2001:db8:2::/64 dst-address=2001:db8:3::/64 tunnel=yes peer=p',
  '/ip/hotspot/add interface=@in',
  '/ip/hotspot/add interface=@out',
  '/ip/hotspot/add interface=@in disabled=yes',
);

/** It brings nothing, and whether there is a route is open where there is none. */
const sessions = oneOf('/routing/ospf/instance/add name=o');

export const settings: fc.Arbitrary<string> = weighted(
  [24, paths],
  [10, bridging],
  [14, queues],
  [1, sessions],
  [2, uncertain],
);
