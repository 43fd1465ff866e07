// Commits that nobody ended: what `rosc recover`, `confirm` and `rollback` find and do.

import { expect, test } from 'vitest';
import type { CommitStep } from '../../src/apply/apply-context.ts';
import { confirmOpen, openCommits, rollbackOpen } from '../../src/apply/recover.ts';
import type { Device } from '../../src/device/device.ts';
import { createRig, killedAt, letTimePass, type Rig, siteNamed } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';
import { recoverAll } from '../support/recover-all.ts';

/** rosc dies when this step begins. */
async function abandoned(at: CommitStep): Promise<{ rig: Rig; before: unknown }> {
  const rig = createRig({ site: siteNamed('rig') });
  const before = essenceOf(rig.simulator);
  const plan = await rig.plan();
  await expect(rig.apply(plan, { onStep: killedAt(at) })).rejects.toThrow('killed');
  return { rig, before };
}

function toolsOn(rig: Rig): readonly unknown[] {
  return [...rig.simulator.print('/system/script'), ...rig.simulator.print('/system/scheduler')];
}

test('an open commit is listed with its owner and its time', async () => {
  const { rig } = await abandoned('checking');
  const [commit, ...others] = await openCommits(await rig.connect());
  expect(others).toEqual([]);
  expect(commit?.state).toBe('open');
  expect(commit?.transaction).toBe('5eed');
  expect(commit?.lock).toEqual({ transaction: '5eed', owner: 'test', until: '2026-04-21 20:02:00' });
  expect(commit?.objects).toContain('rosc-5eed-undo');
});

test('recover undoes what is open and clears the device', async () => {
  const { rig, before } = await abandoned('checking');
  expect(await recoverAll(await rig.connect(), rig)).toEqual(new Map([['5eed', { kind: 'undone' }]]));
  expect(essenceOf(rig.simulator)).toEqual(before);
  expect(toolsOn(rig)).toEqual([]);
});

test('what a broken-off commit left is no part of what a site with scripts of its own is planned against', async () => {
  const raw = `    raw: |\n      /system/script/add name=rosc-notes source=":log info kept"\n`;
  const site = siteNamed('rig').replace('    routes:', `${raw}    routes:`);
  const rig = createRig({ site });
  await rig.apply(await rig.plan());
  const lock = 'transaction=77 until=2026-01-01 00:00:00 owner=ann@desk';
  rig.simulator.run(`/system/script/add name=rosc-lock comment="${lock}"`);
  rig.simulator.run('/system/scheduler/add name=rosc-77-cleaner interval=1h on-event=":put 1"');
  expect((await rig.plan()).changes).toEqual([]);
  rig.simulator.run('/system/script/set rosc-notes source=":log info moved"');
  const { state, diagnostics } = await rig.apply(await rig.plan());
  expect([state, diagnostics.map(({ code }) => code)]).toEqual(['confirmed', ['apply/took-over']]);
});

test('a marker without an undo is a leftover, whatever it is called', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  for (const name of ['rosc-77-undoing', 'rosc-78-pending']) rig.simulator.run(`/system/script/add name=${name}`);
  const commits = await openCommits(await rig.connect());
  expect(commits.map(({ transaction, state }) => [transaction, state])).toEqual([
    ['77', 'leftover'],
    ['78', 'leftover'],
  ]);
});

test('an open commit can be confirmed by another rosc, and is not undone then', async () => {
  const { rig, before } = await abandoned('confirming');
  expect(await confirmOpen(await rig.connect(), '5eed')).toBe('confirmed');
  letTimePass(rig, 600_000);
  expect(essenceOf(rig.simulator)).not.toEqual(before);
  expect(toolsOn(rig)).toEqual([]);
  expect(await confirmOpen(await rig.connect(), '5eed')).toBe('gone');
});

test('a marker that the device does not give up is not confirmed', async () => {
  const { rig } = await abandoned('confirming');
  const device = await rig.connect();
  const stubborn = { ...device, run: async () => ({ kind: 'refused', message: 'action failed (6)' }) as const };
  expect(await confirmOpen(stubborn, '5eed')).toBe('refused');
});

test('an open commit can be rolled back by another rosc', async () => {
  const { rig, before } = await abandoned('confirming');
  expect(await rollbackOpen(await rig.connect(), '5eed', rig)).toEqual({ kind: 'undone' });
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('what a decided commit left is only cleared', async () => {
  const { rig, before } = await abandoned('confirming');
  rig.simulator.run('/system/script/remove rosc-5eed-pending');
  const device = await rig.connect();
  expect((await openCommits(device)).map(({ state }) => state)).toEqual(['leftover']);
  expect(await recoverAll(device, rig)).toEqual(new Map([['5eed', { kind: 'cleared' }]]));
  expect(essenceOf(rig.simulator)).not.toEqual(before);
  expect(toolsOn(rig)).toEqual([]);
});

test('who comes too late to roll back is not told that he did', async () => {
  const { rig, before } = await abandoned('confirming');
  const device = await rig.connect();
  const late: Device = {
    ...device,
    async run(command) {
      if (command.verb === 'set') await confirmOpen(await rig.connect(), '5eed');
      return device.run(command);
    },
  };
  expect(await rollbackOpen(late, '5eed', rig)).toEqual({ kind: 'cleared' });
  expect(essenceOf(rig.simulator)).not.toEqual(before);
});

test('a confirmation whose answer is lost is one all the same', async () => {
  const { rig, before } = await abandoned('confirming');
  const device = await rig.connect();
  const deaf: Device = {
    ...device,
    async run(command) {
      const reply = await device.run(command);
      return command.arguments.numbers === undefined ? reply : { kind: 'lost', reason: 'no answer' };
    },
  };
  expect(await confirmOpen(deaf, '5eed')).toBe('confirmed');
  letTimePass(rig, 600_000);
  expect(essenceOf(rig.simulator)).not.toEqual(before);
  expect(toolsOn(rig)).toEqual([]);
});

test('and one that came after the undo is none', async () => {
  const { rig, before } = await abandoned('confirming');
  const device = await rig.connect();
  const deaf: Device = {
    ...device,
    async run() {
      letTimePass(rig, 200_000);
      return { kind: 'lost', reason: 'no answer' };
    },
  };
  expect(await confirmOpen(deaf, '5eed')).toBe('gone');
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('however long arming takes, the device is back at the time that was written down', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const before = essenceOf(rig.simulator);
  const applying = rig.apply(await rig.plan(), {
    onStep: killedAt('checking'),
    async connect() {
      const device = await rig.connect();
      const slow: Device = {
        ...device,
        async pipeline(commands) {
          const isArming = commands.some(({ arguments: { name = '' } }) => name === 'rosc-5eed-undo');
          if (isArming) await rig.clock.sleep(50_000);
          return device.pipeline(commands);
        },
      };
      return slow;
    },
  });
  await expect(applying).rejects.toThrow('killed');
  expect(essenceOf(rig.simulator)).not.toEqual(before);
  const undoAt = rig.notes.at(-1)?.undoAt ?? 0;
  letTimePass(rig, undoAt - rig.clock.now());
  expect(essenceOf(rig.simulator)).toEqual(before);
});
