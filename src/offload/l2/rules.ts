// The rules about bridges, bonds and snooping.

import type { Rule } from '../rule.ts';
import { arpInspectionIpsg } from './arp-inspection-ipsg.ts';
import { bondActiveBackupL3 } from './bond-active-backup-l3.ts';
import { bondForeignSlave } from './bond-foreign-slave.ts';
import { bondHashIgnored } from './bond-hash-ignored.ts';
import { bondMixedSpeed } from './bond-mixed-speed.ts';
import { bondModeSw } from './bond-mode-sw.ts';
import { bondTooManySlaves } from './bond-too-many-slaves.ts';
import { bpHorizon } from './bp-horizon.ts';
import { bpHwNo } from './bp-hw-no.ts';
import { bridgeFastPathOff } from './bridge-fast-path-off.ts';
import { bridgeFilterNatRules } from './bridge-filter-nat-rules.ts';
import { bridgePortLimit } from './bridge-port-limit.ts';
import { bridgeUseIpFirewall } from './bridge-use-ip-firewall.ts';
import { bvMergedVlanIds } from './bv-merged-vlan-ids.ts';
import { controllerBridgeExtender } from './controller-bridge-extender.ts';
import { dhcpSnooping } from './dhcp-snooping.ts';
import { dhcpv6Snooping } from './dhcpv6-snooping.ts';
import { dot1xAcl } from './dot1x-acl.ts';
import { etherType98dx3257 } from './ether-type-98dx3257.ts';
import { etherTypeNonprestera } from './ether-type-nonprestera.ts';
import { fastForwardWithHw } from './fast-forward-with-hw.ts';
import { frameTypesOpen } from './frame-types-open.ts';
import { igmpSnoopingF2k } from './igmp-snooping-f2k.ts';
import { igmpSnoopingNonhw } from './igmp-snooping-nonhw.ts';
import { ingressFilteringOff } from './ingress-filtering-off.ts';
import { interfaceHtbHwOut } from './interface-htb-hw-out.ts';
import { limitUnknownMulticastF2k } from './limit-unknown-multicast-f2k.ts';
import { loopProtectAcl } from './loop-protect-acl.ts';
import { macOrProtocolVlanCpu } from './mac-or-protocol-vlan-cpu.ts';
import { macsecPort } from './macsec-port.ts';
import { macvlanOnPort } from './macvlan-on-port.ts';
import { maxLearnedEntries } from './max-learned-entries.ts';
import { mirrorToCpu } from './mirror-to-cpu.ts';
import { mstpNonhw } from './mstp-nonhw.ts';
import { multiChipBridge } from './multi-chip-bridge.ts';
import { multipleHwBridges } from './multiple-hw-bridges.ts';
import { portIsolationScope } from './port-isolation-scope.ts';
import { protocolModeNonePpe } from './protocol-mode-none-ppe.ts';
import { pvidWithoutVlanFiltering } from './pvid-without-vlan-filtering.ts';
import { raGuard } from './ra-guard.ts';
import { stormEgressRate10gF2k } from './storm-egress-rate-10g-f2k.ts';
import { stpBlockingHw } from './stp-blocking-hw.ts';
import { switchResetOnChange } from './switch-reset-on-change.ts';
import { tagStackingNonprestera } from './tag-stacking-nonprestera.ts';
import { tagStackingPortInOtherVlan } from './tag-stacking-port-in-other-vlan.ts';
import { vlanFilteringNonhw } from './vlan-filtering-nonhw.ts';
import { vlanIfaceAsBridgePort } from './vlan-iface-as-bridge-port.ts';
import { vlanTranslationMultiport } from './vlan-translation-multiport.ts';
import { vlan1Usage } from './vlan1-usage.ts';

export const l2Rules: readonly Rule[] = [
  arpInspectionIpsg,
  bondActiveBackupL3,
  bondForeignSlave,
  bondHashIgnored,
  bondMixedSpeed,
  bondModeSw,
  bondTooManySlaves,
  bpHorizon,
  bpHwNo,
  bridgeFastPathOff,
  bridgeFilterNatRules,
  bridgePortLimit,
  bridgeUseIpFirewall,
  bvMergedVlanIds,
  controllerBridgeExtender,
  dhcpSnooping,
  dhcpv6Snooping,
  dot1xAcl,
  etherType98dx3257,
  etherTypeNonprestera,
  fastForwardWithHw,
  frameTypesOpen,
  igmpSnoopingF2k,
  igmpSnoopingNonhw,
  ingressFilteringOff,
  interfaceHtbHwOut,
  limitUnknownMulticastF2k,
  loopProtectAcl,
  macOrProtocolVlanCpu,
  macsecPort,
  macvlanOnPort,
  maxLearnedEntries,
  mirrorToCpu,
  mstpNonhw,
  multiChipBridge,
  multipleHwBridges,
  portIsolationScope,
  protocolModeNonePpe,
  pvidWithoutVlanFiltering,
  raGuard,
  stormEgressRate10gF2k,
  stpBlockingHw,
  switchResetOnChange,
  tagStackingNonprestera,
  tagStackingPortInOtherVlan,
  vlanFilteringNonhw,
  vlanIfaceAsBridgePort,
  vlanTranslationMultiport,
  vlan1Usage,
];
