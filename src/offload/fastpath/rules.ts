// The rules about FastPath on the CPU.

export { fpBridgeConditions } from './fp-bridge-conditions.ts';
export { fpConntrackActive } from './fp-conntrack-active.ts';
export { fpDriverChr } from './fp-driver-chr.ts';
export { fpFirewallRules } from './fp-firewall-rules.ts';
export { fpFtExclusive } from './fp-ft-exclusive.ts';
export { fpIfaceUnsupportedRx } from './fp-iface-unsupported-rx.ts';
export { fpIfaceUnsupportedTx } from './fp-iface-unsupported-tx.ts';
export { fpInterfaceQueue } from './fp-interface-queue.ts';
export { fpIpv6Version } from './fp-ipv6-version.ts';
export { fpMacIpScan } from './fp-mac-ip-scan.ts';
export { fpMpls } from './fp-mpls.ts';
export { fpOpenflow } from './fp-openflow.ts';
export { fpPriorityTagged } from './fp-priority-tagged.ts';
export { fpSnifferTorch } from './fp-sniffer-torch.ts';
export { fpStops } from './fp-stops.ts';
export { fpTrafficFlowIpv4 } from './fp-traffic-flow-ipv4.ts';
export { fpTreeOnInterface } from './fp-tree-on-interface.ts';
export { fpTunnelAllow } from './fp-tunnel-allow.ts';
export { fpTunnelBypass } from './fp-tunnel-bypass.ts';
export { fpTunnelFragments } from './fp-tunnel-fragments.ts';
export { fpVxlanVrf } from './fp-vxlan-vrf.ts';
export { routeCacheV6Only } from './route-cache-v6-only.ts';
