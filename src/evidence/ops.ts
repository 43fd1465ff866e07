// How the restrictions of the group `ops` are known.

import { documented, type EvidenceTable, inferred, reported } from './grades.ts';

export const opsEvidence = {
  'ops/cpu-leg-bandwidth': [
    documented('routeros/prestera#models', 'the manual lists the CPU of each model'),
    reported('field/crs326-l3hw-2024', 'about 60 kpps by the CPU of one model'),
  ],
  'ops/dhcp-in-ipfirewall': [
    documented('routeros/packet-flow', 'the manual describes DHCP as handled before the firewall'),
  ],
  'ops/dhcp-local-services': [
    documented('routeros/packet-flow', 'packets for the device take the input path'),
    inferred('routeros/prestera#switch-rules-acl', 'switch rules are tried first'),
  ],
  'ops/dhcp-snooping-untrusted-uplink': [
    documented(
      'routeros/bridge#dhcp-snooping-and-dhcp-option-82',
      'server messages are accepted at trusted ports only',
    ),
  ],
  'ops/interim-version-risk': [documented('changelog/7.24.1', 'the release notes list what was mended')],
  'ops/low-ram-l3hw': [
    documented('routeros/l3hw#l3hw-settings', 'the driver does not restart when it ran out of memory'),
  ],
  'ops/qos-disable-reboot': [
    documented('routeros/qos', 'switching it off does not restore everything; a reboot is recommended'),
  ],
  'ops/qos-f7k-always-on': [
    documented(
      'routeros/qos#qos-enhancements-in-new-generation-marvell-prestera-switch-chips',
      'QoS cannot be switched off',
    ),
  ],
  'ops/qos-feature-f2k': [documented('routeros/qos#qos-device-support', 'the manual lists the features of each chip')],
  'ops/qos-map-fallback': [documented('routeros/qos', 'values without a map entry use the default profile')],
  'ops/qos-txmanager-change': [
    documented('routeros/qos', 'changes of transmit managers interrupt traffic'),
    documented('routeros/qos', 'while hardware resources are shared out anew, no packet is queued or sent'),
  ],
  'ops/qos-untrusted-default': [
    documented('routeros/qos', 'ports that do not trust markings assign those of the port profile'),
  ],
  'ops/unknown-name': [documented('routeros/cli', 'a property that names a row takes the names of rows that exist')],
  'ops/unknown-port-for-model': [
    inferred('mikrotik/product-pages', 'the ports of a model are fixed; names come from the factory or from a rename'),
  ],
  'ops/version-advisory': [reported('forum/version-reports', 'reports of users, with the model and version')],
  'ops/vlan-counters-f2k': [
    documented('routeros/l3hw#l3hw-device-support', 'VLAN counters are a feature of some chips'),
  ],
  'ops/vlan-filtering-lockout': [
    documented('routeros/prestera#vlan', 'the manual warns of losing management when filtering is switched on'),
    documented('routeros/bridge#bridge-vlan-filtering', 'the same warning for bridges'),
  ],
} as const satisfies EvidenceTable;
