// The rules about switch rules.

export { aclCapacity } from './acl-capacity.ts';
export { aclCopyToCpu } from './acl-copy-to-cpu.ts';
export { aclDropsLocal } from './acl-drops-local.ts';
export { aclDynamicConsumers } from './acl-dynamic-consumers.ts';
export { aclEditLeak } from './acl-edit-leak.ts';
export { aclEmptyPortsAll } from './acl-empty-ports-all.ts';
export { aclEthertypeScope } from './acl-ethertype-scope.ts';
export { aclIpv6Hole } from './acl-ipv6-hole.ts';
export { aclMacProtocolMissing } from './acl-mac-protocol-missing.ts';
export { aclNewVlanPriorityDeprecated } from './acl-new-vlan-priority-deprecated.ts';
export { aclNoActionAccept } from './acl-no-action-accept.ts';
export { aclRatePolicer } from './acl-rate-policer.ts';
export { aclRedirectToCpu } from './acl-redirect-to-cpu.ts';
export { aclTcamVsFasttrack } from './acl-tcam-vs-fasttrack.ts';
export { judgedRules } from './judged-rules.ts';
