// What the simulated device hears when it asks a host for an answer, and what it knows of the host afterwards.

import { expect, test } from 'vitest';
import { DeviceError } from '../../../src/device/device.ts';
import { connectToSimulator } from '../../../src/device/sim/sim-device.ts';
import type { Simulator } from '../../../src/device/sim/simulator.ts';
import { device, left, packet, right } from '../../support/sim-rig.ts';

async function ping(simulator: Simulator, words: Readonly<Record<string, string>>) {
  const begin = simulator.clock.now();
  const rows = await (await connectToSimulator(simulator, { url: 'sim:core' })).ping({ interval: '200ms', ...words });
  return { received: Number(rows.at(-1)?.received), ms: simulator.clock.now() - begin, rows };
}

test('a host that answers is resolved, and learned by the chip: its traffic is in hardware from then on', async () => {
  const simulator = device();
  expect(simulator.print('/ip/arp')).toEqual([]);
  expect(await ping(simulator, { address: right.address, count: '1' })).toMatchObject({ received: 1, ms: 0 });
  expect(simulator.print('/ip/arp')).toMatchObject([{ address: right.address, interface: 'right', complete: 'true' }]);
  expect(simulator.print('/interface/bridge/host')).toMatchObject([
    { 'mac-address': right.mac, 'on-interface': right.port, vid: '3', external: 'true' },
  ]);
  expect(simulator.inject(packet(left, right)).placement).toBe('hardware');
});

test('a host on a port of the kernel is learned by the kernel', async () => {
  const simulator = device('/interface/bridge/port/set [find interface=sfp-sfpplus2] hw=no');
  await ping(simulator, { address: right.address, count: '1' });
  expect(simulator.print('/interface/bridge/host')).toMatchObject([{ external: 'false' }]);
});

test.each([
  ['nobody is there', '10.0.3.9'],
  ['there is no route', '203.0.113.1'],
])('%s: lost at the end of each interval, and nothing is learned', async (_, address) => {
  const simulator = device();
  const { received, ms, rows } = await ping(simulator, { address, count: '2' });
  expect([received, ms]).toEqual([0, 400]);
  expect(rows.map(({ status, sent }) => [status, sent])).toEqual([
    ['timeout', '1'],
    ['timeout', '2'],
  ]);
  expect(simulator.print('/ip/arp')).toEqual([]);
});

test('a host whose cable is out is silent', async () => {
  const simulator = device();
  simulator.settle();
  simulator.setLink(right.port, false);
  expect((await ping(simulator, { address: right.address, count: '1' })).received).toBe(0);
});

test('the device answers itself, and everything behind a gateway that is there', async () => {
  const simulator = device('/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2');
  expect((await ping(simulator, { address: '10.0.2.1', count: '3' })).received).toBe(3);
  expect((await ping(simulator, { address: '198.51.100.7', count: '1' })).received).toBe(1);
});

test('a VRF has routes of its own', async () => {
  const simulator = device('/ip/vrf/add name=apart interfaces=right');
  expect((await ping(simulator, { address: right.address, count: '1' })).received).toBe(0);
  expect((await ping(simulator, { address: right.address, count: '1', vrf: 'apart' })).received).toBe(1);
});

test('an argument that it does not have, and a login without the policy, are refused', async () => {
  const simulator = device('/user/group/add name=looker policy=api,read; /user/add name=eve group=looker');
  await expect(ping(simulator, { address: right.address, once: '' })).rejects.toThrow('unknown parameter once');
  const eve = await connectToSimulator(simulator, { url: 'sim:core', user: 'eve' });
  const refusal = await eve.ping({ address: right.address, count: '1' }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DeviceError);
  expect(refusal).toMatchObject({ kind: 'permission' });
});
