// How the restrictions of the group `acl` are known.

import { documented, type EvidenceTable, inferred } from './grades.ts';

export const aclEvidence = {
  'acl/acl-bond-before-7.17': [
    documented('changelog/7.17', 'bonds were added to switch rules'),
    documented('routeros/prestera#switch-rules-acl', 'ports and hardware-offloaded bonds can be selected'),
  ],
  'acl/acl-capacity': [
    documented('routeros/prestera#models', 'the manual lists the number of rules of each chip'),
    inferred(
      'routeros/switch-chips#rule-table',
      'rules that do not fit are flagged invalid; documented for smaller chips',
    ),
  ],
  'acl/acl-copy-to-cpu': [documented('routeros/prestera#switch-rules-acl', 'copy-to-cpu clones packets to the CPU')],
  'acl/acl-cpu-port': [documented('routeros/prestera#switch-rules-acl', 'the CPU port cannot be selected')],
  'acl/acl-drops-local': [
    documented(
      'routeros/prestera#switch-rules-acl',
      'rules are checked for each received packet, and the first match decides',
    ),
    inferred(
      'routeros/l3hw#mac-telnet',
      'the same page redirects management packets by rule, so rules see packets for the device',
    ),
  ],
  'acl/acl-dynamic-consumers': [
    documented('routeros/prestera#switch-rules-acl', 'several features create dynamic rules'),
  ],
  'acl/acl-edit-leak': [
    documented(
      'routeros/prestera#switch-rules-acl',
      'existing rules are inactive for a short time while rules are modified',
    ),
  ],
  'acl/acl-empty-ports-all': [
    documented('routeros/prestera#switch-rules-acl', 'an empty list of ports means all switch interfaces'),
  ],
  'acl/acl-ethertype-scope': [
    documented('routeros/prestera#switch-rules-acl', 'the ether-type of the bridge decides which tag rules match'),
  ],
  'acl/acl-inactive-for-sw-ports': [
    inferred('routeros/prestera#models', 'the port is not among the ports of the chip'),
  ],
  'acl/acl-ipv6-hole': [
    documented('routeros/prestera#switch-rules-acl', 'IPv4 matchers apply to IPv4 packets only'),
    inferred('routeros/prestera#switch-rules-acl', 'what no rule matches is forwarded'),
  ],
  'acl/acl-mac-protocol-missing': [
    documented('routeros/prestera#switch-rules-acl', 'the manual recommends setting mac-protocol for IP packets'),
  ],
  'acl/acl-new-vlan-priority-deprecated': [documented('routeros/qos', 'new-vlan-priority is replaced by QoS profiles')],
  'acl/acl-new-vrf-f2k': [
    documented('routeros/prestera#switch-rules-acl', 'chips that know no VRFs treat new-vrf as a redirect to the CPU'),
  ],
  'acl/acl-new-vrf-version': [documented('changelog/7.24', 'VRF assignment by switch rules was added')],
  'acl/acl-no-action-accept': [
    documented('routeros/prestera#switch-rules-acl', 'a rule without action parameters accepts the packet'),
  ],
  'acl/acl-one-target-port': [
    documented('routeros/prestera#switch-rules-acl', 'only a single port or bond is supported'),
  ],
  'acl/acl-port-range': [
    documented('routeros/prestera#switch-rules-acl', 'the manual gives a single number'),
    documented('routeros/cli', 'the command reference gives a range'),
  ],
  'acl/acl-rate-policer': [documented('routeros/prestera#switch-rules-acl', 'rate limits ingress traffic')],
  'acl/acl-redirect-is-l2': [
    inferred('routeros/prestera#switch-rules-acl', 'the manual speaks of a changed destination port, not of routing'),
  ],
  'acl/acl-redirect-leaves-vlan': [inferred('routeros/prestera#switch-rules-acl', 'VLAN membership is not mentioned')],
  'acl/acl-redirect-to-cpu': [
    documented('routeros/l3hw', 'redirecting to the CPU is how single flows are taken off hardware routing'),
  ],
  'acl/acl-shadowed': [documented('routeros/prestera#switch-rules-acl', 'only the first matching rule is triggered')],
  'acl/acl-tcam-vs-fasttrack': [
    documented('routeros/l3hw#l3hw-device-support', 'a rule costs three to six FastTrack entries'),
  ],
  'acl/acl-vlan-match-inert': [
    documented(
      'routeros/prestera#switch-rules-acl',
      'VLAN matchers and actions need VLAN filtering and hardware offloading on the ports',
    ),
  ],
  'acl/acl-vlan-match-untagged': [
    inferred('routeros/prestera#switch-rules-acl', 'the manual uses the matcher on ports that carry the VLAN tagged'),
  ],
  'acl/acl-vs-ipsec-tunnels': [
    inferred(
      'routeros/prestera#switch-rules-acl',
      'rules are checked on received packets, before the CPU unpacks them',
    ),
  ],
  'acl/acl-wrong-switch': [
    documented('routeros/prestera#switch-rules-acl', '`switch` picks the switch that the rule is for'),
    inferred('routeros/prestera#switch-rules-acl', 'ports of another switch are none of its interfaces'),
  ],
} as const satisfies EvidenceTable;
