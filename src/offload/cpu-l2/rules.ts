// The rules about bridging on devices whose chip only switches.

import type { Rule } from '../rule.ts';
import { bridgeHwLost } from './bridge-hw-lost.ts';
import { crs1xx2xxCpuPortMissing } from './crs1xx2xx-cpu-port-missing.ts';
import { igmpDoubleTag88e6xxx } from './igmp-double-tag-88e6xxx.ts';
import { noL2hwChip } from './no-l2hw-chip.ts';
import { noL3hwButAcl } from './no-l3hw-but-acl.ts';
import { rb450gx4TwoVlanModels } from './rb450gx4-two-vlan-models.ts';
import { rb5009VlanAcl } from './rb5009-vlan-acl.ts';
import { vlanInBridgeWithPhysical } from './vlan-in-bridge-with-physical.ts';
import { vlanOverBridgeTunnelStyle } from './vlan-over-bridge-tunnel-style.ts';
import { wanPortInSwitchDomain } from './wan-port-in-switch-domain.ts';

export const cpuL2Rules: readonly Rule[] = [
  bridgeHwLost,
  crs1xx2xxCpuPortMissing,
  igmpDoubleTag88e6xxx,
  noL2hwChip,
  noL3hwButAcl,
  rb450gx4TwoVlanModels,
  rb5009VlanAcl,
  vlanInBridgeWithPhysical,
  vlanOverBridgeTunnelStyle,
  wanPortInSwitchDomain,
];
