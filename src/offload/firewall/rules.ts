// The rules about firewall, NAT, connection tracking and FastTrack.

import type { Rule } from '../rule.ts';
import { conntrackAsymmetric } from './conntrack-asymmetric.ts';
import { conntrackForcedOn } from './conntrack-forced-on.ts';
import { fasttrackAfterAccept } from './fasttrack-after-accept.ts';
import { fasttrackBridgeFpOff } from './fasttrack-bridge-fp-off.ts';
import { fasttrackHotspotTrafficflowVrf } from './fasttrack-hotspot-trafficflow-vrf.ts';
import { fasttrackHwDisabled } from './fasttrack-hw-disabled.ts';
import { fasttrackHwUnsupported } from './fasttrack-hw-unsupported.ts';
import { fasttrackInInputChain } from './fasttrack-in-input-chain.ts';
import { fasttrackIpsecBypass } from './fasttrack-ipsec-bypass.ts';
import { fasttrackIpv6Hw } from './fasttrack-ipv6-hw.ts';
import { fasttrackKilledByTool } from './fasttrack-killed-by-tool.ts';
import { fasttrackL4Limit } from './fasttrack-l4-limit.ts';
import { fasttrackMissing } from './fasttrack-missing.ts';
import { fasttrackNeedsReply } from './fasttrack-needs-reply.ts';
import { fasttrackNoAcceptAfter } from './fasttrack-no-accept-after.ts';
import { fasttrackOverReliance } from './fasttrack-over-reliance.ts';
import { fasttrackPbrMisroute } from './fasttrack-pbr-misroute.ts';
import { fasttrackQueueBypass } from './fasttrack-queue-bypass.ts';
import { fasttrackRuleHwOffloadNo } from './fasttrack-rule-hw-offload-no.ts';
import { fasttrackRuleInMangle } from './fasttrack-rule-in-mangle.ts';
import { fasttrackSticky } from './fasttrack-sticky.ts';
import { firewallBypassedByL3hw } from './firewall-bypassed-by-l3hw.ts';
import { hotspotBypassedByL3hw } from './hotspot-bypassed-by-l3hw.ts';
import { hwFlowQueueBypass } from './hw-flow-queue-bypass.ts';
import { hwOffloadAttrNonPrestera } from './hw-offload-attr-non-prestera.ts';
import { ipsecBypassedByL3hw } from './ipsec-bypassed-by-l3hw.ts';
import { ipv6FirewallBypassed } from './ipv6-firewall-bypassed.ts';
import { kidControlDynamicRules } from './kid-control-dynamic-rules.ts';
import { mangleBypassedByL3hw } from './mangle-bypassed-by-l3hw.ts';
import { mangleOnNoFasttrackHw } from './mangle-on-no-fasttrack-hw.ts';
import { natBypassedByL3hw } from './nat-bypassed-by-l3hw.ts';
import { notrackNoFasttrack } from './notrack-no-fasttrack.ts';
import { rawBypassedByL3hw } from './raw-bypassed-by-l3hw.ts';

export const firewallRules: readonly Rule[] = [
  conntrackAsymmetric,
  conntrackForcedOn,
  fasttrackAfterAccept,
  fasttrackBridgeFpOff,
  fasttrackHotspotTrafficflowVrf,
  fasttrackHwDisabled,
  fasttrackHwUnsupported,
  fasttrackInInputChain,
  fasttrackIpsecBypass,
  fasttrackIpv6Hw,
  fasttrackKilledByTool,
  fasttrackL4Limit,
  fasttrackMissing,
  fasttrackNeedsReply,
  fasttrackNoAcceptAfter,
  fasttrackOverReliance,
  fasttrackPbrMisroute,
  fasttrackQueueBypass,
  fasttrackRuleHwOffloadNo,
  fasttrackRuleInMangle,
  fasttrackSticky,
  firewallBypassedByL3hw,
  hotspotBypassedByL3hw,
  hwFlowQueueBypass,
  hwOffloadAttrNonPrestera,
  ipsecBypassedByL3hw,
  ipv6FirewallBypassed,
  kidControlDynamicRules,
  mangleBypassedByL3hw,
  mangleOnNoFasttrackHw,
  natBypassedByL3hw,
  notrackNoFasttrack,
  rawBypassedByL3hw,
];
