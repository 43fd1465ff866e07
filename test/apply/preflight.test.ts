// A commit that must not begin touches nothing: not even what an earlier one left is cleared on a device that is
// another one, or that may not run what a commit needs.

import { expect, test } from 'vitest';
import type { Row } from '../../src/device/device.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { alter } from '../support/altered-device.ts';
import { createRig, siteNamed } from '../support/apply-rig.ts';

interface Case {
  readonly code: string;
  readonly plan?: (plan: Plan) => Plan;
  /** What the device says of its mode. */
  readonly mode?: Row;
}

const cases: Readonly<Record<string, Case>> = {
  'another device': {
    code: 'apply/other-device',
    plan: (plan) => ({ ...plan, device: { ...plan.device, serial: 'ANOTHER' } }),
  },
  'another release': {
    code: 'apply/other-version',
    plan: (plan) => ({ ...plan, device: { ...plan.device, routeros: '7.13.5' } }),
  },
  'a device without schedulers': { code: 'apply/no-scheduler', mode: { mode: 'home', scheduler: 'false' } },
  'a device without schedulers, in the words of an export': {
    code: 'apply/no-scheduler',
    mode: { mode: 'home', scheduler: 'no' },
  },
  'a device that is flagged': { code: 'apply/flagged', mode: { flagged: 'true' } },
};

test.each(Object.entries(cases))('%s: nothing is cleared, and nothing is sent', async (_, { code, plan, mode }) => {
  const rig = createRig({ site: siteNamed('rig') });
  const made = await rig.plan();
  // What an arming that was cut off left long ago: a commit that may begin would clear it.
  const lock = 'transaction=dead until=2026-01-01 00:00:00 owner=ann@laptop';
  rig.simulator.run(`/system/script/add name=rosc-lock comment="${lock}"`);
  const sent: string[] = [];
  const result = await rig.apply(plan?.(made) ?? made, {
    connect: async () =>
      alter(await rig.connect(), {
        rows: (menu, rows) => (mode && menu === '/system/device-mode' ? [mode] : rows),
        run: ({ menu, verb }) => {
          sent.push(`${menu}/${verb}`);
          return undefined;
        },
        pipeline: (commands) => {
          sent.push(...commands.map(({ menu, verb }) => `${menu}/${verb}`));
          return undefined;
        },
      }),
  });
  expect([result.state, result.diagnostics.map((each) => each.code)]).toEqual(['prepared', [code]]);
  expect(sent).toEqual([]);
  expect(rig.simulator.print('/system/script').map(({ name }) => name)).toEqual(['rosc-lock']);
  expect(rig.simulator.print('/system/scheduler')).toEqual([]);
});

test('what has an undo is nobody’s to clear, however long its time is over, and the lock tells whose it is', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const plan = await rig.plan();
  rig.simulator.run('/system/script/add name=rosc-dead-undo source=":put 1"');
  rig.simulator.run(
    '/system/script/add name=rosc-lock comment="transaction=dead until=2026-01-01 00:00:00 owner=ann@laptop"',
  );
  const { state, diagnostics } = await rig.apply(plan);
  expect([state, diagnostics.map(({ code }) => code)]).toEqual(['prepared', ['apply/commit-open']]);
  expect(diagnostics[0]?.what).toContain('ann@laptop, until 2026-01-01 00:00:00');
  expect(rig.simulator.print('/system/script')).toHaveLength(2);
});

test('an undo needs three times its room: it is rewritten once, and the log has to fit as well', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const plan = await rig.plan();
  const withFree = (free: number) =>
    rig.apply(plan, {
      connect: async () =>
        alter(await rig.connect(), {
          rows: (menu, rows) =>
            menu === '/system/resource' ? rows.map((row) => ({ ...row, 'free-hdd-space': String(free) })) : rows,
        }),
    });
  const [full] = (await withFree(0)).diagnostics;
  const [, size = ''] = /undo of (\d+) characters/.exec(full?.what ?? '') ?? [];
  const codesAt = async (free: number) => (await withFree(free)).diagnostics.map(({ code }) => code);
  expect(await codesAt(3 * Number(size) - 1)).toEqual(['apply/disk-full']);
  expect(await codesAt(3 * Number(size))).toEqual([]);
});
