// `rosc host-check`: what a host says of itself against what its site says of it.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { mergeInterfaces } from '../../src/host/merge-interfaces.ts';
import { readOutput } from '../../src/host/read-output.ts';
import { textOf } from '../../src/source/location.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const site = `version: 1
site: lab
vlans:
  storage: { id: 30, ipv4: 10.30.0.0/24, mtu: 9216 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ports: { ether1-4: { vlan: storage } }
    gateways: { storage: 10.30.0.1 }
hosts:
  nas: { device: core, port: ether1, driver: igb, mtu: 1500, offloads: { lro: on, tso: on } }
`;

async function check(files: readonly string[], further: readonly string[] = []) {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), site);
  const paths = files.map((name) => `fixtures/host/${name}`);
  const status = await main(['host-check', ...paths, ...further, '--json'], io);
  const { entry, diagnostics } = JSON.parse(io.out());
  const said: { code: string; what: string }[] = diagnostics;
  return { status, entry, said: said.map(({ code, what }) => `${code} ${what}`) };
}

test('what the host has otherwise than the site is said, and an MTU that its driver does not take', async () => {
  const { status, entry, said } = await check(
    ['driver.txt', 'features.txt', 'links.json'],
    ['--site', 'site.yaml', '--host', 'nas'],
  );
  expect(said).toEqual([
    'lower/nic-generic-receive packets that `nas` forwards may be slow: its card merges them on receipt',
    'host/driver-mtu `nas` cannot have the MTU of `storage`: its driver accepts at most 9000 bytes',
    'host/differs-from-site `nas` has driver e1000e, not igb as the site says',
    'host/differs-from-site `nas` has MTU 9000, not 1500 as the site says',
    'host/differs-from-site `nas` has LRO off, not on as the site says',
  ]);
  expect(status).toBe(1);
  // The host is right about itself, the site about where it is plugged in.
  expect(entry).toEqual({
    device: 'core',
    port: 'ether1',
    driver: 'e1000e',
    mtu: 9000,
    role: 'hypervisor',
    offloads: { gro: true, lro: false, tso: true, gso: true },
  });
});

test('LRO on an interface of a bridge is a pitfall without any site', async () => {
  const io = memoryIo({ stdin: 'Features for eno1:\nlarge-receive-offload: on\n' });
  expect(await main(['host-check', '-', 'fixtures/host/links.json'], io)).toBe(0);
  expect(io.out()).toContain('warning[lower/nic-large-receive]: packets that `host` forwards are lost or slow');
});

test('however many blanks a line has, its value ends before those at its end', () => {
  const blanks = ' '.repeat(1_000_000);
  const text = `Features for eno1:${blanks}\ngeneric-receive-offload: on${blanks}x${blanks}\n`;
  const [card] = readOutput({ path: 'features', text })?.interfaces ?? [];
  expect(card?.name).toBe('eno1');
  expect(card?.offloads?.gro && textOf(card.offloads.gro.at)).toBe(`on${blanks}x`);
});

test('places are those of the interface, not of its neighbours', () => {
  const text = '[{"ifname":"a","mtu":1500},{"ifname":"b","mtu":9000,"max_mtu":9216}]';
  const reading = readOutput({ path: 'links', text });
  const b = reading?.interfaces.find(({ name }) => name === 'b');
  expect(b?.mtu && textOf(b.mtu.at)).toBe('9000');
  expect(b?.maxMtu && textOf(b.maxMtu.at)).toBe('9216');
});

test('which interface is meant: the one named, the one asked about, or the only one that is up', () => {
  const links = [
    { name: 'lo', isPhysical: false, isUp: true },
    { name: 'eno1', isPhysical: true, isUp: true, busInfo: '0000:00:1f.6' },
    { name: 'eno2', isPhysical: true, isUp: false, busInfo: '0000:05:00.0' },
  ];
  expect(mergeInterfaces(links)).toMatchObject({ name: 'eno1' });
  expect(mergeInterfaces(links, 'eno2')).toMatchObject({ name: 'eno2' });
  expect(mergeInterfaces([...links, { busInfo: '0000:05:00.0' }])).toMatchObject({ name: 'eno2' });
  expect(mergeInterfaces([...links, { name: 'eno2', offloads: {} }])).toMatchObject({ name: 'eno2' });
  const two = links.map((link) => ({ ...link, isUp: true }));
  expect(mergeInterfaces(two)).toEqual({ candidates: ['lo', 'eno1', 'eno2'] });
});

test('what is none of the outputs is not taken for one', () => {
  for (const text of ['', 'driver', '{}', '[]x', '{"start":{},"end":{}}', 'Settings for eth0:\n\tSpeed: 1000Mb/s\n']) {
    expect(readOutput({ path: 'x', text }), text).toBeUndefined();
  }
});
