// Zones of one class have to be forwarded alike, whatever the configuration says: every pair is decided by itself, and
// held against the pair that stands for it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MatrixCell, offloadMatrix, zonesOf } from '../../../src/forwarding/matrix.ts';
import type { Network } from '../../../src/forwarding/network/network.ts';
import { examples } from '../../support/examples.ts';
import { networkOfVlans, zoneClasses } from '../../support/zone-networks.ts';

/** What two pairs have to share; the words for packets name addresses. */
function essenceOf(cell: MatrixCell | undefined) {
  return cell?.classes.map(({ direction, placement, cpuPath, because }) =>
    [direction, placement, cpuPath, ...because].join(),
  );
}

function expectAlike(network: Network): void {
  const zones = zonesOf(network);
  const cells = new Map(offloadMatrix(network, zones).cells.map((cell) => [`${cell.from} ${cell.to}`, cell]));
  const classes = zoneClasses(network, zones);
  for (const from of classes) {
    for (const to of classes) {
      const pairs = from.flatMap((a) => to.flatMap((b) => (a === b ? [] : [`${a.label} ${b.label}`])));
      const [first = '', ...others] = pairs;
      const essence = [...(essenceOf(cells.get(first)) ?? [])].sort();
      for (const pair of others) expect([...(essenceOf(cells.get(pair)) ?? [])].sort(), pair).toEqual(essence);
    }
  }
}

const vlan = fc.integer({ min: 0, max: 5 });
const line = fc.oneof(
  vlan.map((n) => `/ip firewall filter add chain=forward action=drop in-interface=v${n}`),
  vlan.map((n) => `/ip firewall filter add chain=forward action=accept src-address=10.0.${n}.0/24 protocol=tcp`),
  vlan.map((n) => `/ip firewall filter add chain=forward action=drop dst-address=10.0.0.0-10.0.${n}.255`),
  vlan.map((n) => `/ip firewall filter add chain=forward action=drop dst-address=10.0.${n}.7`),
  vlan.map((n) => `/ip firewall address-list add list=some address=10.0.${n}.0/24`),
  fc.constant('/ip firewall filter add chain=forward action=drop src-address-list=some'),
  vlan.map((n) => `/interface list member add list=inside interface=v${n}`),
  fc.constant('/ip firewall mangle add chain=forward action=mark-packet new-packet-mark=x in-interface-list=inside'),
  vlan.map((n) => `/ip firewall nat add chain=srcnat action=masquerade out-interface=v${n}`),
  vlan.map((n) => `/ip firewall nat add chain=dstnat action=dst-nat dst-address=10.0.${n}.1 to-addresses=10.0.5.9`),
  vlan.map(
    (n) => `/interface ethernet switch rule add switch=switch1 ports=sfp-sfpplus1 vlan-id=${100 + n} new-dst-ports=""`,
  ),
  vlan.map(
    (n) =>
      `/interface ethernet switch rule add switch=switch1 ports=sfp-sfpplus1,sfp-sfpplus2 mac-protocol=ip dst-address=10.0.${n}.0/24 redirect-to-cpu=yes`,
  ),
  vlan.map((n) => `/ip route add dst-address=10.0.${n}.128/25 gateway=10.0.1.9`),
  vlan.map((n) => `/ip route add dst-address=10.0.${n}.0/24 blackhole routing-table=other`),
  vlan.map((n) => `/routing rule add src-address=10.0.${n}.0/24 action=lookup table=main`),
  vlan.map((n) => `/queue simple add name=q${n} target=v${n}`),
  vlan.map((n) => `/queue simple add name=a${n} target=10.0.${n}.0/25 max-limit=1M/1M`),
  vlan.map((n) => `/ip ipsec policy add src-address=10.0.${n}.0/24 dst-address=10.0.0.0/16 tunnel=yes action=encrypt`),
  vlan.map((n) => `/interface vlan set v${n} mtu=1400`),
  vlan.map((n) => `/interface vlan set v${n} arp=proxy-arp`),
  vlan.map((n) => `/interface vlan disable v${n}`),
  vlan.map((n) => `/interface vlan set v${n} l3-hw-offloading=no`),
);

describe.each(['CRS326-24G-2S+', 'CRS309-1G-8S+'])('%s', (model) => {
  test('zones of one class are forwarded alike', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const tables = '/routing table add fib name=other';
        expectAlike(networkOfVlans(model, 6, [tables, ...new Set(lines)].join('\n')));
      }),
      { numRuns: examples(14, 40) },
    );
  });

  test('hundreds of VLANs that nothing tells apart are one class beside that of the default route', () => {
    const network = networkOfVlans(model, 300, '/ip firewall filter add chain=forward action=drop in-interface=v7');
    const classes = zoneClasses(network, zonesOf(network));
    expect(classes.map((members) => members.length).sort((a, b) => b - a)).toEqual([299, 1, 1]);
  });
});
