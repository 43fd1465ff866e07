// The undo is proven on the device before the first change, and stays there until it is whole.

import { expect, test } from 'vitest';
import type { ApplyContext } from '../../src/apply/apply-context.ts';
import type { Command, Device, Reply, Row } from '../../src/device/device.ts';
import { createRandom, type Random } from '../../src/device/sim/random.ts';
import { alter } from '../support/altered-device.ts';
import { createRig, killedAt, letTimePass, planOn, type Rig, siteNamed } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';
import { recoverAll } from '../support/recover-all.ts';

const prior = `/interface/bridge/add name=bridge comment=defconf
/interface/bridge/port/add bridge=bridge interface=ether3
/ip/firewall/filter/add chain=forward action=drop src-address=192.0.2.0/24
/interface/bridge/vlan/add bridge=bridge vlan-ids=99 tagged=bridge`;

function toolsOn({ simulator }: Rig): readonly unknown[] {
  return [...simulator.print('/system/script'), ...simulator.print('/system/scheduler')].map(({ name }) => name);
}

async function applied(rig: Rig, alteration: (device: Device) => Device, more: Partial<ApplyContext> = {}) {
  const connect = async () => alteration(await rig.connect());
  return rig.apply(await rig.plan(), { connect, displace: true, ...more });
}

test('every line is proven, and the report counts them', async () => {
  const rig = createRig({ site: siteNamed('rig'), script: prior });
  const { state, proof } = await applied(rig, (device) => device);
  expect(state).toBe('confirmed');
  expect(proof?.lines).toBeGreaterThan(40);
  expect(proof?.proven).toBe(proof?.lines);
});

test.each<[string, (row: Row) => Row]>([
  ['finds nothing', (row) => ({ ...row, comment: `found ${'/'.repeat(1000)}` })],
  ['finds another row', (row) => ({ ...row, comment: `found ${'*FFFF/'.repeat(1000)}` })],
  ['cannot look', (row) => ({ ...row, comment: `found ${'?/'.repeat(1000)}` })],
])('where the device %s, nothing is changed and nothing is left', async (_, bend) => {
  const rig = createRig({ site: siteNamed('rig'), script: prior });
  const before = essenceOf(rig.simulator);
  const rows = (menu: string, all: readonly Row[]) =>
    menu !== '/system/script' ? all : all.map((row) => (row.comment?.startsWith('found') ? bend(row) : row));
  const { state, diagnostics } = await applied(rig, (device) => alter(device, { rows }));
  expect([state, diagnostics.map(({ code }) => code)]).toEqual(['prepared', ['apply/undo-unproven']]);
  expect(essenceOf(rig.simulator)).toEqual(before);
  expect(toolsOn(rig)).toEqual([]);
});

test('a script that the device flags as invalid is no undo', async () => {
  const rig = createRig({ site: siteNamed('rig'), script: prior });
  const rows = (menu: string, all: readonly Row[]) =>
    menu !== '/system/script' ? all : all.map((row) => ({ ...row, invalid: 'true' }));
  const { state, diagnostics } = await applied(rig, (device) => alter(device, { rows }));
  expect([state, diagnostics.map(({ code }) => code)]).toEqual(['prepared', ['apply/not-armed']]);
  expect(toolsOn(rig)).toEqual([]);
});

test('a property that the device does not know is named where it keeps the undo from being read', async () => {
  const site = siteNamed('rig').replace('    routes:', '    raw: "/ip/dns/set nosuch=1"\n    routes:');
  const { state, diagnostics } = await applied(createRig({ site }), (device) => device);
  expect([state, diagnostics.map(({ code }) => code)]).toEqual(['prepared', ['apply/not-armed']]);
  expect(diagnostics[0]?.fix?.title).toMatch(/^Take out what RouterOS \S+ may not know: `nosuch` of `\/ip\/dns`$/);
});

test('a marker that cannot be named is found out before the first change', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const run = ({ verb, arguments: named }: Command): Reply | undefined =>
    verb === 'set' && named.numbers !== undefined ? { kind: 'refused', message: 'no such item' } : undefined;
  const { state, diagnostics } = await applied(rig, (device) => alter(device, { run }));
  expect([state, diagnostics.map(({ code }) => code)]).toEqual(['prepared', ['apply/not-armed']]);
});

test('an undo of which a line fails stays, tries again, and says which line', async () => {
  const rig = createRig({ site: siteNamed('rig'), script: prior });
  const before = essenceOf(rig.simulator);
  await expect(applied(rig, (device) => device, { onStep: killedAt('checking') })).rejects.toThrow('killed');
  // What the undo sets back, or puts back in front, is not there any more; then somebody brings it back.
  const gone = '/interface/ethernet/switch/set switch1 name=other';
  rig.simulator.run(gone);
  letTimePass(rig, 600_000);
  expect(toolsOn(rig)).toEqual(expect.arrayContaining(['rosc-5eed-undo', 'rosc-5eed-undoing', 'rosc-5eed-revert']));
  const log = rig.simulator.print('/log').map(({ message }) => message);
  expect(log.some((each) => each?.includes('lines of the undo failed'))).toBe(true);
  const [outcome] = (await recoverAll(await rig.connect(), { clock: rig.clock, timeoutMs: 60_000 })).values();
  expect(outcome).toEqual({ kind: 'still-undoing', lines: expect.stringContaining('/interface/ethernet/switch/set') });
  rig.simulator.run('/interface/ethernet/switch/set other name=switch1');
  letTimePass(rig, 120_000);
  expect(toolsOn(rig)).toEqual([]);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('the backup is loaded as a last resort, where it is asked for and the undo failed for its whole time', async () => {
  const rig = createRig({ site: siteNamed('rig'), script: prior });
  const before = essenceOf(rig.simulator);
  const dying = applied(rig, (device) => device, { onStep: killedAt('checking'), lastResort: true });
  await expect(dying).rejects.toThrow('killed');
  rig.simulator.run('/interface/ethernet/switch/set switch1 name=other');
  // One failure is not the whole time: somebody may still mend what is in its way.
  letTimePass(rig, 150_000);
  expect(toolsOn(rig)).toContain('rosc-5eed-undo');
  letTimePass(rig, 3_600_000);
  // The backup itself stays, as the next commit's will.
  expect({ ...essenceOf(rig.simulator), '/file': before['/file'] }).toEqual(before);
  expect(toolsOn(rig)).toEqual([]);
});

/** One command after the other. */
function inTurn(device: Device): Device {
  return {
    ...device,
    async pipeline(commands, options) {
      const replies: Reply[] = [];
      for (const command of commands) replies.push(await device.run(command, options));
      return replies;
    },
  };
}

/** A proxy that passes each write on when its time has come: after up to 30 ms, whatever was written before. */
function delaying(device: Device, { clock }: Rig, random: Random): Device {
  const write = async (command: Command, options: Parameters<Device['run']>[1]) => {
    await clock.sleep(random.between(0, 30));
    return device.run(command, options);
  };
  return {
    ...device,
    run: write,
    async pipeline(commands, options) {
      const due = commands.map((command, index) => ({ command, index, ms: random.between(0, 30) }));
      const replies = new Map<number, Reply>();
      for (const { command, index } of due.sort((a, b) => a.ms - b.ms)) {
        replies.set(index, await device.run(command, options));
      }
      return commands.flatMap((_, index) => replies.get(index) ?? []);
    },
  };
}

test('neither a proxy that delays each write nor the order on the device changes anything', async () => {
  const straight = createRig({ site: siteNamed('rig'), script: prior });
  const before = essenceOf(straight.simulator);
  const plan = await straight.plan();
  await applied(straight, inTurn);
  const wanted = essenceOf(straight.simulator);
  for (let seed = 1; seed <= 4; seed++) {
    const rig = createRig({ site: siteNamed('rig'), script: prior, seed, answerMs: seed % 2 === 0 ? 30 : 0 });
    const random = createRandom(seed);
    const connect = async () => delaying(await rig.connect(), rig, random);
    const delayed = await planOn(rig.lowered, await connect());
    expect(delayed.changes).toEqual(plan.changes);
    const { state } = await rig.apply(delayed, { connect, displace: true, confirm: 'manually' });
    expect([seed, state]).toEqual([seed, 'open']);
    const kept = ({ '/system/script': _, '/system/scheduler': __, ...rest }: typeof wanted) => rest;
    expect(kept(essenceOf(rig.simulator))).toEqual(kept(wanted));
    const [outcome] = (await recoverAll(await connect(), { clock: rig.clock })).values();
    expect(outcome?.kind).toBe('undone');
    expect({ ...essenceOf(rig.simulator), '/file': before['/file'] }).toEqual(before);
  }
});
