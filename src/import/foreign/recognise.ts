// Whose configuration a text is, by what only that maker prints: a switch that rosc can read, or what it seems to be
// instead.

import type { Maker } from './clean.ts';
import { pattern } from './pattern.ts';
import { other, running, unsupportedTexts } from './unsupported-texts.ts';

export type Recognised =
  | { readonly kind: 'switch'; readonly maker: Maker }
  | { readonly kind: 'refused'; readonly seems: string; readonly instead: string }
  /** Nothing of another maker's: a RouterOS export, or no configuration at all. */
  | { readonly kind: 'none' };

const comwareSign = pattern(
  [
    '^ ?(?:undo |ip route-static |interface (?:Vlan-interface|Bridge-Aggregation|',
    'Ten-GigabitEthernet|M-GigabitEthernet)|[ \\t]*port link-(?:type|mode) |irf |',
    'version (?:5|7)\\.\\d)',
  ],
  'm',
);
const iosSign = pattern(
  [
    '^(?:[ \\t]*(?:no )?switchport\\b|interface (?:Vlan ?\\d|Port-channel|(?:Fast|Gigabit|',
    'TenGigabit)Ethernet)|ip route \\d[\\d.]+ \\d|spanning-tree |vtp |line vty |',
    'ip access-list )',
  ],
  'm',
);

export function recogniseMaker(text: string): Recognised {
  if (/^# .* by RouterOS|^\/(?:interface|ip|system|routing)\b/m.test(text)) return { kind: 'none' };
  for (const { patterns, seems, instead } of unsupportedTexts) {
    if (patterns.every((each) => each.test(text))) return { kind: 'refused', seems, instead };
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
            '^[ \\t]*(?:port (?:link-type|link-mode bridge|access|trunk|hybrid)\\b|interface Vlan-?interface|',
            'interface Bridge-Aggregation|interface \\S+\\d\\/0\\/\\d|vlan (?:[2-9]|\\d\\d))',
          ],
          'im',
        ).test(text)
      : pattern(
          [
            '^[ \\t]*(?:(?:no )?switchport\\b|interface Vlan ?\\d|vlan [\\d,-]+\\s*$|',
            'spanning-tree (?:mode|vlan|portfast)|switch \\d)',
          ],
          'im',
        ).test(text);
  if (hasSwitching) return { kind: 'switch', maker };
  const isRouter = pattern(
    [
      '^[ \\t]*(?:interface (?:Serial|Dialer|Gigabit-?Ethernet|FastEthernet|Tunnel|Loopback)|',
      'encapsulation dot1Q|vlan-type dot1q|ip nat |nat outbound|crypto map|ip address )',
    ],
    'im',
  ).test(text);
  const name = maker === 'comware' ? 'Comware' : 'IOS';
  return isRouter
    ? { kind: 'refused', seems: `a configuration of a router with ${name}, not of a switch`, instead: other }
    : { kind: 'refused', seems: `a part of a configuration of ${name}, without ports and VLANs`, instead: running };
}
