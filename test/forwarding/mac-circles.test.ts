// What an export says of interfaces may go round in circles; no device has such a thing, and nothing waits for its end.

import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { memoryIo } from '../support/memory-io.ts';

const address = '/ip address add address=10.0.0.1/24 interface=';
/** Each of these lists includes others; the address is for what the first of them makes of it. */
const lists = (includes: (index: number) => readonly number[]) =>
  Array.from(
    { length: 100 },
    (_, index) => `add name=l${index} include=${includes(index).map((each) => `l${each}`)}\n`,
  );
const filtered = `${address}ether1\n/ip firewall filter add chain=forward action=drop in-interface-list=l0\n`;

const chain = Array.from({ length: 200 }, (_, index) => `add interface=v${index + 1} name=v${index} vlan-id=2\n`);

test.each([
  ['a VLAN on itself', `/interface vlan add interface=v name=v vlan-id=2\n${address}v`],
  [
    'two on each other',
    `/interface vlan\nadd interface=b name=a vlan-id=2\nadd interface=a name=b vlan-id=3\n${address}a`,
  ],
  [
    'a bridge with its own VLAN for a port',
    `/interface bridge add name=b\n/interface vlan add interface=b name=v vlan-id=2
/interface bridge port add bridge=b interface=v\n${address}b`,
  ],
  [
    'lists of interfaces by twos',
    `${filtered}/interface list\n${lists((index) => [(index + 1) % 100, (index + 2) % 100]).join('')}`,
  ],
  [
    'lists of interfaces by twos that end',
    `${filtered}/interface list\n${lists((index) => [index + 1, index + 2].filter((each) => each < 100)).join('')}`,
  ],
  ['200 on each other', `/interface vlan\n${chain.join('')}${address}v0`],
])('%s', async (_, text) => {
  const io = memoryIo({
    stdin: `# model = CRS326-24G-2S+\n${text}\n/interface ethernet switch set 0 l3-hw-offloading=yes\n`,
  });
  expect(await main(['audit', '-', '--fail-on', 'never'], io)).toBe(0);
});
