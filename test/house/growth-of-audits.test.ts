// Audits of devices with many VLANs, routes and rules: work in proportion, counted as in growth.test.ts.

import { describe, expect, test } from 'vitest';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { meantBy } from '../../src/forwarding/bypass/address-classes.ts';
import { zonesOf } from '../../src/forwarding/matrix.ts';
import { allAddresses } from '../../src/forwarding/packets/space.ts';
import { auditSource } from '../../src/pipeline/analyse/audit-source.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { config, target } from '../support/forwarding-fixture.ts';
import { growthOf } from '../support/work-of.ts';
import { networkOfVlans, zoneClasses } from '../support/zone-networks.ts';

/** A file that counts how often its text is asked for. */
function counted(text: string) {
  let reads = 0;
  const file = {
    path: 'x.rsc',
    get text() {
      reads++;
      return text;
    },
  };
  return { file, read: () => reads };
}

const inProportion = 4.5;
/** Where each may go to each: 4 to the power of 1.3, while a square of pairs is sixteen. */
const manyWaysBetween = 6.1;

describe('an audit of VLANs that rules name one by one, beside FastTrack', () => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const ids = (count: number) => Array.from({ length: count }, (_, n) => n + 100);
  const established = 'chain=forward connection-state=established,related';
  const perVlan: Record<string, readonly [menu: string, rows: (id: number) => readonly string[]]> = {
    'by where they enter': [
      '/ip firewall filter',
      (id) => [
        `add action=accept chain=forward in-interface=vlan${id} dst-port=80 protocol=tcp`,
        `add action=drop chain=forward in-interface=vlan${id}`,
      ],
    ],
    'by where they leave': [
      '/ip firewall filter',
      (id) => [`add action=drop chain=forward out-interface=vlan${id} dst-port=${id} protocol=tcp`],
    ],
    'by their addresses': [
      '/ip firewall filter',
      (id) => [`add action=drop chain=forward src-address=10.1.${id}.0/24 dst-port=${id} protocol=tcp`],
    ],
    'by queues': ['/queue simple', (id) => [`add name=q${id} target=10.1.${id}.0/24 max-limit=10M/10M`]],
    'by queues on interfaces': ['/queue simple', (id) => [`add name=q${id} target=vlan${id} max-limit=10M/10M`]],
    'by HotSpots': ['/ip hotspot', (id) => [`add name=h${id} interface=vlan${id} disabled=no`]],
  };

  test.each(Object.entries(perVlan))('%s', (_, [menu, rows]) => {
    const audit = (count: number) => {
      const text = [
        '# 2025-01-01 00:00:00 by RouterOS 7.20.8',
        '# model = CRS326-24G-2S+',
        '/interface bridge add name=bridge1 vlan-filtering=yes',
        '/interface ethernet switch set 0 l3-hw-offloading=yes',
        '/interface bridge port add bridge=bridge1 interface=ether1',
        ...ids(count).map((id) => `/interface vlan add interface=bridge1 name=vlan${id} vlan-id=${id}`),
        ...ids(count).map((id) => `/interface bridge vlan add bridge=bridge1 tagged=bridge1,ether1 vlan-ids=${id}`),
        '/ip address add address=192.0.2.2/30 interface=ether2',
        ...ids(count).map((id) => `/ip address add address=10.1.${id}.1/24 interface=vlan${id}`),
        `/ip firewall filter add action=fasttrack-connection ${established}`,
        `/ip firewall filter add action=accept ${established}`,
        menu,
        ...ids(count).flatMap(rows),
      ].join('\n');
      expect(auditSource({ path: 'x.rsc', text }, profiles, {}).report.devices).toHaveLength(1);
    };
    expect(growthOf(audit, 10, 40)).toBeLessThan(manyWaysBetween);
  });
});

test('an audit of routes by many routers, beside rules for many ports', () => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const many = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, n) => line(n));
  const audit = (count: number) => {
    const text = [
      '# 2025-01-01 00:00:00 by RouterOS 7.20.8',
      '# model = RB5009UG+S+',
      '/ip address add address=10.1.0.1/16 interface=ether1',
      '/ip address add address=10.2.0.1/16 interface=ether2',
      '/ip route',
      ...many(count, (n) => `add dst-address=172.16.${n}.0/24 gateway=10.${(n % 2) + 1}.9.${n}`),
      '/ip firewall filter',
      ...many(count, (n) => `add action=drop chain=forward dst-port=${1000 + n} protocol=tcp`),
    ].join('\n');
    const { diagnostics } = auditSource({ path: 'x.rsc', text }, profiles, {}).report;
    expect(diagnostics.map(({ code }) => code)).toContain('firewall/fasttrack-missing');
  };
  expect(growthOf(audit, 6, 24)).toBeLessThan(inProportion);
});

test('who is meant by rules that all name one long list', () => {
  const meant = (count: number) => {
    const each = (rows: (n: number) => string) => Array.from({ length: count }, (_, n) => rows(n)).join('\n');
    const network = buildNetwork(
      config(`
        ${each((n) => `/ip/firewall/address-list list=far address=172.${16 + (n >> 8)}.${n & 255}.1`)}
        ${each((n) => `/ip/firewall/filter chain=forward action=accept src-address-list=far protocol=tcp dst-port=${n + 1}`)}
      `),
      target(),
    );
    expect(meantBy(network, 4, allAddresses(4))).not.toBe('');
  };
  expect(growthOf(meant, 100, 400)).toBeLessThan(inProportion);
});

test('an audit of connections that rules mark by what a flow does not say', () => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const marking = (index: number) => [
    `add action=mark-connection chain=forward protocol=tcp tls-host=*.${index}.example new-connection-mark=c${index}`,
    `add action=mark-packet chain=forward connection-mark=c${index} new-packet-mark=p${index} passthrough=no`,
  ];
  const audit = (count: number) => {
    const text = [
      '# 2025-01-01 00:00:00 by RouterOS 7.20.8',
      '# model = RB4011iGS+',
      '/ip address add address=10.0.4.1/24 interface=ether4',
      '/ip address add address=192.0.2.2/24 interface=ether1',
      '/ip route add gateway=192.0.2.1',
      '/ip firewall nat add action=masquerade chain=srcnat out-interface=ether1',
      '/ip firewall filter add action=fasttrack-connection chain=forward connection-state=established',
      '/queue simple',
      ...Array.from(
        { length: count },
        (_, n) => `add name=q${n} target=10.0.4.0/24 packet-marks=p${n} max-limit=1M/1M`,
      ),
      '/ip firewall mangle',
      ...Array.from({ length: count }, (_, index) => marking(index)).flat(),
    ].join('\n');
    const { file, read } = counted(text);
    expect(auditSource(file, profiles, {}).report.devices).toHaveLength(1);
    return read();
  };
  // Each way names places of the file, and none the whole of it.
  expect(audit(4)).toBeLessThan(2 * audit(1));
  expect(growthOf(audit, 1, 4)).toBeLessThan(4 ** 3);
});

test.each([
  ['switched by the CPU', ' hw=no'],
  ['switched by the chip', ''],
])('an audit of ports of a bridge that queues tell apart, %s', (_, by) => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const audit = (count: number) => {
    const ports = Array.from({ length: count }, (_, n) => `ether${n + 1}`);
    const text = [
      '# 2025-01-01 00:00:00 by RouterOS 7.20.8',
      '# model = CRS326-24G-2S+',
      '/interface bridge add name=bridge1',
      '/interface bridge settings set use-ip-firewall=yes',
      '/interface bridge port',
      ...ports.map((port) => `add bridge=bridge1 interface=${port}${by}`),
      '/ip address add address=10.0.0.1/24 interface=bridge1',
      '/ip firewall filter add action=fasttrack-connection chain=forward connection-state=established,related',
      '/ip firewall filter add action=drop chain=forward connection-state=invalid',
      '/ip firewall mangle add action=mark-packet chain=postrouting protocol=udp dst-port=53 new-packet-mark=games passthrough=no',
      '/queue tree',
      ...ports.flatMap((port) => [`add name=q-${port} parent=${port} packet-mark=games max-limit=10M`]),
    ].join('\n');
    expect(auditSource({ path: 'x.rsc', text }, profiles, {}).report.devices).toHaveLength(1);
  };
  // Frames meet the queues where they leave: what enters by any port fares alike, so no pairs of ports are followed.
  expect(growthOf(audit, 4, 16)).toBeLessThan(inProportion);
});

test.each([
  ['each on the one before', (n: number) => (n === 0 ? 'ether1' : `v${n - 1}`)],
  ['each on the one before, in a circle', (n: number, all: number) => `v${(n || all) - 1}`],
])('an audit of many VLANs, %s', (_, parent) => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const audit = (count: number) => {
    const rows = Array.from({ length: count }, (_, n) => {
      const address = `/ip address add address=10.${n >> 8}.${n & 255}.1/24 interface=v${n}\n`;
      return `/interface vlan add name=v${n} vlan-id=5 interface=${parent(n, count)}\n${address}`;
    });
    const head = '# 2025-01-01 00:00:00 by RouterOS 7.20.8\n# model = CRS326-24G-2S+\n';
    const text = `${head}/interface ethernet switch set 0 l3-hw-offloading=yes\n${rows.join('')}`;
    expect(auditSource({ path: 'x.rsc', text }, profiles, {}).report.devices).toHaveLength(1);
  };
  expect(growthOf(audit, 250, 1000)).toBeLessThan(inProportion);
});

test('an audit of VLANs with both families, beside rules that deny a service of each family at one of them', () => {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const rules = [4, 6].map((family) => {
    const [protocol, to] = family === 4 ? ['ip', 'dst-address=10.1.2.0/24'] : ['ipv6', 'dst-address6=2001:db8:2::/64'];
    return `add switch=switch1 ports=ether1 mac-protocol=${protocol} protocol=tcp ${to} new-dst-ports=""`;
  });
  const audit = (count: number) => {
    const ids = Array.from({ length: count }, (_, n) => n + 2);
    const text = [
      '# 2025-01-01 00:00:00 by RouterOS 7.20.8',
      '# model = CRS326-24G-2S+',
      '/interface bridge add name=bridge1 vlan-filtering=yes',
      '/interface ethernet switch set 0 l3-hw-offloading=yes',
      '/interface ethernet switch l3hw-settings set ipv6-hw=yes',
      '/interface bridge port add bridge=bridge1 interface=ether1',
      ...ids.map((id) => `/interface vlan add interface=bridge1 name=vlan${id} vlan-id=${id}`),
      ...ids.map((id) => `/interface bridge vlan add bridge=bridge1 tagged=bridge1,ether1 vlan-ids=${id}`),
      ...ids.map((id) => `/ip address add address=10.1.${id}.1/24 interface=vlan${id}`),
      ...ids.map((id) => `/ipv6 address add address=2001:db8:${id}::1/64 interface=vlan${id}`),
      '/interface ethernet switch rule',
      ...Array.from({ length: 6 }, (_, n) => rules.map((rule) => `${rule} dst-port=${1000 + n}`)).flat(),
    ].join('\n');
    const { diagnostics } = auditSource({ path: 'x.rsc', text }, profiles, {}).report;
    expect(diagnostics.map(({ code }) => code)).not.toContain('acl/acl-ipv6-hole');
  };
  expect(growthOf(audit, 50, 200)).toBeLessThan(inProportion);
});

test('finding the classes of zones', () => {
  const find = (count: number) => {
    const network = networkOfVlans('CRS309-1G-8S+', count, '');
    return zoneClasses(network, zonesOf(network));
  };
  // Four times the VLANs: an exponent of 1.3 is a factor of 6.
  expect(growthOf(find, 100, 400)).toBeLessThan(6);
});
