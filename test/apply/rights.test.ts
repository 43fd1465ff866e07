// Rights that are taken away while a commit is under way: what is changed by then is undone by the device itself, and
// the person who applies is told why.

import { expect, test } from 'vitest';
import type { CommitStep } from '../../src/apply/apply-context.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { createRig, letTimePass, type Rig } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';

const site = `version: 1
site: lab
vlans:
  red: { id: 10, ipv4: 10.10.0.0/24 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    management: { port: ether24, address: 192.168.88.1/24 }
    ports: { ether1-4: { vlan: red } }
    gateways: { red: 10.10.0.1 }
`;

/** Applies, and lets somebody run a script on the device when that step begins; all sessions are logged in anew. */
function applyWhile({ apply, simulator }: Rig, plan: Plan, at: CommitStep, script: string) {
  return apply(plan, {
    onStep: (step) => {
      if (step !== at) return;
      simulator.run(script);
      simulator.endSessions();
    },
  });
}

const full = ['local', 'ssh', 'api', 'ftp', 'reboot', 'read', 'write', 'policy', 'test'];
const without = (policy: string) => `
/user/group/add name=less policy=${full.filter((each) => each !== policy).join(',')}
/user/set [find name=admin] group=less`;

test.each([
  ['write', 'confirming', without('write'), 'undone', 'the policies write'],
  ['policy', 'changing', without('policy'), 'undone', 'the policies policy'],
  ['read', 'checking', without('read'), 'unknown', 'the policies read'],
  ['api', 'checking', without('api'), 'unknown', 'the right to log in'],
  ['the user itself', 'checking', '/user/disable [find name=admin]', 'unknown', 'the right to log in'],
] as const)('%s, while %s: the device undoes, and rosc says why', async (_, step, script, ends, lost) => {
  const rig = createRig({ site });
  const plan = await rig.plan();
  const before = essenceOf(rig.simulator);
  const { state, diagnostics } = await applyWhile(rig, plan, step, script);
  expect(state).toBe(ends);
  expect(diagnostics.find(({ code }) => code === 'apply/policy-lost')?.what).toContain(lost);
  letTimePass(rig, 60_000);
  rig.simulator.run('/user/set [find name=admin] group=full disabled=no; /user/group/remove [find name=less]');
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('rights that nothing needs are not missed', async () => {
  const rig = createRig({ site });
  const { state } = await applyWhile(rig, await rig.plan(), 'checking', without('local'));
  expect(state).toBe('confirmed');
});

test('who may still confirm does, and says what he could not see', async () => {
  const rig = createRig({ site });
  const { state, diagnostics } = await applyWhile(rig, await rig.plan(), 'confirming', without('read'));
  expect([state, diagnostics.map(({ code }) => code)]).toEqual(['confirmed', ['apply/left-behind']]);
});
