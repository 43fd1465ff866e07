// A confirmed commit from its plan to its end, against the simulated switch.

import { describe, expect, test } from 'vitest';
import type { CommitStep } from '../src/apply/apply-context.ts';
import { renderDiagnostics } from '../src/diagnostics/render-text.ts';
import { createRig, factoryScript, letTimePass, siteNamed } from './support/apply-rig.ts';
import { essenceOf } from './support/device-essence.ts';

describe('the rig', () => {
  test('is applied, checked and confirmed, and then there is nothing left to do', async () => {
    const rig = createRig({ site: siteNamed('rig') });
    const steps: CommitStep[] = [];
    const result = await rig.apply(await rig.plan(), { onStep: (step) => steps.push(step) });
    expect(renderDiagnostics(result.diagnostics)).toBe('');
    expect(result.state).toBe('confirmed');
    expect(steps).toEqual(['preparing', 'arming', 'changing', 'checking', 'confirming']);
    expect((await rig.plan()).changes).toEqual([]);
  });

  test('has every line of its post-check proved, but for what no such device can show', async () => {
    const rig = createRig({ site: siteNamed('rig') });
    const { report } = await rig.apply(await rig.plan());
    expect(report?.passed).toBe(true);
    expect(report?.lines.map(({ subject, observed, proof }) => `${proof}: ${subject}: ${observed}`)).toEqual([
      'proved: switch switch1: l3-hw-offloading=yes',
      'proved: driver: state ok',
      'proved: route queue: 0 waiting',
      expect.stringMatching(/^proved: ipv4 routes: \d in hardware$/),
      'proved: ipv4 table: all prefixes',
      'proved: port sfp-sfpplus1: H',
      'proved: port sfp-sfpplus2: H',
      'unproved: VLAN interface left: not shown before 7.21',
      'unproved: VLAN interface right: not shown before 7.21',
      'candidate: route 198.51.100.0/24: H',
      'candidate: route 203.0.113.0/24: H',
      expect.stringMatching(/^proved: switch rules: \d+ valid/),
      expect.stringMatching(/^proved: bridge bridge: 48:|^proved: bridge bridge: /),
    ]);
  });

  test('leaves no script, scheduler, job or lock behind', async () => {
    const rig = createRig({ site: siteNamed('rig') });
    await rig.apply(await rig.plan());
    for (const menu of ['/system/script', '/system/scheduler', '/system/script/job'] as const) {
      expect(rig.simulator.print(menu)).toEqual([]);
    }
  });

  test('is kept with its undo on this side before the device is touched', async () => {
    const rig = createRig({ site: siteNamed('rig') });
    const before = essenceOf(rig.simulator);
    const plan = await rig.plan();
    await rig.apply(plan, {
      journal: {
        async save(entry) {
          expect(essenceOf(rig.simulator)).toEqual(before);
          expect(entry.plan.changes).toEqual(plan.changes);
          expect(entry.undo).toContain('/interface/bridge/remove [/interface/bridge/find name=bridge]');
          rig.journal.push(entry);
        },
      },
    });
    expect(rig.journal).toHaveLength(1);
  });

  test('an empty plan touches nothing', async () => {
    const rig = createRig({ site: siteNamed('rig') });
    await rig.apply(await rig.plan());
    const before = rig.simulator.print('/system/history').length;
    const result = await rig.apply(await rig.plan());
    expect(result.state).toBe('confirmed');
    expect(result.undoAt).toBeUndefined();
    expect(rig.simulator.print('/system/history')).toHaveLength(before);
  });
});

test('when the chip refuses to offload, the device is back in its prior state', async () => {
  const rig = createRig({ site: siteNamed('rig'), faults: { offloadRefused: 1 } });
  const before = essenceOf(rig.simulator);
  const result = await rig.apply(await rig.plan());
  expect(result.diagnostics.map(({ code }) => code)).toEqual(['apply/read-back', 'apply/undone']);
  expect(result.state).toBe('undone');
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('when a switch rule finds no room in the chip, the post-check says which, and all is undone', async () => {
  const rig = createRig({ site: siteNamed('rig'), faults: { tableFull: 1 } });
  const before = essenceOf(rig.simulator);
  const result = await rig.apply(await rig.plan());
  expect(result.diagnostics.map(({ code }) => code)).toEqual(['post-check/rule-invalid', 'apply/undone']);
  expect(result.report?.passed).toBe(false);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('other people’s items in the way go only when somebody says so, and come back with the undo', async () => {
  const create = (faults = {}) => createRig({ site: siteNamed('rig'), script: factoryScript, faults });
  const refused = create();
  const factory = essenceOf(refused.simulator);
  const plan = await refused.plan();
  expect((await refused.apply(plan)).diagnostics.map(({ code }) => code)).toEqual(['apply/displace']);
  expect(essenceOf(refused.simulator)).toEqual(factory);

  const agreed = create();
  expect((await agreed.apply(await agreed.plan(), { displace: true })).state).toBe('confirmed');
  const next = await agreed.plan();
  expect([...next.changes, ...next.displaced]).toEqual([]);

  const undone = create({ tableFull: 1 });
  expect((await undone.apply(await undone.plan(), { displace: true })).state).toBe('undone');
  expect(essenceOf(undone.simulator)).toEqual(factory);
});

test('a plan that needs longer than the time to confirm gets it', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const started = rig.clock.now();
  const result = await rig.apply(await rig.plan(), { confirmTimeoutMs: 1000 });
  expect(result.state).toBe('confirmed');
  expect(result.undoAt).toBeGreaterThan(started + 60_000);
});

test('without rosc the device undoes by itself, at the time that was printed', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const before = essenceOf(rig.simulator);
  const plan = await rig.plan();
  let undoAt = 0;
  await expect(
    rig.apply(plan, {
      confirmTimeoutMs: 300_000,
      onStep(step) {
        if (step === 'checking') throw new Error('rosc is killed');
        if (step === 'arming') undoAt = rig.clock.now() + 300_000;
      },
    }),
  ).rejects.toThrow('killed');
  expect(essenceOf(rig.simulator)).not.toEqual(before);
  letTimePass(rig, undoAt - 5000 - rig.clock.now());
  expect(rig.simulator.print('/ip/address').length).toBeGreaterThan(0);
  letTimePass(rig, 20_000);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test.each(['the power goes', 'the power goes and the clock is lost'])(
  'after %s the device undoes when it is back',
  async (how) => {
    const rig = createRig({ site: siteNamed('rig'), faults: how.includes('clock') ? { clockJump: 1e-9 } : {} });
    const before = essenceOf(rig.simulator);
    const plan = await rig.plan();
    await expect(
      rig.apply(plan, {
        onStep(step) {
          if (step === 'checking') throw new Error('rosc is killed');
        },
      }),
    ).rejects.toThrow('killed');
    rig.simulator.reboot();
    if (how.includes('clock')) rig.simulator.run('/system/clock set date=1970-01-02 time=00:00:10');
    letTimePass(rig, 150_000);
    expect(essenceOf(rig.simulator)).toEqual(before);
  },
);
