// What outlives the simulated device's process: the state file, and files on flash.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../src/device/sim/clock.ts';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import { keepState, readState } from '../../../src/device/sim/state-file.ts';
import { targetOf } from '../../support/sim-target.ts';

const target = targetOf('CRS326-24G-2S+', '7.18.2');
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sim-state-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('the state file', () => {
  it('brings back what a device that lost power still has', async () => {
    const path = join(directory, 'state.json');
    const clock = createVirtualClock();
    const simulator = createSimulator({ target, clock });
    const stop = keepState(simulator, path, 5);
    simulator.run(`/ip/address/add address=192.0.2.1/24 interface=ether1
/file/add name=flash/kept.rsc contents=":log info kept"
/file/add name=gone.rsc contents=""
/system/scheduler/add name=boot start-time=startup on-event="/import flash/kept.rsc"
:global g 5`);
    await stop();
    const image = await readState(path);
    const again = createSimulator({ target, clock, ...(image && { image }) });
    expect(again.snapshot()['/ip/address']).toEqual(simulator.snapshot()['/ip/address']);
    expect(again.print('/file').map((row) => row.name)).toEqual(['flash', 'flash/kept.rsc']);
    expect(again.print('/system/script/environment')).toEqual([]);
    await clock.sleep(10_000);
    expect(again.print('/log')).toMatchObject([{ message: 'kept' }]);
  });

  it('need not exist yet, and has to be one', async () => {
    expect(await readState(join(directory, 'none.json'))).toBeUndefined();
    await writeFile(join(directory, 'other.json'), '{"rows": 5}');
    await expect(readState(join(directory, 'other.json'))).rejects.toThrow('holds no state');
    expect(await readFile(join(directory, 'other.json'), 'utf8')).toBe('{"rows": 5}');
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
