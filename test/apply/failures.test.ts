// Everything that can stop a commit, what it says then, and where it leaves the device.

import { describe, expect, test } from 'vitest';
import type { ApplyContext, ApplyResult } from '../../src/apply/apply-context.ts';
import { canaryName } from '../../src/apply/names.ts';
import type { Device } from '../../src/device/device.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { type Alterations, alter, isConfirmation, unreachable } from '../support/altered-device.ts';
import { createRig, letTimePass, type Rig, type RigOptions, siteNamed } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';

interface Case {
  readonly rig?: Partial<RigOptions>;
  readonly alter?: Alterations;
  readonly context?: (rig: Rig) => Partial<ApplyContext>;
  readonly plan?: (plan: Plan) => Plan;
  readonly before?: (rig: Rig) => void;
}

interface Ending {
  readonly rig: Rig;
  readonly result: ApplyResult;
  readonly codes: readonly string[];
  readonly isAsBefore: boolean;
}

async function end({ rig: options, alter: altered = {}, context, plan: change, before }: Case): Promise<Ending> {
  const rig = createRig({ site: siteNamed('rig'), ...options });
  const plan = await rig.plan();
  before?.(rig);
  const prior = essenceOf(rig.simulator);
  const result = await rig.apply(change?.(plan) ?? plan, {
    connect: async () => alter(await rig.connect(), altered),
    ...context?.(rig),
  });
  letTimePass(rig, 600_000);
  const isAsBefore = JSON.stringify(essenceOf(rig.simulator)) === JSON.stringify(prior);
  return { rig, result, codes: result.diagnostics.map(({ code }) => code), isAsBefore };
}

describe('before anything is changed', () => {
  const site724 = siteNamed('rig').replace('7.14.3', '7.24.1');
  const cases: Readonly<Record<string, Case & { readonly code: string }>> = {
    'the device moved since the plan': {
      code: 'apply/prior-changed',
      before: (rig) => rig.simulator.run('/ip/address/add address=192.0.2.1/24 interface=ether9'),
    },
    'the plan is for another device': {
      code: 'apply/other-device',
      plan: (plan) => ({ ...plan, device: { ...plan.device, serial: 'ANOTHER' } }),
    },
    'the device was upgraded since the plan': {
      code: 'apply/other-version',
      plan: (plan) => ({ ...plan, device: { ...plan.device, routeros: '7.13.5' } }),
    },
    'the connection can only read': { code: 'apply/read-only', alter: { readOnlyBecause: 'REST has no session.' } },
    'another commit is open': {
      code: 'apply/commit-open',
      before: (rig) =>
        rig.simulator.run(
          '/system/script/add name=rosc-lock comment="transaction=77 until=2026-04-21 20:02:00 owner=ann@desk"',
        ),
    },
    'the device mode forbids schedulers': {
      code: 'apply/no-scheduler',
      alter: { rows: (menu, rows) => (menu === '/system/device-mode' ? [{ mode: 'home', scheduler: 'false' }] : rows) },
    },
    'the device is flagged': {
      code: 'apply/flagged',
      alter: { rows: (menu, rows) => (menu === '/system/device-mode' ? [{ flagged: 'true' }] : rows) },
    },
    'the disk is full': {
      code: 'apply/disk-full',
      alter: {
        rows: (menu, rows) =>
          menu === '/system/resource' ? rows.map((row) => ({ ...row, 'free-hdd-space': '2000' })) : rows,
      },
    },
    'the user lacks a policy': {
      code: 'apply/permission',
      alter: {
        rows: (menu, rows) =>
          menu === '/user/group' ? rows.map((row) => ({ ...row, policy: 'api,read,write,test' })) : rows,
      },
    },
    'the undo cannot be stored': { code: 'apply/not-armed', rig: { faults: { diskFull: 1 } } },
    'the undo is not stored as sent': {
      code: 'apply/not-armed',
      alter: {
        rows: (menu, rows) =>
          menu === '/system/script' ? rows.map((row) => ({ ...row, source: row.source?.slice(0, 100) ?? '' })) : rows,
      },
    },
    'schedulers of this release sleep': {
      code: 'apply/scheduler-asleep',
      rig: { site: site724 },
      alter: {
        run: ({ menu, verb }) =>
          menu === '/system/scheduler' && verb === 'add' ? { kind: 'done', ret: '*99' } : undefined,
        rows: (menu, rows) => (menu === '/system/scheduler' ? [...rows, { '.id': '*99', name: canaryName }] : rows),
      },
    },
    'nobody answers': { code: 'device/unreachable', context: () => ({ connect: async () => unreachable() }) },
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    const { code, ...given } = cases[name] ?? { code: '' };
    const { result, codes, isAsBefore } = await end(given);
    expect(codes).toEqual([code]);
    expect(result.state).toBe('prepared');
    expect(isAsBefore).toBe(true);
  });

  test('the scheduler of a release that is mended runs, and the commit goes on', async () => {
    const { result } = await end({ rig: { site: site724 } });
    expect(result.state).toBe('confirmed');
  });

  test('a clock that was never set is worth a warning, and the commit goes on', async () => {
    const { result, codes } = await end({
      before: (rig) => rig.simulator.run('/system/clock/set date=1970-01-02 time=00:10:00'),
    });
    expect([result.state, codes]).toEqual(['confirmed', ['apply/clock-unset']]);
  });

  test('a backup is one more way back, and its failure no reason to stop', async () => {
    const kept = await end({ context: () => ({ backup: true }) });
    expect(kept.rig.simulator.print('/file').map(({ name }) => name)).toContain('flash/rosc-prior.backup');
    const failed = await end({
      context: () => ({ backup: true }),
      alter: {
        run: ({ menu }) =>
          menu === '/system/backup' ? { kind: 'refused', message: 'failure: not enough space on disk' } : undefined,
      },
    });
    expect([failed.result.state, failed.codes]).toEqual(['confirmed', ['apply/no-backup']]);
  });

  test('a secret that cannot be read cannot be put back', async () => {
    const { codes, isAsBefore } = await end({
      rig: {
        script: '/routing/bgp/connection/add name=old remote.address=10.0.2.9 local.role=ebgp comment=rosc:bgp/old',
      },
      alter: {
        rows: (menu, rows) =>
          menu === '/user/group'
            ? rows.map((row) => ({ ...row, policy: (row.policy ?? '').replace(',sensitive', '') }))
            : rows,
      },
    });
    expect(codes).toEqual(['apply/secret-unreadable']);
    expect(isAsBefore).toBe(true);
  });
});

describe('while the device is changed', () => {
  test('a change is refused', async () => {
    const { result, codes, isAsBefore } = await end({
      plan: (plan) => ({
        ...plan,
        changes: plan.changes.map((change) =>
          change.menu === '/ip/route'
            ? { ...change, properties: [...change.properties, { name: 'distance', after: '4711' }] }
            : change,
        ),
      }),
    });
    expect(codes).toEqual(['apply/change-refused', 'apply/undone']);
    expect(result.diagnostics[0]?.what).toContain('`core` refused add `/ip/route` 198.51.100.0/24: value of distance');
    expect([result.state, isAsBefore]).toEqual(['undone', true]);
  });

  test('a change is refused by the script that runs apart from the session', async () => {
    const { result, codes, isAsBefore } = await end({
      plan: (plan) => ({
        ...plan,
        changes: plan.changes.map((change) =>
          change.menu === '/interface/bridge/port'
            ? {
                ...change,
                properties: change.properties.map((each) => (each.name === 'pvid' ? { ...each, after: '9999' } : each)),
              }
            : change,
        ),
      }),
    });
    expect(codes).toEqual(['apply/change-refused', 'apply/undone']);
    expect([result.state, isAsBefore]).toEqual(['undone', true]);
  });

  test('an answer is lost', async () => {
    const { codes, isAsBefore } = await end({
      alter: {
        pipeline: (commands) =>
          commands.some(({ menu }) => menu === '/ip/address') ? [{ kind: 'lost', reason: 'no answer' }] : undefined,
      },
    });
    expect(codes).toEqual(['apply/connection-lost', 'apply/undone']);
    expect(isAsBefore).toBe(true);
  });

  test('the connection goes before a script is started that nothing but it would start', async () => {
    const { result, codes, isAsBefore } = await end({
      context: (rig) => ({
        async connect() {
          const device = await rig.connect();
          const execute: Device['execute'] = async (script, options) =>
            script.includes('-run-') ? { kind: 'lost', reason: 'no answer' } : device.execute(script, options);
          return { ...device, execute };
        },
      }),
    });
    expect(codes).toEqual(['apply/connection-lost', 'apply/undone']);
    expect(result.diagnostics[0]?.what).toContain('went while it was changed: no answer');
    expect(isAsBefore).toBe(true);
  });

  test('the changes take too long', async () => {
    let rigClock: Rig['clock'] | undefined;
    const { codes, isAsBefore } = await end({
      context: (rig) => {
        rigClock = rig.clock;
        return { onStep: (step) => step === 'changing' && rigClock?.advance(110_000) };
      },
    });
    expect(codes).toEqual(['apply/too-slow', 'apply/undone']);
    expect(isAsBefore).toBe(true);
  });

  test('somebody presses Ctrl-C', async () => {
    const { codes, isAsBefore } = await end({
      context: () => {
        const abort = new AbortController();
        return { signal: abort.signal, onStep: (step) => step === 'changing' && abort.abort() };
      },
    });
    expect(codes).toEqual(['apply/interrupted', 'apply/undone']);
    expect(isAsBefore).toBe(true);
  });
});

describe('after the changes', () => {
  test('the device cannot be reached until it has undone them', async () => {
    const { result, codes, isAsBefore } = await end({
      context(rig) {
        let isCut = false;
        return {
          onStep: (step) => {
            if (step === 'checking') isCut = true;
          },
          connect: async () => {
            const hasAddress = rig.simulator.print('/ip/address').length > 0;
            return isCut && hasAddress ? unreachable() : rig.connect();
          },
        };
      },
    });
    expect(codes).toEqual(['apply/not-reachable', 'apply/undone']);
    expect([result.state, isAsBefore]).toEqual(['undone', true]);
  });

  test('the device is never seen again: nobody knows, and it undoes by itself', async () => {
    const { result, codes, isAsBefore } = await end({
      context(rig) {
        let isCut = false;
        return {
          onStep: (step) => {
            if (step === 'checking') isCut = true;
          },
          connect: async () => (isCut ? unreachable() : rig.connect()),
        };
      },
    });
    expect(codes).toEqual(['apply/not-reachable', 'apply/state-unknown']);
    expect(result.state).toBe('unknown');
    expect(result.diagnostics.at(-1)?.why).toMatch(/by itself at 2026-04-21 20:0\d:\d\d UTC/);
    expect(isAsBefore).toBe(true);
  });

  test('the confirmation is not taken', async () => {
    const { codes, isAsBefore } = await end({
      alter: {
        run: ({ menu, verb, arguments: given }) =>
          menu === '/system/script' && verb === 'remove' && given.numbers
            ? { kind: 'refused', message: 'action failed (6)' }
            : undefined,
      },
    });
    expect(codes).toEqual(['apply/not-confirmed', 'apply/undone']);
    expect(isAsBefore).toBe(true);
  });

  test('what is left behind after the confirmation removes itself', async () => {
    let isCut = false;
    const { rig, result, codes } = await end({
      context: (rig) => ({
        connect: async () => {
          if (isCut) unreachable();
          const device = await rig.connect();
          return {
            ...device,
            async run(command, options) {
              const reply = await device.run(command, options);
              if (isConfirmation(command)) isCut = true;
              return reply;
            },
            print: async (menu, options) => (isCut ? unreachable() : device.print(menu, options)),
          };
        },
      }),
    });
    expect([result.state, codes]).toEqual(['confirmed', ['apply/left-behind']]);
    expect(rig.simulator.print('/ip/address').length).toBeGreaterThan(0);
    expect([...rig.simulator.print('/system/script'), ...rig.simulator.print('/system/scheduler')]).toEqual([]);
  });
});
