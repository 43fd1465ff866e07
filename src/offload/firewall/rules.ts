// The rules about firewall, NAT, connection tracking and FastTrack.

export { bypassedPolicies } from './bypassed-policies.ts';
export { chainNeverEntered } from './chain-never-entered.ts';
export { conntrackAsymmetric } from './conntrack-asymmetric.ts';
export { conntrackForcedOn } from './conntrack-forced-on.ts';
export { fasttrackAfterAccept } from './fasttrack-after-accept.ts';
export { fasttrackBridgeFpOff } from './fasttrack-bridge-fp-off.ts';
export { fasttrackHwDisabled } from './fasttrack-hw-disabled.ts';
export { fasttrackHwUnsupported } from './fasttrack-hw-unsupported.ts';
export { fasttrackInInputChain } from './fasttrack-in-input-chain.ts';
export { fasttrackIpsecBypass } from './fasttrack-ipsec-bypass.ts';
export { fasttrackKilledByTool } from './fasttrack-killed-by-tool.ts';
export { fasttrackL4Limit } from './fasttrack-l4-limit.ts';
export { fasttrackMissing } from './fasttrack-missing.ts';
export { fasttrackNeedsReply } from './fasttrack-needs-reply.ts';
export { fasttrackNoAcceptAfter } from './fasttrack-no-accept-after.ts';
export { fasttrackOverReliance } from './fasttrack-over-reliance.ts';
export { fasttrackPbrMisroute } from './fasttrack-pbr-misroute.ts';
export { fasttrackSticky } from './fasttrack-sticky.ts';
export { hwOffloadAttrNonPrestera } from './hw-offload-attr-non-prestera.ts';
export { interfaceNeverMatches } from './interface-never-matches.ts';
export { ipsecMissedByNat } from './ipsec-missed-by-nat.ts';
export { keptOnCpu } from './kept-on-cpu.ts';
export { kidControlDynamicRules } from './kid-control-dynamic-rules.ts';
export { mangleOnNoFasttrackHw } from './mangle-on-no-fasttrack-hw.ts';
export { notrackNoFasttrack } from './notrack-no-fasttrack.ts';
export { skippedPolicies } from './skipped-policies.ts';
