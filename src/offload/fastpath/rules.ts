// The rules about FastPath on the CPU.

import type { Rule } from '../rule.ts';
import { fpBridgeConditions } from './fp-bridge-conditions.ts';
import { fpConntrackActive } from './fp-conntrack-active.ts';
import { fpDisabled } from './fp-disabled.ts';
import { fpDriverChr } from './fp-driver-chr.ts';
import { fpFirewallRules } from './fp-firewall-rules.ts';
import { fpFtExclusive } from './fp-ft-exclusive.ts';
import { fpHotspot } from './fp-hotspot.ts';
import { fpIfaceUnsupportedRx } from './fp-iface-unsupported-rx.ts';
import { fpIfaceUnsupportedTx } from './fp-iface-unsupported-tx.ts';
import { fpInterfaceQueue } from './fp-interface-queue.ts';
import { fpIpsec } from './fp-ipsec.ts';
import { fpIpv6Trafficflow } from './fp-ipv6-trafficflow.ts';
import { fpIpv6Version } from './fp-ipv6-version.ts';
import { fpMacIpScan } from './fp-mac-ip-scan.ts';
import { fpMesh } from './fp-mesh.ts';
import { fpMpls } from './fp-mpls.ts';
import { fpOpenflow } from './fp-openflow.ts';
import { fpPriorityTagged } from './fp-priority-tagged.ts';
import { fpSimpleQueueOrGlobalTree } from './fp-simple-queue-or-global-tree.ts';
import { fpSnifferTorch } from './fp-sniffer-torch.ts';
import { fpTrafficFlowIpv4 } from './fp-traffic-flow-ipv4.ts';
import { fpTreeOnInterface } from './fp-tree-on-interface.ts';
import { fpTunnelAllow } from './fp-tunnel-allow.ts';
import { fpTunnelBypass } from './fp-tunnel-bypass.ts';
import { fpTunnelFragments } from './fp-tunnel-fragments.ts';
import { fpVrf } from './fp-vrf.ts';
import { fpVxlanVrf } from './fp-vxlan-vrf.ts';
import { routeCacheV6Only } from './route-cache-v6-only.ts';

export const fastpathRules: readonly Rule[] = [
  fpBridgeConditions,
  fpConntrackActive,
  fpDisabled,
  fpDriverChr,
  fpFirewallRules,
  fpFtExclusive,
  fpHotspot,
  fpIfaceUnsupportedRx,
  fpIfaceUnsupportedTx,
  fpInterfaceQueue,
  fpIpsec,
  fpIpv6Trafficflow,
  fpIpv6Version,
  fpMacIpScan,
  fpMesh,
  fpMpls,
  fpOpenflow,
  fpPriorityTagged,
  fpSimpleQueueOrGlobalTree,
  fpSnifferTorch,
  fpTrafficFlowIpv4,
  fpTreeOnInterface,
  fpTunnelAllow,
  fpTunnelBypass,
  fpTunnelFragments,
  fpVrf,
  fpVxlanVrf,
  routeCacheV6Only,
];
