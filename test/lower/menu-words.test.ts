// Parts of a site in RouterOS's own properties: what becomes of their values, and what two keys may not both say.

import { expect, test } from 'vitest';
import { itemsOf, type MenuPath } from '../../src/model/config.ts';
import { lowerSite } from '../support/lower-site.ts';
import { change, diagnose, marked, read } from '../support/valid-site.ts';

function lowered(line: string) {
  return lowerSite(read(change('    routes:', `    ${line}\n    routes:`)), 'core');
}

function rows(line: string, menu: MenuPath): string[] {
  return itemsOf(lowered(line).value.config, menu).map(({ properties }) =>
    [...properties].map(([name, { value }]) => `${name}=${value}`).join(' '),
  );
}

const cases: readonly (readonly [string, string, MenuPath, RegExp])[] = [
  [
    'booleans, lists, the comment',
    'rules: { filter: [{ chain: input, connection-state: [new, invalid], enabled: false, description: later }] }',
    '/ip/firewall/filter',
    /chain=input connection-state=new,invalid disabled=yes comment=rosc:rules\/filter\/\w+ later$/,
  ],
  [
    'an address decides on the menu',
    'addresses: [{ address: "2001:db8::1/64", interface: lo, advertise: false }]',
    '/ipv6/address',
    /address=2001:db8::1\/64 interface=lo advertise=no/,
  ],
  [
    'secrets are looked for later',
    'interfaces: { wireguard: [{ name: wg, private-key: !env WG_KEY }] }',
    '/interface/wireguard',
    /name=wg private-key=@env:WG_KEY comment=/,
  ],
  [
    'rows that every device has',
    'services: { telnet: { enabled: false } }',
    '/ip/service',
    /^name=telnet disabled=yes$/,
  ],
  ['settings', 'settings: { romon: { enabled: true } }', '/tool/romon', /^enabled=yes$/],
];

test.each(cases)('%s', (_, line, menu, expected) => {
  expect(rows(line, menu).filter((row) => expected.test(row))).toHaveLength(1);
});

test.each([
  [
    'ntp: { servers: [192.0.2.9] }',
    'ntp-client: { mode: multicast }',
    '/system/ntp/client',
    'enabled=yes mode=multicast',
  ],
  ['dns: { servers: [192.0.2.9] }', 'dns: { cache-size: 4096 }', '/ip/dns', 'servers=192.0.2.9 cache-size=4096'],
] as const)('what two keys say of one menu is one item: %s', (own, word, menu, item) => {
  expect(rows(`${own}\n    settings: { ${word} }`, menu)).toEqual([item]);
});

test('a bridge without VLANs keeps nothing apart, and leaves its members as they are', () => {
  const text = `version: 1
site: test
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ports:
      ether1: { bridged: true }
      ether2: { bridged: true, bridge-port: { frame-types: admit-only-vlan-tagged } }
    bridge: { auto-mac: true, igmp-version: 3 }
`;
  const { config } = lowerSite(read(text), 'core').value;
  const said = (menu: MenuPath) =>
    itemsOf(config, menu).map(({ properties }) =>
      [...properties].map(([name, { value }]) => `${name}=${value}`).join(' '),
    );
  expect(said('/interface/bridge')).toEqual([
    'name=bridge vlan-filtering=no protocol-mode=rstp comment=rosc:bridge auto-mac=yes igmp-version=3',
  ]);
  expect(said('/interface/bridge/port')).toEqual([
    'bridge=bridge interface=ether1 comment=rosc:port/ether1',
    'bridge=bridge interface=ether2 frame-types=admit-only-vlan-tagged comment=rosc:port/ether2',
  ]);
});

test('a trunk takes what is untagged along', () => {
  const text = change('{ vlan: right }', '{ trunk: right, bridged: true }');
  const ports = itemsOf(lowerSite(read(text), 'core').value.config, '/interface/bridge/port');
  expect(ports.map(({ properties }) => properties.get('frame-types')?.value)).toContain('admit-all');
});

test('the tag of a row does not hang on the order of its words', () => {
  const row = (words: string) =>
    rows(`interfaces: { vrrp: [{ ${words} }] }`, '/interface/vrrp')[0]?.match(/rosc:\S+/)?.[0];
  expect(row('name: v, interface: left, vrid: 3')).toBe(row('vrid: 3, interface: left, name: v'));
});

test('VLANs of a bridge that filters by service tags have such tags', () => {
  expect(rows('bridge: { ether-type: "0x88a8" }', '/interface/vlan').join()).toContain('use-service-tag=yes');
  expect(rows('bridge: { ether-type: "0x8100" }', '/interface/vlan').join()).not.toContain('service');
});

test('two keys that say different things of one service', () => {
  const { diagnostics } = lowered('services: { ssh: { enabled: false, port: 22 }, telnet: { enabled: false } }');
  expect(diagnostics).toEqual([]);
  const managed = change('    routes:', '    services: { ssh: { enabled: false } }\n    routes:').replace(
    /(management: \{[^}]*)\}/,
    '$1, services: ssh }',
  );
  expect(lowerSite(read(managed), 'core').diagnostics.map(marked)).toEqual([['lower/said-twice', 'false']]);
});

test('next hops may be in a network of the rows, or in one that the device is told', () => {
  const marks = (lines: string) =>
    diagnose(change('    routes:\n', `    ${lines}\n    routes:\n      - { to: 10.7.0.0/16, via: 10.60.0.9 }\n`)).map(
      marked,
    );
  expect(marks('identity: alone')).toEqual([['intent/next-hop-unreachable', '10.60.0.9']]);
  expect(marks('addresses: [{ address: 10.60.0.1/24, interface: lo }]')).toEqual([]);
  expect(marks('addresses: [{ address: 10.60.0.1/24, interface: lo, enabled: false }]')).toHaveLength(1);
  expect(marks('addresses: [{ address: 10.60.0.9/24, interface: lo }]')).toHaveLength(1);
  expect(marks('dhcp: { clients: [{ interface: ether10 }] }')).toEqual([]);
  expect(marks('raw: /ip/address/add address=10.60.0.1/24 interface=lo')).toEqual([]);
});
