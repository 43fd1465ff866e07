// `rosc capture`: what leaves a device's rows, and what stays.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anonymise, type Menus } from '../../src/capture/anonymise.ts';
import { addressPseudonym, macPseudonym, withoutAddresses } from '../../src/capture/pseudonyms.ts';
import { main } from '../../src/cli.ts';
import { type Prefix, parsePrefix, printPrefix } from '../../src/model/prefix.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const key = 'a key for tests';

function prefixOf(text: string): Prefix {
  const prefix = parsePrefix(text);
  if (!prefix) throw new Error(text);
  return prefix;
}

function commonBits(a: bigint, b: bigint, bits: number): number {
  const difference = a ^ b;
  return difference === 0n ? bits : bits - difference.toString(2).length;
}

test('public addresses keep the prefixes that they share, and are no longer themselves', () => {
  const address = fc
    .nat({ max: 0xffffff })
    .map((low): Prefix => ({ family: 4, base: BigInt(0x17000000 + low), length: 32 }));
  fc.assert(
    fc.property(address, address, (a, b) => {
      const [x, y] = [addressPseudonym(key, a), addressPseudonym(key, b)];
      expect(commonBits(x.base, y.base, 32)).toBe(commonBits(a.base, b.base, 32));
    }),
  );
  expect(printPrefix(addressPseudonym(key, prefixOf('23.1.2.3')))).not.toBe('23.1.2.3/32');
  // Another key, other addresses: there is no table to look them up in.
  expect(addressPseudonym('another', prefixOf('23.1.2.3'))).not.toEqual(addressPseudonym(key, prefixOf('23.1.2.3')));
});

test('addresses with a meaning of their own stay', () => {
  for (const text of ['0.0.0.0/0', '10.1.2.3', '192.168.88.1', '224.0.0.5', '::/0', 'fe80::1', '2001:db8::1']) {
    expect(addressPseudonym(key, prefixOf(text)), text).toEqual(prefixOf(text));
  }
});

test('a MAC address keeps its maker, and neighbours stay neighbours', () => {
  const [a, b] = [macPseudonym(key, '48:A9:8A:01:02:03'), macPseudonym(key, '48:A9:8A:01:02:04')];
  expect(a.slice(0, 8)).toBe('48:A9:8A');
  expect(a.slice(0, 14)).toBe(b.slice(0, 14));
  expect(a).not.toBe('48:A9:8A:01:02:03');
});

test('addresses are found wherever they stand, and times and versions are none', () => {
  expect(withoutAddresses(key, '10.0.0.1,23.1.2.3/24@main')).toMatch(/^10\.0\.0\.1,(?!23\.1\.2\.3)[\d.]+\/24@main$/);
  expect(withoutAddresses(key, '2a01:4f8::1%ether1')).not.toContain('2a01:4f8');
  for (const text of ['00:05:00', '7.20.8', '1w2d', 'ether1', '22,80-90', '0x8000']) {
    expect(withoutAddresses(key, text)).toBe(text);
  }
});

const rows: Menus = new Map([
  ['/interface/bridge', [{ '.id': '*1', name: 'bridge1', comment: 'defconf', 'admin-mac': '48:A9:8A:01:02:03' }]],
  [
    '/interface/vlan',
    [
      { '.id': '*2', name: 'acme-berlin', interface: 'bridge1', 'vlan-id': '10', comment: 'Acme, Berlin' },
      { '.id': '*3', name: 'vlan20', interface: 'bridge1', 'vlan-id': '20' },
    ],
  ],
  ['/interface/bridge/vlan', [{ '.id': '*4', bridge: 'bridge1', tagged: 'bridge1,acme-berlin' }]],
  ['/ip/address', [{ '.id': '*5', address: '23.1.2.3/24', network: '23.1.2.0', interface: 'acme-berlin' }]],
  ['/ip/route', [{ '.id': '*6', 'dst-address': '23.1.2.0/24', gateway: '23.1.2.1%acme-berlin' }]],
  ['/routing/bgp/connection', [{ '.id': '*7', name: 'isp', 'tcp-md5-key': 'notForYourEyes' }]],
  ['/system/script', [{ '.id': '*8', name: 'mail', source: 'send password=hunter2' }]],
  ['/system/identity', [{ name: 'acme-core' }]],
]);

test('references stay references, and nothing that names somebody is left', () => {
  const shown = anonymise(rows, key);
  const text = JSON.stringify([...shown]);
  expect(text).not.toMatch(/acme|berlin|23\.1\.2|notForYourEyes|hunter2|01:02:03/i);
  const vlan = shown.get('/interface/vlan')?.[0]?.name;
  expect(vlan).toBe('vlan-1');
  expect(shown.get('/interface/vlan')?.[1]?.name).toBe('vlan20');
  expect(shown.get('/interface/bridge/vlan')?.[0]?.tagged).toBe(`bridge1,${vlan}`);
  expect(shown.get('/ip/route')?.[0]?.gateway).toMatch(new RegExp(`^[\\d.]+%${vlan}$`));
  const [address] = shown.get('/ip/address') ?? [];
  const network = prefixOf(address?.address ?? '');
  expect(printPrefix(network)).toBe(`${address?.network}/24`);
  expect(shown.get('/ip/route')?.[0]?.['dst-address']).toBe(printPrefix(network));
  expect(shown.get('/interface/bridge')?.[0]).toMatchObject({ name: 'bridge1', comment: 'defconf' });
  expect(shown.get('/routing/bgp/connection')?.[0]?.['tcp-md5-key']).toBe('(secret)');
});

test('a device is captured, and the file is read before it is given away', async () => {
  const url = 'sim:CRS317-1G-16S+,fixtures/import/device.rsc.txt';
  const io = memoryIo();
  expect(await main(['capture', url, '-o', 'capture.json'], io), io.err()).toBe(0);
  expect(io.err()).toMatch(/^wrote capture\.json: \d+ rows of \d+ menus; read it before you give it away\n$/);
  const text = io.written.get(join(projectRoot, 'capture.json')) ?? '';
  expect(text).not.toMatch(/hunter2|Anna|people/);
  const capture = JSON.parse(text);
  expect(capture).toMatchObject({ version: 1, model: 'CRS317-1G-16S+', routeros: '7.14.3' });
  expect(capture.menus['/interface/vlan']).toHaveLength(2);
  expect(capture.driver).toHaveLength(1);
  expect(await main(['capture', url, '-o', 'capture.json'], io)).toBe(1);
});

test('what is no device is not captured', async () => {
  const io = memoryIo();
  expect(await main(['capture', 'sim:nothing', '-o', 'capture.json'], io)).toBe(1);
  expect(io.err()).toContain('error[device/cannot-simulate]');
  expect(io.written.size).toBe(0);
});
