// Whose configuration a text is, by what only that maker prints: a switch that rosc can read, or what it seems to be
// instead.

import type { Maker } from './clean.ts';
import { pattern } from './pattern.ts';

export type Recognised =
  | { readonly kind: 'switch'; readonly maker: Maker }
  | { readonly kind: 'refused'; readonly seems: string; readonly instead: string }
  /** Nothing of another maker's: a RouterOS export, or no configuration at all. */
  | { readonly kind: 'none' };

interface Sign {
  readonly seems: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

const running = 'save the running configuration alone (`show running-config`, `display current-configuration`)';
const other = 'rosc reads the layer-3 switches of H3C (Comware) and Cisco (IOS, IOS-XE)';

/** In this order: the first that fits says what it is. */
const strangers: readonly Sign[] = [
  {
    seems: 'the output of `show tech-support`',
    pattern: /^-{5,} ?show [\w -]+ ?-{5,}|^show tech-support/m,
    instead: running,
  },
  {
    seems: 'the output of `show version`',
    pattern: /^Cisco (?:IOS|Nexus|Adaptive Security)[^\n]* Software\b[^\n]*,/m,
    instead: running,
  },
  {
    seems: 'the output of `display version`',
    pattern: /^(?:H3C|HPE?|HP) Comware (?:Platform )?Software,? (?:Software )?Version/m,
    instead: running,
  },
  {
    seems: 'diagnostic information of Comware',
    pattern: /^\s*={5,} ?display [\w -]+ ?={5,}|^\s*=+ *display (?:version|diagnostic)/m,
    instead: running,
  },
  {
    seems: 'a configuration of Huawei VRP',
    pattern: pattern(
      [
        '^(?:interface Vlanif\\d|vlan batch |interface Eth-Trunk| port default vlan |',
        ' port trunk allow-pass |!Software Version V\\d|',
        'interface X?Gigabit?Ethernet\\d\\/\\d\\/\\d\\s*\\n port link-type \\w+\\s*\\n port default)',
      ],
      'm',
    ),
    instead: other,
  },
  {
    seems: 'a configuration of VyOS or EdgeOS',
    pattern: /^(?:set interfaces ethernet eth\d|interfaces \{\s*\n\s+ethernet eth)/m,
    instead: other,
  },
  {
    seems: 'a configuration of Junos',
    pattern: pattern(
      [
        '^(?:set (?:system host-name|interfaces \\S+ unit|version \\d)|system \\{\\s*$|',
        '\\s+host-name \\S+;\\s*$|## Last commit:)',
      ],
      'm',
    ),
    instead: other,
  },
  {
    seems: 'a configuration of a FortiGate firewall',
    pattern: /^(?:#config-version=F|config system (?:global|interface)\s*$)/m,
    instead: other,
  },
  {
    seems: 'a configuration of a Cisco ASA firewall',
    pattern: /^(?:: Saved|ASA Version |PIX Version |\s+nameif \S+|\s+security-level \d+)/m,
    instead: other,
  },
  {
    seems: 'a configuration of a PAN-OS firewall',
    pattern: /^(?:set (?:deviceconfig system|rulebase security|network interface ethernet ethernet)|<config version=)/m,
    instead: other,
  },
  {
    seems: 'a configuration of a pfSense or OPNsense firewall',
    pattern: /^<(?:pfsense|opnsense)>/m,
    instead: other,
  },
  {
    seems: 'a configuration of a Check Point firewall',
    pattern: /^set (?:interface \S+ ipv4-address|hostname \S+\s*\nset)/m,
    instead: other,
  },
  {
    seems: 'a configuration of an H3C firewall',
    pattern: pattern(
      [
        '^ ?(?:security-policy ip|security-zone (?:intra-zone|name (?:Trust|Untrust|DMZ))|',
        'zone-pair security|firewall interzone|zone name (?:Trust|Untrust))',
      ],
      'im',
    ),
    instead: other,
  },
  {
    seems: 'a configuration of Cisco NX-OS',
    pattern:
      /^(?:!Command: show running-config|feature (?:interface-vlan|lacp|vpc|hsrp|ospf|bgp|nxapi)\b|vdc \S+ id \d)/m,
    instead: other,
  },
  {
    seems: 'a configuration of Arista EOS',
    pattern: /^(?:! device: \S+ \(|! boot system flash:\/?EOS|transceiver qsfp default-mode)/m,
    instead: other,
  },
  {
    seems: 'a configuration of an HPE Aruba CX switch',
    pattern: /^(?:!Version ArubaOS-CX|\s+vlan (?:access \d+|trunk (?:native|allowed) \S+)\s*$)/m,
    instead: other,
  },
  {
    seems: 'a configuration of a Dell switch with OS10',
    pattern: /^interface ethernet\d+\/\d+\/\d+/m,
    instead: other,
  },
  {
    seems: 'a configuration of a small-business switch of Cisco (SG, CBS), which is no IOS',
    pattern: /^(?:config-file-header|file SSD indicator |ssd-control-start)/m,
    instead: other,
  },
  {
    seems: 'a configuration of a Ruckus ICX switch',
    pattern: /^(?:ver \d\d\.\d|stack unit \d|\s+router-interface ve \d)/m,
    instead: other,
  },
  {
    seems: 'a configuration of a Zyxel switch',
    pattern: /^; (?:Product Name|Firmware Version) = /m,
    instead: other,
  },
  {
    seems: 'a configuration of a TP-Link switch',
    pattern: /^(?:!TL?-?\w*\d{4}\w*-|\s+switchport general allowed vlan )/m,
    instead: other,
  },
  // IOS writes masks, and slots before ports: prefix lengths behind addresses are of those who came later.
  {
    seems: 'a configuration of Cisco NX-OS',
    pattern: pattern(
      [
        '^version \\S+ Bios:|^vrf context |',
        '^interface Ethernet\\d+\\/\\d+[\\s\\S]*^\\s+ip address \\d+(?:\\.\\d+){3}\\/\\d|',
        '^\\s+ip address \\d+(?:\\.\\d+){3}\\/\\d[\\s\\S]*^interface Ethernet\\d+\\/\\d',
      ],
      'm',
    ),
    instead: other,
  },
  {
    seems: 'a configuration of Arista EOS, or of another maker who writes prefix lengths',
    pattern: /^interface [\s\S]*^\s+ip(?:v4)? address \d+(?:\.\d+){3}\/\d/m,
    instead: other,
  },
  {
    seems: 'a configuration of Cisco IOS XR',
    pattern: /^(?:!! IOS XR|RP\/\d\/\S+:)/m,
    instead: other,
  },
  {
    seems: 'a configuration of an HPE Aruba or ProCurve switch',
    pattern: pattern(
      ['^(?:; J[A-Z0-9]+ Configuration Editor|; hpStack|\\s+(?:untagged|', 'tagged) [A-Z]?\\d+[\\d,A-Z-]*\\s*$)'],
      'm',
    ),
    instead: other,
  },
  {
    seems: 'a configuration of a Ruijie or FS switch',
    pattern: /^(?:version RGOS|version \d+\.\d+\(|!version (?:RG|S\d))/im,
    instead: other,
  },
  {
    seems: 'a configuration of a Dell, Netgear or Ubiquiti switch',
    pattern: /^!System (?:Description|Software Version) /m,
    instead: other,
  },
  {
    seems: 'a configuration of Extreme EXOS',
    pattern: /^(?:configure vlan \S+ add ports|# Module devmgr configuration)/m,
    instead: other,
  },
];

const comwareSign = pattern(
  [
    '^ ?(?:undo |ip route-static |interface (?:Vlan-interface|Bridge-Aggregation|',
    'Ten-GigabitEthernet|M-GigabitEthernet)|\\s*port link-(?:type|mode) |irf |',
    'version (?:5|7)\\.\\d)',
  ],
  'm',
);
const iosSign = pattern(
  [
    '^(?:\\s*(?:no )?switchport\\b|interface (?:Vlan ?\\d|Port-channel|(?:Fast|Gigabit|',
    'TenGigabit)Ethernet)|ip route \\d[\\d.]+ \\d|spanning-tree |vtp |line vty |',
    'ip access-list )',
  ],
  'm',
);

export function recogniseMaker(text: string): Recognised {
  if (/^# .* by RouterOS|^\/(?:interface|ip|system|routing)\b/m.test(text)) return { kind: 'none' };
  for (const { pattern, seems, instead } of strangers) {
    if (pattern.test(text)) return { kind: 'refused', seems, instead };
  }
  const isComware = /^ ?sysname \S/m.test(text) && (/^return\s*$/m.test(text) || comwareSign.test(text));
  if (isComware || (comwareSign.test(text) && /^#\s*$/m.test(text))) return ofSwitch(text, 'comware');
  const isIos = (/^hostname \S/m.test(text) || /^version \d+\.\d+/m.test(text)) && iosSign.test(text);
  if (isIos || (iosSign.test(text) && /^!\s*$/m.test(text))) return ofSwitch(text, 'ios');
  return { kind: 'none' };
}

/** A router has no switch ports: what it does is done by its CPU, and not in the words of a switch. */
function ofSwitch(text: string, maker: Maker): Recognised {
  const hasSwitching =
    maker === 'comware'
      ? pattern(
          [
            '^\\s*(?:port (?:link-type|link-mode bridge|access|trunk|hybrid)\\b|interface Vlan-?interface|',
            'interface Bridge-Aggregation|interface \\S+\\d\\/0\\/\\d|vlan (?:[2-9]|\\d\\d))',
          ],
          'im',
        ).test(text)
      : pattern(
          [
            '^\\s*(?:(?:no )?switchport\\b|interface Vlan ?\\d|vlan [\\d,-]+\\s*$|',
            'spanning-tree (?:mode|vlan|portfast)|switch \\d)',
          ],
          'im',
        ).test(text);
  if (hasSwitching) return { kind: 'switch', maker };
  const isRouter = pattern(
    [
      '^\\s*(?:interface (?:Serial|Dialer|Gigabit-?Ethernet|FastEthernet|Tunnel|Loopback)|',
      'encapsulation dot1Q|vlan-type dot1q|ip nat |nat outbound|crypto map|ip address )',
    ],
    'im',
  ).test(text);
  const name = maker === 'comware' ? 'Comware' : 'IOS';
  return isRouter
    ? { kind: 'refused', seems: `a configuration of a router with ${name}, not of a switch`, instead: other }
    : { kind: 'refused', seems: `a part of a configuration of ${name}, without ports and VLANs`, instead: running };
}
