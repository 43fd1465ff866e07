// The rules about quality of service, DHCP and operations.

export { cpuLegBandwidth } from './cpu-leg-bandwidth.ts';
export { dhcpInIpfirewall } from './dhcp-in-ipfirewall.ts';
export { dhcpLocalServices } from './dhcp-local-services.ts';
export { dhcpPoolOutside } from './dhcp-pool-outside.ts';
export { dhcpRelayNoRoute } from './dhcp-relay-no-route.ts';
export { dhcpSnoopingUntrustedUplink } from './dhcp-snooping-untrusted-uplink.ts';
export { interimVersionRisk } from './interim-version-risk.ts';
export { lowRamL3hw } from './low-ram-l3hw.ts';
export { qosDisableReboot } from './qos-disable-reboot.ts';
export { qosF7kAlwaysOn } from './qos-f7k-always-on.ts';
export { qosFeatureF2k } from './qos-feature-f2k.ts';
export { qosMapFallback } from './qos-map-fallback.ts';
export { qosTxmanagerChange } from './qos-txmanager-change.ts';
export { qosUntrustedDefault } from './qos-untrusted-default.ts';
export { unknownName } from './unknown-name.ts';
export { unknownPortForModel } from './unknown-port-for-model.ts';
export { versionAdvisory } from './version-advisory.ts';
export { vlanCountersF2k } from './vlan-counters-f2k.ts';
export { vlanFilteringLockout } from './vlan-filtering-lockout.ts';
