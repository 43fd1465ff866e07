// The rules about quality of service, DHCP and operations.

import type { Rule } from '../rule.ts';
import { cpuLegBandwidth } from './cpu-leg-bandwidth.ts';
import { dhcpInIpfirewall } from './dhcp-in-ipfirewall.ts';
import { dhcpLocalServices } from './dhcp-local-services.ts';
import { dhcpSnoopingUntrustedUplink } from './dhcp-snooping-untrusted-uplink.ts';
import { interimVersionRisk } from './interim-version-risk.ts';
import { lowRamL3hw } from './low-ram-l3hw.ts';
import { qosDisableReboot } from './qos-disable-reboot.ts';
import { qosF7kAlwaysOn } from './qos-f7k-always-on.ts';
import { qosFeatureF2k } from './qos-feature-f2k.ts';
import { qosMapFallback } from './qos-map-fallback.ts';
import { qosTxmanagerChange } from './qos-txmanager-change.ts';
import { qosUntrustedDefault } from './qos-untrusted-default.ts';
import { unknownName } from './unknown-name.ts';
import { unknownPortForModel } from './unknown-port-for-model.ts';
import { versionAdvisory } from './version-advisory.ts';
import { vlanCountersF2k } from './vlan-counters-f2k.ts';
import { vlanFilteringLockout } from './vlan-filtering-lockout.ts';

export const opsRules: readonly Rule[] = [
  cpuLegBandwidth,
  dhcpInIpfirewall,
  dhcpLocalServices,
  dhcpSnoopingUntrustedUplink,
  interimVersionRisk,
  lowRamL3hw,
  qosDisableReboot,
  qosF7kAlwaysOn,
  qosFeatureF2k,
  qosMapFallback,
  qosTxmanagerChange,
  qosUntrustedDefault,
  unknownName,
  unknownPortForModel,
  versionAdvisory,
  vlanCountersF2k,
  vlanFilteringLockout,
];
