// The confirmed commit as the device sees it: scripts, files and schedulers that undo a change by themselves.

import { describe, expect, it } from 'vitest';
import type { Device } from '../../../src/device/device.ts';
import { connectToSimulator } from '../../../src/device/sim/sim-device.ts';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import { targetOf } from '../../support/sim-target.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const policy = 'ftp,reboot,read,write,policy,test';

const driver = `:global roscT "applying"
:do { /import file-name=flash/rosc-T-apply.rsc; :set roscT "applied" } on-error={
  :set roscT "failed"; /system/script/run rosc-T-undo }`;

const undo = `:global roscT
:if ([:len [/system/script/find name="rosc-T-pending"]] > 0) do={
  :if ($roscT = "applying") do={ :do { /system/script/job/remove [find script="rosc-T-run"] } on-error={} }
  :do { /import file-name=flash/rosc-T-undo.rsc } on-error={}
  :do { /system/scheduler/remove [find name="rosc-T-revert" or name="rosc-T-boot"] } on-error={}
  :do { /system/script/remove [find name="rosc-T-pending"] } on-error={}
  :set roscT "undone" }`;

const apply = `/interface/bridge/add name=bridge vlan-filtering=yes
/interface bridge port
add bridge=bridge interface=ether1 pvid=10
add bridge=bridge interface=ether2 pvid=20
`;

const inverse = `:do { /interface/bridge/port/remove [find interface=ether2 dynamic=no] } on-error={}
:do { /interface/bridge/port/remove [find interface=ether1 dynamic=no] } on-error={}
:do { /interface/bridge/remove [find name=bridge] } on-error={}
`;

async function rig(options: { apply?: string; routeros?: string } = {}) {
  const clock = createVirtualClock();
  const target = targetOf('CRS326-24G-2S+', options.routeros ?? '7.18.2');
  const simulator = createSimulator({ target, clock });
  const prior = simulator.snapshot()['/interface/bridge'] ?? [];
  const connect = (): Promise<Device> => connectToSimulator(simulator, { url: 'sim:test' });
  const connection = await connect();
  const run = async (menu: `/${string}`, verb: string, args: Record<string, string>) => {
    const reply = await connection.run({ menu, verb, arguments: args });
    expect(reply).toMatchObject({ kind: 'done' });
  };
  await run('/file', 'add', { name: 'flash/rosc-T-apply.rsc', contents: options.apply ?? apply });
  await run('/file', 'add', { name: 'flash/rosc-T-undo.rsc', contents: inverse });
  await run('/system/script', 'add', { name: 'rosc-T-pending', source: '', policy });
  await run('/system/script', 'add', { name: 'rosc-T-run', source: driver, policy });
  await run('/system/script', 'add', { name: 'rosc-T-undo', source: undo, policy });
  await run('/system/scheduler', 'add', {
    name: 'rosc-T-revert',
    'start-date': new Date(clock.now() + 120_000).toISOString().slice(0, 10),
    'start-time': new Date(clock.now() + 120_000).toISOString().slice(11, 19),
    interval: '2m',
    'on-event': '/system/script/run rosc-T-undo',
    policy,
  });
  await run('/system/scheduler', 'add', {
    name: 'rosc-T-boot',
    'start-time': 'startup',
    interval: '0s',
    'on-event': ':delay 60s; /system/script/run rosc-T-undo',
    policy,
  });
  const state = async (device: Device): Promise<string | undefined> =>
    (await device.print('/system/script/environment', { query: ['name=roscT'] }))[0]?.value;
  return { clock, simulator, connection, connect, state, prior };
}

describe('a device with an armed undo', () => {
  it('says when the timer will fire', async () => {
    const { connection } = await rig();
    const [timer] = await connection.print('/system/scheduler', { query: ['name=rosc-T-revert'] });
    expect(timer).toMatchObject({ 'next-run': '2026-04-21 20:02:00', 'run-count': '0' });
  });

  it('applies in the background and undoes itself when nobody confirms', async () => {
    const { clock, simulator, connection, state } = await rig();
    expect(await connection.execute('/system/script/run rosc-T-run')).toMatchObject({
      kind: 'done',
      ret: expect.stringMatching(/^\*/),
    });
    await clock.sleep(1000);
    expect(await state(connection)).toBe('applied');
    expect(await connection.print('/interface/bridge/port')).toHaveLength(2);
    await clock.sleep(120_000);
    expect(await state(connection)).toBe('undone');
    expect(simulator.print('/interface/bridge')).toEqual([]);
    expect(simulator.print('/system/scheduler')).toEqual([]);
  });

  it('undoes at once when the change fails', async () => {
    const { clock, connection, state } = await rig({ apply: `${apply}add bridge=bridge interface=ether1\n` });
    await connection.execute('/system/script/run rosc-T-run');
    await clock.sleep(1000);
    expect(await state(connection)).toBe('undone');
    expect(await connection.print('/interface/bridge')).toEqual([]);
  });

  it('changes nothing when the change does not parse', async () => {
    const { clock, connection, state } = await rig({
      apply: `${apply}add bridge=bridge no-such-argument=1 interface=ether3\n`,
    });
    await connection.execute('/system/script/run rosc-T-run');
    await clock.sleep(1000);
    expect(await state(connection)).toBe('undone');
    const history = await connection.print('/system/history');
    expect(history.filter(({ action }) => action?.includes('bridge'))).toEqual([]);
  });

  it('does nothing more once the marker is gone', async () => {
    const { clock, connection, state } = await rig();
    await connection.execute('/system/script/run rosc-T-run');
    await clock.sleep(1000);
    await connection.run({ menu: '/system/script', verb: 'remove', arguments: { '.id': 'rosc-T-pending' } });
    await clock.sleep(600_000);
    expect(await state(connection)).toBe('applied');
    expect(await connection.print('/interface/bridge/port')).toHaveLength(2);
  });

  it('restores itself after a power cut', async () => {
    const { clock, simulator, connection, connect } = await rig();
    await connection.execute('/system/script/run rosc-T-run');
    await clock.sleep(1000);
    simulator.reboot();
    await expect(connection.print('/system/identity')).rejects.toMatchObject({ kind: 'connection-lost' });
    await expect(connect()).rejects.toMatchObject({ kind: 'unreachable' });
    await clock.sleep(50_000);
    const again = await connect();
    expect(await again.print('/interface/bridge/port')).toHaveLength(2);
    await clock.sleep(60_000);
    expect(await again.print('/interface/bridge')).toEqual([]);
    expect(await again.print('/system/script', { query: ['name=rosc-T-pending'] })).toEqual([]);
  });

  it('stops a running change before it undoes it', async () => {
    const slow = `/interface/bridge/add name=bridge\n:delay 5m\n/interface/bridge/port/add bridge=bridge interface=ether1\n`;
    const { clock, connection, state } = await rig({ apply: slow });
    await connection.execute('/system/script/run rosc-T-run');
    await clock.sleep(60_000);
    expect(await state(connection)).toBe('applying');
    expect(await connection.print('/system/script/job', { query: ['script=rosc-T-run'] })).toHaveLength(1);
    await clock.sleep(70_000);
    expect(await state(connection)).toBe('undone');
    await clock.sleep(600_000);
    expect(await connection.print('/interface/bridge')).toEqual([]);
    expect(await connection.print('/interface/bridge/port')).toEqual([]);
  });

  it('never fires a scheduler with default start on 7.24.2', async () => {
    const { clock, connection } = await rig({ routeros: '7.24.2' });
    await connection.run({
      menu: '/system/scheduler',
      verb: 'add',
      arguments: { name: 'canary', interval: '5s', 'on-event': ':log info canary' },
    });
    await clock.sleep(30_000);
    const [canary] = await connection.print('/system/scheduler', { query: ['name=canary'] });
    expect(canary).toMatchObject({ 'run-count': '0' });
    expect(canary).not.toHaveProperty('next-run');
  });
});
