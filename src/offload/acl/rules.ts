// The rules about switch rules.

import type { Rule } from '../rule.ts';
import { aclBondBefore717 } from './acl-bond-before-7.17.ts';
import { aclCapacity } from './acl-capacity.ts';
import { aclCopyToCpu } from './acl-copy-to-cpu.ts';
import { aclCpuPort } from './acl-cpu-port.ts';
import { aclDropsLocal } from './acl-drops-local.ts';
import { aclDynamicConsumers } from './acl-dynamic-consumers.ts';
import { aclEditLeak } from './acl-edit-leak.ts';
import { aclEmptyPortsAll } from './acl-empty-ports-all.ts';
import { aclEthertypeScope } from './acl-ethertype-scope.ts';
import { aclInactiveForSwPorts } from './acl-inactive-for-sw-ports.ts';
import { aclIpv6Hole } from './acl-ipv6-hole.ts';
import { aclMacProtocolMissing } from './acl-mac-protocol-missing.ts';
import { aclNewVlanPriorityDeprecated } from './acl-new-vlan-priority-deprecated.ts';
import { aclNewVrfF2k } from './acl-new-vrf-f2k.ts';
import { aclNewVrfVersion } from './acl-new-vrf-version.ts';
import { aclNoActionAccept } from './acl-no-action-accept.ts';
import { aclOneTargetPort } from './acl-one-target-port.ts';
import { aclPortRange } from './acl-port-range.ts';
import { aclRatePolicer } from './acl-rate-policer.ts';
import { aclRedirectIsL2 } from './acl-redirect-is-l2.ts';
import { aclRedirectLeavesVlan } from './acl-redirect-leaves-vlan.ts';
import { aclRedirectToCpu } from './acl-redirect-to-cpu.ts';
import { aclShadowed } from './acl-shadowed.ts';
import { aclTcamVsFasttrack } from './acl-tcam-vs-fasttrack.ts';
import { aclVlanMatchInert } from './acl-vlan-match-inert.ts';
import { aclVlanMatchUntagged } from './acl-vlan-match-untagged.ts';
import { aclVsIpsecTunnels } from './acl-vs-ipsec-tunnels.ts';
import { aclWrongSwitch } from './acl-wrong-switch.ts';

export const aclRules: readonly Rule[] = [
  aclBondBefore717,
  aclCapacity,
  aclCopyToCpu,
  aclCpuPort,
  aclDropsLocal,
  aclDynamicConsumers,
  aclEditLeak,
  aclEmptyPortsAll,
  aclEthertypeScope,
  aclInactiveForSwPorts,
  aclIpv6Hole,
  aclMacProtocolMissing,
  aclNewVlanPriorityDeprecated,
  aclNewVrfF2k,
  aclNewVrfVersion,
  aclNoActionAccept,
  aclOneTargetPort,
  aclPortRange,
  aclRatePolicer,
  aclRedirectIsL2,
  aclRedirectLeavesVlan,
  aclRedirectToCpu,
  aclShadowed,
  aclTcamVsFasttrack,
  aclVlanMatchInert,
  aclVlanMatchUntagged,
  aclVsIpsecTunnels,
  aclWrongSwitch,
];
