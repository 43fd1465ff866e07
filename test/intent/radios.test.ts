// What is wrong with the radios of a site, and which VLANs they carry.

import { expect, test } from 'vitest';
import type { Code } from '../../src/diagnostics/codes.ts';
import { change, diagnose, marked } from '../support/valid-site.ts';

const withWords = (words: string) => change('    gateways:', `    ${words}\n    gateways:`);

const cases: readonly (readonly [name: string, text: string, expected: readonly [Code, string]])[] = [
  [
    'a port is no radio',
    withWords('wifi: { radios: { ether7: { configuration.ssid: lab } } }'),
    ['intent/unknown-name', 'ether7'],
  ],
  [
    'a described model has the radios that it says',
    withWords('wireless: { radios: { wlan2: { ssid: lab } } }').replace(
      'model: CRS326-24G-2S+',
      'model: { ports: { ether1..24: 1Gbps, wlan1: { speed: 1Gbps, medium: wifi } } }',
    ),
    ['intent/unknown-name', 'wlan2'],
  ],
  [
    'a passphrase is a secret',
    withWords('wifi: { radios: { wifi1: { security.passphrase: abc } } }'),
    ['intent/literal-secret', '***'],
  ],
  [
    'the name from the factory is nobody’s to choose',
    withWords('wifi: { virtual: [{ name: a, default-name: wifi9 }] }'),
    ['intent/unknown-key', 'default-name'],
  ],
  [
    'a VLAN of clients has members',
    withWords('wifi: { datapaths: [{ name: air, vlan-id: 9 }] }').replace(
      '  right: {',
      '  air: { id: 9 }\n  land: { id: 10 }\n  right: {',
    ),
    ['intent/vlan-without-members', 'land'],
  ],
];

test.each(cases)('%s', (_, text, expected) => {
  expect(diagnose(text).map(marked)).toContainEqual(expected);
});

test.each([
  'wifi: { radios: { wifi1: { configuration.ssid: lab, security.passphrase: !env KEY } } }',
  'wireless: { virtual: [{ name: a, master-interface: wlan1, vlan-id: 2 }] }',
])('nothing is wrong with %s', (words) => {
  expect(diagnose(withWords(words))).toEqual([]);
});
