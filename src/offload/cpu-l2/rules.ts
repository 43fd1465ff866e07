// The rules about bridging on devices whose chip only switches.

export { bridgeHwLost } from './bridge-hw-lost.ts';
export { crs1xx2xxCpuPortMissing } from './crs1xx2xx-cpu-port-missing.ts';
export { igmpDoubleTag88e6xxx } from './igmp-double-tag-88e6xxx.ts';
export { noL2hwChip } from './no-l2hw-chip.ts';
export { noL3hwButAcl } from './no-l3hw-but-acl.ts';
export { rb450gx4TwoVlanModels } from './rb450gx4-two-vlan-models.ts';
export { rb5009VlanAcl } from './rb5009-vlan-acl.ts';
export { vlanInBridgeWithPhysical } from './vlan-in-bridge-with-physical.ts';
export { vlanOverBridgeTunnelStyle } from './vlan-over-bridge-tunnel-style.ts';
export { wanPortInSwitchDomain } from './wan-port-in-switch-domain.ts';
