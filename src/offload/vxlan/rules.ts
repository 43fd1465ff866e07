// The rules about VXLAN.

export { vxlanChecksumIgnored } from './vxlan-checksum-ignored.ts';
export { vxlanIgmpSnooping } from './vxlan-igmp-snooping.ts';
export { vxlanNoHorizon } from './vxlan-no-horizon.ts';
export { vxlanOversizeDrop } from './vxlan-oversize-drop.ts';
export { vxlanStops } from './vxlan-stops.ts';
export { vxlanUnsupported } from './vxlan-unsupported.ts';
export { vxlanVniRouting } from './vxlan-vni-routing.ts';
