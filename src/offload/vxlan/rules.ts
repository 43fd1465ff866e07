// The rules about VXLAN.

export { vxlanChecksumIgnored } from './vxlan-checksum-ignored.ts';
export { vxlanDfDisabled } from './vxlan-df-disabled.ts';
export { vxlanHwOff } from './vxlan-hw-off.ts';
export { vxlanIgmpSnooping } from './vxlan-igmp-snooping.ts';
export { vxlanInVrf } from './vxlan-in-vrf.ts';
export { vxlanIpv6Underlay } from './vxlan-ipv6-underlay.ts';
export { vxlanMlag } from './vxlan-mlag.ts';
export { vxlanMulticastUnderlay } from './vxlan-multicast-underlay.ts';
export { vxlanNoHorizon } from './vxlan-no-horizon.ts';
export { vxlanNotBridgedHw } from './vxlan-not-bridged-hw.ts';
export { vxlanOversizeDrop } from './vxlan-oversize-drop.ts';
export { vxlanTaggedOverlay } from './vxlan-tagged-overlay.ts';
export { vxlanUnderlayEcmp } from './vxlan-underlay-ecmp.ts';
export { vxlanUnderlayNotPlainEthernet } from './vxlan-underlay-not-plain-ethernet.ts';
export { vxlanUnsupported } from './vxlan-unsupported.ts';
export { vxlanVniRouting } from './vxlan-vni-routing.ts';
