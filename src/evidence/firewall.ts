// How the restrictions of the group `firewall` are known.

import { documented, type EvidenceTable, inferred, reported } from './grades.ts';

export const firewallEvidence = {
  'firewall/conntrack-asymmetric': [
    documented('routeros/connection-tracking', 'asymmetric routing and dropping of invalid packets do not go together'),
    inferred('routeros/l3hw#switch-port-configuration', 'flags and switch rules can split the directions'),
  ],
  'firewall/conntrack-forced-on': [
    documented('routeros/connection-tracking', 'with auto, tracking is on once a firewall rule exists'),
    documented('routeros/packet-flow#fast-path', 'IP FastPath needs connection tracking to be inactive'),
  ],
  'firewall/fasttrack-after-accept': [
    documented('routeros/packet-flow#fasttrack', 'the FastTrack rule comes before the accept rule'),
  ],
  'firewall/fasttrack-bridge-fp-off': [
    documented('routeros/packet-flow#fasttrack', 'FastTrack over a bridge needs bridge FastPath'),
    documented(
      'routeros/l3hw#offloading-fasttrack-connections',
      'offloading of FastTrack connections needs FastTrack on the CPU first',
    ),
  ],
  'firewall/fasttrack-hotspot-trafficflow-vrf': [
    documented('routeros/packet-flow#fasttrack', 'the manual lists what FastTrack packets skip'),
  ],
  'firewall/fasttrack-hw-disabled': [
    documented('routeros/l3hw#l3hw-settings', 'fasttrack-hw switches offloading of FastTrack connections'),
  ],
  'firewall/fasttrack-hw-unsupported': [
    documented('routeros/l3hw#l3hw-device-support', 'the feature set of the chip has no FastTrack offload'),
  ],
  'firewall/fasttrack-in-input-chain': [
    inferred(
      'routeros/packet-flow#input',
      'packets of the input chain end at the device: nothing of them is forwarded',
    ),
  ],
  'firewall/fasttrack-ipsec-bypass': [
    documented('routeros/packet-flow#fasttrack', 'FastTrack packets skip IPsec policies'),
    documented('routeros/ipsec', 'the manual excludes IPsec traffic from FastTrack'),
  ],
  'firewall/fasttrack-ipv6-hw': [
    documented('routeros/l3hw#l3hw-feature-support', 'the feature is listed as IPv4 FastTrack'),
  ],
  'firewall/fasttrack-killed-by-tool': [
    documented('routeros/packet-flow#fasttrack', 'the manual lists what has to be absent for FastTrack'),
  ],
  'firewall/fasttrack-l4-limit': [documented('routeros/connection-tracking', 'FastTrack is limited to TCP and UDP')],
  'firewall/fasttrack-missing': [
    documented('routeros/packet-flow#fasttrack', 'FastTrack connections skip firewall, queues and more'),
  ],
  'firewall/fasttrack-needs-reply': [
    documented('routeros/cli', '`new` also covers connections with packets in one direction only'),
  ],
  'firewall/fasttrack-no-accept-after': [
    documented('routeros/packet-flow#fasttrack', 'not all packets of a connection can be fast-tracked'),
    documented('routeros/connection-tracking', 'an accept rule follows the FastTrack rule'),
  ],
  'firewall/fasttrack-over-reliance': [
    documented(
      'routeros/l3hw#typical-misconfiguration',
      'relying on FastTrack alone is among the misconfigurations that the manual names',
    ),
  ],
  'firewall/fasttrack-pbr-misroute': [
    documented('routeros/packet-flow#fasttrack', 'FastTrack packets use the main table and skip mangle'),
    documented('routeros/cli', 'marks are not applied to FastTrack connections'),
  ],
  'firewall/fasttrack-queue-bypass': [
    documented('routeros/packet-flow#fasttrack', 'FastTrack packets skip simple queues and the global queue tree'),
    documented('routeros/queues', 'the same is said for each kind of queue'),
  ],
  'firewall/fasttrack-rule-hw-offload-no': [
    documented('routeros/l3hw#offloading-fasttrack-connections', 'hw-offload decides for each FastTrack rule'),
  ],
  'firewall/fasttrack-rule-in-mangle': [documented('routeros/cli', 'hw-offload exists in /ip/firewall/filter only')],
  'firewall/fasttrack-sticky': [
    documented(
      'routeros/packet-flow#fasttrack',
      'existing FastTrack connections are not affected by a change of rules',
    ),
  ],
  'firewall/firewall-bypassed-by-l3hw': [
    documented('routeros/l3hw#l3hw-feature-support', 'firewall rules are applied to packets that the CPU forwards'),
  ],
  'firewall/hotspot-bypassed-by-l3hw': [
    inferred('routeros/l3hw#l3hw-feature-support', 'HotSpot is not among the features that are offloaded'),
  ],
  'firewall/hw-flow-queue-bypass': [
    inferred('routeros/l3hw#l3hw-feature-support', 'queues are not among the offloaded features'),
    inferred('forum/155752', 'MikroTik staff: packets to an offloaded prefix never enter the CPU'),
  ],
  'firewall/hw-offload-attr-non-prestera': [
    documented('schema/restraml', 'the properties are present in 7.20.8 and absent in 7.21.5 on other devices'),
  ],
  'firewall/ipv6-firewall-bypassed': [
    documented('routeros/l3hw#l3hw-feature-support', 'firewall rules are applied to packets that the CPU forwards'),
    inferred('routeros/l3hw#l3hw-settings', 'nothing sets IPv6 apart from IPv4 in this'),
  ],
  'firewall/ipsec-bypassed-by-l3hw': [
    inferred('routeros/l3hw#l3hw-feature-support', 'IPsec is not among the features that are offloaded'),
  ],
  'firewall/kid-control-dynamic-rules': [
    inferred('routeros/packet-flow#fast-path', 'dynamic rules count like static ones'),
  ],
  'firewall/mangle-bypassed-by-l3hw': [
    inferred('routeros/l3hw#l3hw-feature-support', 'mangle belongs to the firewall, which the CPU applies'),
    reported('forum/155752', 'MikroTik staff: packets to an offloaded prefix never enter the CPU and trigger no rule'),
  ],
  'firewall/mangle-on-no-fasttrack-hw': [
    documented(
      'routeros/l3hw#l3hw-device-support',
      'the feature set of the chip has neither FastTrack nor NAT in hardware',
    ),
  ],
  'firewall/nat-bypassed-by-l3hw': [
    documented(
      'routeros/l3hw#l3hw-feature-support',
      'NAT is done by the CPU, or by the chip for FastTrack connections that the CPU has seen first',
    ),
  ],
  'firewall/notrack-no-fasttrack': [
    documented('routeros/connection-tracking', 'NAT and FastTrack need connection tracking'),
    documented('routeros/packet-flow#fasttrack', 'only tracked connections can be fast-tracked'),
  ],
  'firewall/raw-bypassed-by-l3hw': [
    inferred('routeros/l3hw#l3hw-feature-support', 'raw rules belong to the firewall, which the CPU applies'),
    reported('forum/155752', 'MikroTik staff: packets to an offloaded prefix never enter the CPU and trigger no rule'),
  ],
} as const satisfies EvidenceTable;
