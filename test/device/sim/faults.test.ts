// What can go wrong on the simulated device, one fault at a time at certain odds, and all of them behind one seed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Device } from '../../../src/device/device.ts';
import { type Faults, faultNames } from '../../../src/device/sim/faults.ts';
import { connectToSimulator } from '../../../src/device/sim/sim-device.ts';
import { createSimulator, type SimulatorOptions } from '../../../src/device/sim/simulator.ts';
import { targetOf } from '../../support/sim-target.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const target = targetOf('CRS326-24G-2S+', '7.18.2');

async function device(faults: Partial<Faults>, more: Partial<SimulatorOptions> = {}) {
  const clock = createVirtualClock();
  const simulator = createSimulator({ target, clock, faults, ...more });
  const connect = (): Promise<Device> => connectToSimulator(simulator, { url: 'sim:x' });
  return { simulator, clock, connect, connection: await connect() };
}

const address = {
  menu: '/ip/address',
  verb: 'add',
  arguments: { address: '192.0.2.1/24', interface: 'ether1' },
} as const;

describe('faults', () => {
  it('lose replies of commands that ran', async () => {
    const { connection, clock, simulator } = await device({ replyLost: 1 });
    const before = clock.now();
    expect(await connection.run(address)).toMatchObject({ kind: 'lost', reason: expect.stringContaining('no answer') });
    expect(clock.now() - before).toBe(30_000);
    expect(simulator.print('/ip/address')).toHaveLength(1);
  });

  it('cut connections before or after the command', async () => {
    const outcomes = new Set<number>();
    for (let seed = 1; seed <= 12; seed++) {
      const { connection, simulator } = await device({ connectionCut: 1 }, { seed });
      expect(await connection.run(address)).toMatchObject({
        kind: 'lost',
        reason: expect.stringContaining('connection cut'),
      });
      outcomes.add(simulator.print('/ip/address').length);
    }
    expect(outcomes).toEqual(new Set([0, 1]));
  });

  it('refuse commands', async () => {
    const { connection, simulator } = await device({ commandRefused: 1 });
    expect(await connection.run(address)).toEqual({ kind: 'refused', message: 'action failed (6)' });
    expect(await connection.print('/ip/address')).toEqual([]);
    expect(simulator.print('/ip/address')).toEqual([]);
  });

  it('lose power in the middle of a script, and keep what was done on flash', async () => {
    const lines = Array.from(
      { length: 50 },
      (_, index) => `/ip/address/add address=10.0.${index}.1/24 interface=ether1`,
    );
    const kept = new Set<number>();
    for (let seed = 1; seed <= 20; seed++) {
      const { connection, clock, simulator } = await device({ rebootMidway: 0.05 }, { seed });
      await connection.execute(lines.join('\n'));
      await clock.sleep(120_000);
      kept.add(simulator.print('/ip/address').length);
      expect(simulator.print('/system/script/job')).toEqual([]);
    }
    expect(kept.size).toBeGreaterThan(3);
    expect(Math.min(...kept)).toBeLessThan(50);
  });

  it('let others change things', async () => {
    const { connection, simulator } = await device({ foreignEdit: 1 });
    await connection.print('/ip/address');
    expect(simulator.foreignEdits).toHaveLength(1);
  });

  it('make the chip refuse to route', async () => {
    const { connection } = await device({ offloadRefused: 1 });
    const set = {
      menu: '/interface/ethernet/switch',
      verb: 'set',
      arguments: { '.id': '*0', 'l3-hw-offloading': 'yes' },
    } as const;
    expect(await connection.run(set)).toMatchObject({ kind: 'done' });
    expect(await connection.print('/interface/ethernet/switch')).toMatchObject([{ 'l3-hw-offloading': 'false' }]);
    expect(await connection.monitor('/interface/ethernet/switch/l3hw-settings/monitor')).toMatchObject([
      { state: 'switch-failure' },
    ]);
    expect(await connection.print('/log')).toMatchObject([{ topics: 'l3hw,error' }]);
  });

  it('fill the rule table', async () => {
    const { connection } = await device({ tableFull: 1 });
    await connection.run({
      menu: '/interface/ethernet/switch/rule',
      verb: 'add',
      arguments: { switch: 'switch1', ports: 'ether1' },
    });
    expect(await connection.print('/interface/ethernet/switch/rule')).toMatchObject([{ invalid: 'true' }]);
  });

  it('fill the disk', async () => {
    const { connection } = await device({ diskFull: 1 });
    const file = { menu: '/file', verb: 'add', arguments: { name: 'flash/x', contents: 'x' } } as const;
    expect(await connection.run(file)).toMatchObject({ kind: 'refused', message: expect.stringContaining('space') });
  });

  it('take a policy away', async () => {
    const { simulator } = await device({ policyMissing: 1 });
    expect(simulator.print('/user')).toMatchObject([{ name: 'admin', group: 'limited' }]);
    const group = simulator.print('/user/group').find((row) => row.name === 'limited');
    expect(
      ['ftp', 'policy', 'reboot', 'write'].filter((policy) => !group?.policy?.split(',').includes(policy)),
    ).toHaveLength(1);
  });

  it('cut the rights of whoever is at work, in every way, until they are given back', async () => {
    const ways = new Set<string>();
    for (let seed = 1; seed <= 200; seed++) {
      const { connection, simulator } = await device({ policyLost: 1 }, { seed });
      const reply = await connection.run(address);
      const [user] = simulator.print('/user');
      const rights = user?.disabled === 'true' ? 'disabled' : user?.group === 'cut' ? 'less' : 'all';
      ways.add(`${rights}, ${reply.kind}`);
      simulator.setFaults({});
      simulator.giveRightsBack();
      expect(simulator.print('/user')).toMatchObject([{ name: 'admin', group: 'full', disabled: 'false' }]);
      expect(simulator.print('/user/group').map(({ name }) => name)).toEqual(['read', 'write', 'full']);
    }
    expect([...ways].sort()).toEqual([
      'all, lost',
      'disabled, done',
      'disabled, lost',
      'disabled, refused',
      'less, done',
      'less, lost',
      'less, refused',
    ]);
  });

  it.each([
    ['yes', 1],
    ['no', 0],
  ])(
    'a scheduler whose owner may nothing runs a script with dont-require-permissions=%s %i times',
    async (free, runs) => {
      const { simulator, clock } = await device({});
      simulator.run(`/system/script/add name=log source=":log info ran" policy=read,write dont-require-permissions=${free}
/system/scheduler/add name=log start-date=2026-04-21 start-time=20:00:05 on-event=log policy=read,write
/user/disable [find name=admin]`);
      await clock.sleep(10_000);
      expect(simulator.print('/log').filter(({ message }) => message === 'ran')).toHaveLength(runs);
    },
  );

  it('turn the clock and start in 1970 after a boot', async () => {
    const { connection, simulator, clock, connect } = await device({ clockJump: 1 });
    await connection.run({ menu: '/log', verb: 'info', arguments: { message: 'x' } });
    simulator.reboot();
    await clock.sleep(46_000);
    const again = await connect();
    await again.run({ menu: '/log', verb: 'info', arguments: { message: 'x' } });
    expect(simulator.print('/log')[0]?.time).toMatch(/^19(70-01-0|69-12-31)/);
  });

  it('answer late', async () => {
    const { connection, clock } = await device({ slow: 1 });
    const before = clock.now();
    await connection.print('/system/identity', { timeoutMs: 120_000 });
    expect(clock.now() - before).toBeGreaterThanOrEqual(100);
  });
});

describe("management through the device's own ports", () => {
  const script = `/interface/bridge/add name=bridge
/interface/bridge/port/add bridge=bridge interface=ether1
/ip/address/add address=192.168.88.1/24 interface=bridge`;

  it('is cut by the change that cuts it, and comes back with the undo', async () => {
    const management = { port: 'ether1', address: '192.168.88.1' };
    const { connection, simulator, connect } = await device({}, { script, management });
    expect(
      await connection.run({ menu: '/interface/bridge/port', verb: 'disable', arguments: { '.id': '*0' } }),
    ).toMatchObject({ kind: 'done' });
    await expect(connection.print('/ip/address')).rejects.toMatchObject({ kind: 'connection-lost' });
    await expect(connect()).rejects.toMatchObject({ kind: 'unreachable' });
    simulator.run('/interface/bridge/port/enable [find]');
    expect(await (await connect()).print('/ip/address')).toHaveLength(1);
  });
});

describe('one seed', () => {
  const commands = fc.array(fc.constantFrom(...['add', 'print', 'script', 'comment']), { maxLength: 10 });
  const odds = fc.record(Object.fromEntries(faultNames.map((name) => [name, fc.constantFrom(0, 0.3)])));

  async function run(seed: number, faults: Partial<Faults>, sent: readonly string[]): Promise<unknown> {
    const { simulator, connect, clock } = await device(faults, { seed });
    const heard: unknown[] = [];
    for (const [index, command] of sent.entries()) {
      const connection = await connect().catch(() => undefined);
      if (!connection) {
        await clock.sleep(60_000);
        continue;
      }
      if (command === 'add')
        heard.push(
          await connection.run({ ...address, arguments: { ...address.arguments, address: `10.0.${index}.1/24` } }),
        );
      else if (command === 'script')
        heard.push(await connection.execute(':foreach i in={1;2;3} do={ /ip/pool/add name="p$i" ranges=10.0.0.1 }'));
      else if (command === 'comment')
        heard.push(
          await connection.run({ menu: '/ip/address', verb: 'set', arguments: { '.id': '*1', comment: 'x' } }),
        );
      else heard.push(await connection.print('/ip/address').catch((error: Error) => error.message));
      await connection.close();
    }
    await clock.sleep(600_000);
    return { heard, final: simulator.snapshot(), edits: simulator.foreignEdits };
  }

  it('gives one run', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), odds, commands, async (seed, faults, sent) => {
        expect(await run(seed, faults, sent)).toEqual(await run(seed, faults, sent));
      }),
      { numRuns: 60 },
    );
  });
});
