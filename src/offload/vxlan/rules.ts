// The rules about VXLAN.

import type { Rule } from '../rule.ts';
import { vxlanChecksumIgnored } from './vxlan-checksum-ignored.ts';
import { vxlanDfDisabled } from './vxlan-df-disabled.ts';
import { vxlanHwOff } from './vxlan-hw-off.ts';
import { vxlanIgmpSnooping } from './vxlan-igmp-snooping.ts';
import { vxlanInVrf } from './vxlan-in-vrf.ts';
import { vxlanIpv6Underlay } from './vxlan-ipv6-underlay.ts';
import { vxlanMlag } from './vxlan-mlag.ts';
import { vxlanMulticastUnderlay } from './vxlan-multicast-underlay.ts';
import { vxlanNoHorizon } from './vxlan-no-horizon.ts';
import { vxlanNotBridgedHw } from './vxlan-not-bridged-hw.ts';
import { vxlanOversizeDrop } from './vxlan-oversize-drop.ts';
import { vxlanTaggedOverlay } from './vxlan-tagged-overlay.ts';
import { vxlanUnderlayEcmp } from './vxlan-underlay-ecmp.ts';
import { vxlanUnderlayNotPlainEthernet } from './vxlan-underlay-not-plain-ethernet.ts';
import { vxlanUnsupported } from './vxlan-unsupported.ts';
import { vxlanVniRouting } from './vxlan-vni-routing.ts';

export const vxlanRules: readonly Rule[] = [
  vxlanChecksumIgnored,
  vxlanDfDisabled,
  vxlanHwOff,
  vxlanIgmpSnooping,
  vxlanInVrf,
  vxlanIpv6Underlay,
  vxlanMlag,
  vxlanMulticastUnderlay,
  vxlanNoHorizon,
  vxlanNotBridgedHw,
  vxlanOversizeDrop,
  vxlanTaggedOverlay,
  vxlanUnderlayEcmp,
  vxlanUnderlayNotPlainEthernet,
  vxlanUnsupported,
  vxlanVniRouting,
];
