// The rules about L3 hardware offloading of switch, ports and VLANs.

import type { Rule } from '../rule.ts';
import { bondSlaveL3hwMismatch } from './bond-slave-l3hw-mismatch.ts';
import { bridgeAutoMacDrift } from './bridge-auto-mac-drift.ts';
import { bridgeNotTagged } from './bridge-not-tagged.ts';
import { f7kAccessPortFdbBug } from './f7k-access-port-fdb-bug.ts';
import { ipOnBridgeNoVlanFlag } from './ip-on-bridge-no-vlan-flag.ts';
import { ipOnSlaveInterface } from './ip-on-slave-interface.ts';
import { l2ChangeWhileL3hwOn } from './l2-change-while-l3hw-on.ts';
import { l3hwAllPortsOff } from './l3hw-all-ports-off.ts';
import { l3hwDriverFailed } from './l3hw-driver-failed.ts';
import { l3hwEgressOnlyOff } from './l3hw-egress-only-off.ts';
import { l3hwIngressOnlyOff } from './l3hw-ingress-only-off.ts';
import { l3hwInterfaceListDrift } from './l3hw-interface-list-drift.ts';
import { l3hwMixedVlanPort } from './l3hw-mixed-vlan-port.ts';
import { l3hwPackageMissing } from './l3hw-package-missing.ts';
import { l3hwPortOff } from './l3hw-port-off.ts';
import { l3hwPortOffPoisonsVlan } from './l3hw-port-off-poisons-vlan.ts';
import { l3hwPropertyNonPrestera } from './l3hw-property-non-prestera.ts';
import { l3hwStaleAfterToggle } from './l3hw-stale-after-toggle.ts';
import { l3hwSwitchOff } from './l3hw-switch-off.ts';
import { l3hwUnsupportedChip } from './l3hw-unsupported-chip.ts';
import { l3hwVlanFlagTooOld } from './l3hw-vlan-flag-too-old.ts';
import { l3hwVlanOff } from './l3hw-vlan-off.ts';
import { macRangeDx2000Dx3000 } from './mac-range-dx2000-dx3000.ts';
import { macTelnetDropped } from './mac-telnet-dropped.ts';
import { mlagMvrp } from './mlag-mvrp.ts';
import { mlagWithL3hw } from './mlag-with-l3hw.ts';
import { nonSwitchPortInL3hw } from './non-switch-port-in-l3hw.ts';
import { qinqRouted } from './qinq-routed.ts';
import { romonDropped } from './romon-dropped.ts';
import { serviceTagMismatch } from './service-tag-mismatch.ts';
import { softwarePortInHwBridge } from './software-port-in-hw-bridge.ts';
import { vlanFilteringOff } from './vlan-filtering-off.ts';
import { vlanIfaceOnBridgeSlave } from './vlan-iface-on-bridge-slave.ts';
import { vlanIfaceOnSwitchPort } from './vlan-iface-on-switch-port.ts';
import { vrrpWithL3hw } from './vrrp-with-l3hw.ts';

export const l3hwRules: readonly Rule[] = [
  bondSlaveL3hwMismatch,
  bridgeAutoMacDrift,
  bridgeNotTagged,
  f7kAccessPortFdbBug,
  ipOnBridgeNoVlanFlag,
  ipOnSlaveInterface,
  l2ChangeWhileL3hwOn,
  l3hwAllPortsOff,
  l3hwDriverFailed,
  l3hwEgressOnlyOff,
  l3hwIngressOnlyOff,
  l3hwInterfaceListDrift,
  l3hwMixedVlanPort,
  l3hwPackageMissing,
  l3hwPortOff,
  l3hwPortOffPoisonsVlan,
  l3hwPropertyNonPrestera,
  l3hwStaleAfterToggle,
  l3hwSwitchOff,
  l3hwUnsupportedChip,
  l3hwVlanFlagTooOld,
  l3hwVlanOff,
  macRangeDx2000Dx3000,
  macTelnetDropped,
  mlagMvrp,
  mlagWithL3hw,
  nonSwitchPortInL3hw,
  qinqRouted,
  romonDropped,
  serviceTagMismatch,
  softwarePortInHwBridge,
  vlanFilteringOff,
  vlanIfaceOnBridgeSlave,
  vlanIfaceOnSwitchPort,
  vrrpWithL3hw,
];
