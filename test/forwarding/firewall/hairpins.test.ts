// What comes back by the interface that it enters by: hosts send it, and no router what it would get back.

import { expect, test } from 'vitest';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import { leadHere } from '../../../src/forwarding/firewall/hairpins.ts';
import { type IntervalSet, overlaps, packetsBetween, prefixInterval } from '../../../src/forwarding/packets/space.ts';
import { parsePrefix } from '../../../src/model/prefix.ts';
import { config, target } from '../../support/forwarding-fixture.ts';

const set = (text: string): IntervalSet => {
  const prefix = parsePrefix(text);
  return prefix ? [prefixInterval(prefix)] : [];
};

test.each([
  ['30', []],
  ['29', ['10.0.24.3', '10.0.24.6']],
])('a network of /%s with the device and a router in it', (length, hosts) => {
  const text = `/ip/address address=10.0.24.1/${length} interface=ether1
    /ip/address address=10.0.30.1/24 interface=ether2
    /ip/route dst-address=10.50.0.0/16 gateway=10.0.24.2`;
  const packets = packetsBetween(4, 'tcp', { source: set(`10.0.24.0/${length}`), destination: set('10.0.0.0/8') });
  const parts = leadHere(buildNetwork(config(text), target()), 'ether1', packets);
  const all = ['10.0.24.0', '10.0.24.2', '10.0.24.3', '10.0.24.6', '10.0.24.7'];
  const goes = (from: string, to: string) =>
    parts.some((part) => overlaps(part, { source: set(`${from}/32`), destination: set(to) }));
  expect(all.filter((from) => goes(from, '10.50.0.0/16'))).toEqual(hosts);
  // By the other interface it goes from wherever it comes.
  expect(all.slice(0, 2).filter((from) => goes(from, '10.0.30.0/24'))).toEqual(all.slice(0, 2));
});

test('two routes by one router', () => {
  const text = `/ip/address address=10.0.24.1/24 interface=ether1
    /ip/address address=10.0.30.1/24 interface=ether2
    /ip/route dst-address=10.50.0.0/16 gateway=10.0.24.2
    /ip/route dst-address=10.50.9.0/24 gateway=10.0.24.2
    /ip/route dst-address=10.60.0.0/16 gateway=10.0.24.3`;
  const packets = packetsBetween(4, 'tcp', { source: set('10.50.9.0/24'), destination: set('10.0.0.0/8') });
  const parts = leadHere(buildNetwork(config(text), target()), 'ether1', packets);
  const goes = (to: string) => parts.some((part) => overlaps(part, { destination: set(to) }));
  expect(['10.50.7.0/24', '10.60.0.0/16', '10.0.30.0/24'].map(goes)).toEqual([false, true, true]);
});
