// What outlives the simulated device's process: the state file, and files on flash.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../../src/cli.ts';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import { keepState, readState } from '../../../src/device/sim/state-file.ts';
import { nodeIo } from '../../../src/io/node-io.ts';
import { memoryIo } from '../../support/memory-io.ts';
import { targetOf } from '../../support/sim-target.ts';
import { until } from '../../support/until.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const target = targetOf('CRS326-24G-2S+', '7.18.2');
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sim-state-'));
});
afterEach(() => rm(directory, { recursive: true }));

function unexpected(error: unknown): never {
  throw error;
}

describe('the state file', () => {
  it('brings back what a device that lost power still has', async () => {
    const path = join(directory, 'state.json');
    const clock = createVirtualClock();
    const simulator = createSimulator({ target, clock });
    const stop = await keepState(simulator, path, { onTrouble: unexpected, everyMs: 5 });
    simulator.run(`/ip/address/add address=192.0.2.1/24 interface=ether1
/file/add name=flash/kept.rsc contents=":log info kept"
/file/add name=gone.rsc contents=""
/system/scheduler/add name=boot start-time=startup on-event="/import flash/kept.rsc"
:global g 5`);
    await stop();
    const image = readState(await readFile(path, 'utf8'));
    const again = createSimulator({ target, clock, image });
    expect(again.snapshot()['/ip/address']).toEqual(simulator.snapshot()['/ip/address']);
    expect(again.print('/file').map((row) => row.name)).toEqual(['flash', 'flash/kept.rsc']);
    expect(again.print('/system/script/environment')).toEqual([]);
    await clock.sleep(10_000);
    expect(again.print('/log')).toMatchObject([{ message: 'kept' }]);
  });

  it('is told about once while it cannot be written, and again when that comes back', async () => {
    const folder = join(directory, 'folder');
    await mkdir(folder);
    const simulator = createSimulator({ target, clock: createVirtualClock() });
    const told: unknown[] = [];
    let saves = 0;
    const counted = { ...simulator, image: () => ({ ...simulator.image(), saves: saves++ }) };
    const stop = await keepState(counted, join(folder, 'state.json'), { onTrouble: (e) => told.push(e), everyMs: 1 });
    const outage = async () => {
      await rename(folder, `${folder}-gone`);
      const from = saves;
      await until(() => saves > from + 5);
      await mkdir(folder);
      await until(() => existsSync(join(folder, 'state.json')));
      await rm(`${folder}-gone`, { recursive: true });
    };
    await outage();
    expect(told).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
    await outage();
    expect(told).toHaveLength(2);
    await rename(folder, `${folder}-gone`);
    await expect(stop()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('has to be one', () => {
    expect(() => readState('{"rows": 5}')).toThrow('holds no state');
  });

  it('is for its owner alone, whatever stood there before', async () => {
    const path = join(directory, 'state.json');
    for (const before of [path, `${path}.new`]) await writeFile(before, '', { mode: 0o644 });
    const stop = await keepState(createSimulator({ target, clock: createVirtualClock() }), path, {
      onTrouble: unexpected,
    });
    await stop();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['/dev/zero', 'it is no regular file'],
    ['/nowhere/state.json', 'no such file or directory'],
  ])('is not kept in %s, and there is no device then', async (path, why) => {
    const io = memoryIo();
    // Files of the machine, where a test reads none.
    const reading = { ...io, readFile: nodeIo().readFile };
    expect(await main(['sim', '--api', '127.0.0.1:0', '--state', path], reading)).toBe(1);
    expect(io.err()).toContain(why);
    expect(io.out()).toBe('');
  });
});

describe('a backup', () => {
  it('restores everything as it was, by a reboot', async () => {
    const clock = createVirtualClock();
    const simulator = createSimulator({ target, clock });
    simulator.run('/ip/address/add address=192.0.2.1/24 interface=ether1; /system/backup/save name=flash/before');
    const before = simulator.snapshot()['/ip/address'];
    simulator.run('/ip/address/remove [find]; /system/identity/set name=changed');
    expect(() => simulator.run('/system/backup/load name=flash/before')).toThrow('missing =password=');
    simulator.run('/system/backup/load name=flash/before password=""');
    await clock.sleep(60_000);
    expect(simulator.snapshot()['/ip/address']).toEqual(before);
    expect(simulator.print('/system/identity')).toEqual([{ name: 'MikroTik' }]);
    expect(simulator.print('/file').map((row) => row.name)).toContain('flash/before.backup');
  });

  it('does not hold the backups before it, which would double it each time', () => {
    const simulator = createSimulator({ target, clock: createVirtualClock() });
    const sizes = ['a', 'b', 'c'].map((name) => {
      const before = JSON.stringify(simulator.image()).length;
      simulator.run(`/system/backup/save name=${name}`);
      return JSON.stringify(simulator.image()).length - before;
    });
    expect(sizes[2]).toBe(sizes[1]);
  });
});

it('has no cable at a port that the device does not have', () => {
  const management = { port: 'ether99', address: '192.168.88.1' };
  expect(() => createSimulator({ target, clock: createVirtualClock(), management })).toThrow('no port ether99');
});

describe('the factory configuration', () => {
  it.each([
    ['CRS326-24G-2S+', { bridged: 26, address: 'bridge', rules: 0 }],
    ['CCR2116-12G-4S+', { bridged: 0, address: 'ether1', rules: 0 }],
    ['RB5009UG+S+', { bridged: 8, address: 'bridge', rules: 8 }],
  ])("of %s is the manual's", (model, { bridged, address, rules }) => {
    const simulator = createSimulator({
      target: targetOf(model, '7.18.2'),
      clock: createVirtualClock(),
      defconf: true,
    });
    expect(simulator.print('/interface/bridge/port')).toHaveLength(bridged);
    expect(simulator.print('/ip/address')).toMatchObject([{ address: '192.168.88.1/24', interface: address }]);
    expect(simulator.print('/ip/firewall/filter')).toHaveLength(rules);
  });
});
