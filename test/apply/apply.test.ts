// A confirmed commit from its plan to its end, against the simulated switch.

import { describe, expect, test } from 'vitest';
import type { CommitStep } from '../../src/apply/apply-context.ts';
import { DeviceError } from '../../src/device/device.ts';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import { createRig, factoryScript, killedAt, letTimePass, siteNamed } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';

describe('the rig', () => {
  test('is applied, checked and confirmed, and then there is nothing left to do', async () => {
    const rig = createRig({ site: siteNamed('rig') });
    const steps: CommitStep[] = [];
    const result = await rig.apply(await rig.plan(), { onStep: (step) => steps.push(step) });
    expect(renderDiagnostics(result.diagnostics)).toBe('');
    expect(result.state).toBe('confirmed');
    expect(steps).toEqual(['preparing', 'proving', 'arming', 'changing', 'checking', 'confirming']);
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
      expect.stringMatching(/^unproved: traffic into \d ports: at most 0 kB in .*: too little to tell$/),
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
          expect(entry.undo).toContain('/interface/bridge/remove [/interface/bridge/find name="bridge"]');
          rig.journal.push(entry);
        },
        note: async () => undefined,
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

test('without rosc the device has undone it by itself at the time that was printed, and not much before', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const before = essenceOf(rig.simulator);
  const plan = await rig.plan();
  const dying = rig.apply(plan, { confirmTimeoutMs: 300_000, onStep: killedAt('checking') });
  await expect(dying).rejects.toThrow('killed');
  const undoAt = rig.notes.at(-1)?.undoAt ?? 0;
  expect(essenceOf(rig.simulator)).not.toEqual(before);
  letTimePass(rig, undoAt - 15_000 - rig.clock.now());
  expect(rig.simulator.print('/ip/address').length).toBeGreaterThan(0);
  letTimePass(rig, 15_000);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test.each(['the power goes', 'the power goes and the clock is lost'])(
  'after %s the device undoes when it is back',
  async (how) => {
    const rig = createRig({ site: siteNamed('rig'), faults: how.includes('clock') ? { clockJump: 1e-9 } : {} });
    const before = essenceOf(rig.simulator);
    const plan = await rig.plan();
    await expect(rig.apply(plan, { onStep: killedAt('checking') })).rejects.toThrow('killed');
    rig.simulator.reboot();
    if (how.includes('clock')) rig.simulator.run('/system/clock set date=1970-01-02 time=00:00:10');
    letTimePass(rig, 150_000);
    expect(essenceOf(rig.simulator)).toEqual(before);
  },
);

test('a commit is written down at every step, with the time of its undo', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const result = await rig.apply(await rig.plan());
  const states = ['prepared', 'armed', 'changing', 'checking', 'confirming', 'confirmed'];
  expect(rig.notes.map(({ state }) => state)).toEqual(states);
  expect(new Set(rig.notes.slice(1).map(({ undoAt }) => undoAt))).toEqual(new Set([result.undoAt]));
});

test('a mistake of rosc’s own does not leave the device to its timer', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const before = essenceOf(rig.simulator);
  const broken = rig.apply(await rig.plan(), {
    onStep(step) {
      if (step === 'checking') throw new TypeError('a mistake');
    },
  });
  await expect(broken).rejects.toThrow('a mistake');
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('a login that the plan itself takes away comes back with the undo, and rosc sees it', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const before = essenceOf(rig.simulator);
  let isBarred = false;
  const result = await rig.apply(await rig.plan(), {
    onStep: (step) => {
      if (step === 'checking') isBarred = true;
    },
    async connect() {
      if (isBarred && rig.simulator.print('/ip/address').length > 0) {
        throw new DeviceError('login-refused', 'invalid user name or password (6)');
      }
      return rig.connect();
    },
  });
  expect([result.state, result.diagnostics.map(({ code }) => code)]).toEqual([
    'undone',
    ['apply/not-reachable', 'apply/undone'],
  ]);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('an undo that somebody deletes from the device is put there again when it is needed', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const before = essenceOf(rig.simulator);
  const result = await rig.apply(await rig.plan(), {
    onStep: (step) => {
      if (step !== 'checking') return;
      rig.simulator.run('/system/script/remove [find name="rosc-5eed-undo"]');
      rig.simulator.run('/interface/bridge/set bridge vlan-filtering=no');
    },
  });
  expect([result.state, result.diagnostics.map(({ code }) => code)]).toEqual([
    'undone',
    ['apply/read-back', 'apply/undone'],
  ]);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('what was kept brings the device back from a console, without rosc', async () => {
  const rig = createRig({ site: siteNamed('rig'), script: factoryScript });
  const before = essenceOf(rig.simulator);
  const result = await rig.apply(await rig.plan(), { displace: true });
  expect([result.state, essenceOf(rig.simulator)]).not.toEqual(['confirmed', before]);
  const lines = rig.journal[0]?.undo ?? [];
  const pasted = lines.map((line) => `:do { ${line} } on-error={}`).join('\n');
  rig.simulator.run(pasted);
  rig.simulator.run(pasted);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('no secret is written down', async () => {
  const site = siteNamed('rig').replace(
    '    routes:',
    '    bgp: { asn: 65010, router-id: 10.0.2.1, peers: { up: { address: 10.0.2.9, asn: 65000, password: !env KEY } } }\n    routes:',
  );
  const secret = (name: string) => `hush-${name}`;
  const old = '/routing/bgp/connection/add name=old remote.address=10.0.2.8 tcp-md5-key=hush-old local.role=ebgp';
  const rig = createRig({ site, script: `${old} comment=rosc:bgp/old`, secret });
  const result = await rig.apply(await rig.plan());
  expect(result.state).toBe('confirmed');
  const key = rig.simulator.print('/routing/bgp/connection')[0]?.['tcp-md5-key'];
  expect(key).toBe('hush-KEY');
  const { prior, undo } = rig.journal[0] ?? {};
  const kept = JSON.stringify([prior?.items.map(({ properties }) => [...properties]), undo]);
  expect(undo?.join()).toContain('tcp-md5-key="********"');
  expect(kept).not.toContain('hush');
});

test.each(['preparing', 'proving', 'arming'] as const)(
  'interrupted while %s, it changes nothing and leaves nothing',
  async (step) => {
    const rig = createRig({ site: siteNamed('rig') });
    const before = essenceOf(rig.simulator);
    const abort = new AbortController();
    const result = await rig.apply(await rig.plan(), {
      signal: abort.signal,
      onStep: (begun) => begun === step && abort.abort(),
    });
    expect([result.state, result.diagnostics.map(({ code }) => code)]).toEqual(['prepared', ['apply/interrupted']]);
    expect(result.diagnostics[0]?.what).toBe('the commit on `core` was interrupted before its first change');
    // Its scripts, its lock and its schedulers are gone, too.
    expect(essenceOf(rig.simulator)).toEqual(before);
  },
);
