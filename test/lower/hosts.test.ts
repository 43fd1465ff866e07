// What is said of the hosts of a site: their MTU, their network card, what a flow asks of them.

import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/diagnostics/codes.ts';
import { lowerSite } from '../support/lower-site.ts';
import { marked, read, validSite } from '../support/valid-site.ts';

function lowerCore(text: string) {
  return lowerSite(read(text), 'core');
}

describe('what is known of a host', () => {
  const host = (line: string) => `${validSite}hosts:\n  box: { device: core, port: ether1, ${line} }\n`;
  const cases: readonly (readonly [string, string, ...(readonly [Code, string][])])[] = [
    ['an MTU above the segment', host('mtu: 9000'), ['lower/host-mtu', '9000']],
    ['an MTU below the segment', host('mtu: 1400'), ['lower/host-mtu', '1400']],
    [
      'an MTU above the card',
      host('nic: am335x, mtu: 9000').replace('10.0.2.0/24 }', '10.0.2.0/24, mtu: 9000 }'),
      ['lower/nic-mtu', '9000'],
    ],
    [
      'a card that cannot have the MTU of its segment, which the host does not repeat',
      host('nic: am335x').replace('10.0.2.0/24 }', '10.0.2.0/24, mtu: 9000 }'),
      ['lower/nic-mtu', 'am335x'],
    ],
    [
      'a driver that may lose the large packets of its segment',
      host('driver: r8168').replace('10.0.2.0/24 }', '10.0.2.0/24, mtu: 9000 }'),
      ['lower/nic-pause-frames', 'r8168'],
      ['lower/nic-jumbo-loss', 'r8168'],
    ],
    ['a card that has the MTU of its segment', host('nic: am335x')],
    ['a card nobody knows', host('nic: intel-i219-lmm'), ['lower/unknown-nic', 'intel-i219-lmm']],
    ['a card that sends slowly', host('nic: intel-i219-lm'), ['lower/nic-slow-send', 'intel-i219-lm']],
    ['the same card, mended', host('nic: intel-i219-lm, offloads: { tso: off }')],
    [
      'a driver without pause frames',
      host('driver: r8168, mtu: 9000').replace('10.0.2.0/24 }', '10.0.2.0/24, mtu: 9000 }'),
      ['lower/nic-pause-frames', 'r8168'],
      ['lower/nic-jumbo-loss', '9000'],
    ],
    [
      'a driver that is reported to lose large packets',
      host('driver: r8168, mtu: 7412').replace('10.0.2.0/24 }', '10.0.2.0/24, mtu: 7412 }'),
      ['lower/nic-pause-frames', 'r8168'],
      ['lower/nic-jumbo-loss', '7412'],
    ],
    [
      'the same driver at an MTU that arrived',
      host('driver: r8168, mtu: 7411').replace('10.0.2.0/24 }', '10.0.2.0/24, mtu: 7411 }'),
      ['lower/nic-pause-frames', 'r8168'],
    ],
    [
      'the driver that cured it',
      host('nic: rtl8168h, driver: r8169, mtu: 9000').replace('10.0.2.0/24 }', '10.0.2.0/24, mtu: 9000 }'),
    ],
    [
      'a flow above what a small CPU moves',
      host('nic: am335x').replace('path: hardware', 'rate: 1Gbps'),
      ['lower/host-too-slow', 'am335x'],
    ],
    [
      'a flow above the speed of the port',
      host('mtu: 1500').replace('path: hardware', 'rate: 2Gbps'),
      ['lower/host-too-slow', 'ether1'],
    ],
    ...(['to', 'from'] as const).map((side): (typeof cases)[number] => [
      `a flow ${side} the address of a small machine`,
      host('nic: am335x, address: 10.0.2.9').replace(
        '{ name: bulk, from: left, to: right, path: hardware }',
        `{ ${side}: 10.0.2.9, ${side === 'to' ? 'from' : 'to'}: right, rate: ${side === 'to' ? 440 : 374}Mbps }`,
      ),
      ['lower/host-too-slow', 'am335x'],
    ]),
    [
      'a flow to the address of a small machine that it can carry',
      host('nic: am335x, address: 10.0.2.9').replace(
        '{ name: bulk, from: left, to: right, path: hardware }',
        '{ to: 10.0.2.9, from: right, rate: 430Mbps }',
      ),
    ],
    ['LRO on a router', host('role: router, offloads: { gro: off, lro: on }'), ['lower/nic-large-receive', 'on']],
    ...(['router', 'hypervisor', 'firewall'] as const).flatMap((role): (typeof cases)[number][] => [
      [`GRO on a ${role}`, host(`role: ${role}, offloads: { gro: on }`), ['lower/nic-generic-receive', 'on']],
      [`GRO off on a ${role}`, host(`role: ${role}, offloads: { gro: off }`)],
      [`GRO unsaid on a ${role}`, host(`role: ${role}`), ['lower/nic-generic-receive', role]],
    ]),
    ['GRO on an end host', host('role: host, offloads: { gro: on }')],
    ['LRO on a host', host('offloads: { lro: on }')],
  ];

  test.each(cases.map(([name, text, ...expected]) => ({ name, text, expected })))('$name', ({ text, expected }) => {
    expect(lowerCore(text).diagnostics.map(marked)).toEqual(expected);
  });
});
