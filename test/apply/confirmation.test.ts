// A confirmation whose answer is lost, and an undo that begins before anybody wants it.

import { expect, test } from 'vitest';
import type { Device } from '../../src/device/device.ts';
import { isConfirmation, unreachable } from '../support/altered-device.ts';
import { createRig, letTimePass, siteNamed } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';

test('the answer to the confirmation is lost, and rosc finds out', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const result = await rig.apply(await rig.plan(), {
    async connect() {
      const device = await rig.connect();
      return {
        ...device,
        async run(command, options) {
          const reply = await device.run(command, options);
          return isConfirmation(command) ? { kind: 'lost', reason: 'no answer' } : reply;
        },
      };
    },
  });
  expect(result.state).toBe('confirmed');
  expect(rig.simulator.print('/system/script')).toEqual([]);
});

test.each([true, false])('the device goes with the answer to the confirmation (which it got: %s)', async (isSent) => {
  const rig = createRig({ site: siteNamed('rig') });
  const plan = await rig.plan();
  const prior = essenceOf(rig.simulator);
  let isCut = false;
  const result = await rig.apply(plan, {
    async connect() {
      if (isCut) unreachable();
      const device = await rig.connect();
      const print: Device['print'] = async (menu, options) => (isCut ? unreachable() : device.print(menu, options));
      const run: Device['run'] = async (command, options) => {
        if (!isConfirmation(command)) return device.run(command, options);
        if (isSent) await device.run(command, options);
        isCut = true;
        return { kind: 'lost', reason: 'no answer' };
      };
      return { ...device, print, run };
    },
  });
  letTimePass(rig, 600_000);
  expect(result.state).toBe('unknown');
  if (isSent) expect(rig.simulator.print('/ip/address').length).toBeGreaterThan(0);
  else expect(essenceOf(rig.simulator)).toEqual(prior);
  const [lost, unknown] = result.diagnostics;
  expect(lost?.what).toBe('the changes on `core` were good, and nobody saw whether it took the confirmation');
  expect(unknown?.why).toMatch(/^Unless it was confirmed, the device undoes transaction 5eed by itself at /);
});

test('a clock that is set ahead while the undo is armed lets it begin, and that is said', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const prior = essenceOf(rig.simulator);
  const result = await rig.apply(await rig.plan(), {
    onStep: (step) => step === 'arming' && rig.simulator.run('/system/clock/set date=2026-04-22 time=21:00:00'),
  });
  expect(result.diagnostics.map(({ code }) => code)).toEqual(['apply/change-refused', 'apply/undone']);
  expect(result.diagnostics[0]?.what).toContain('its own undo has begun, as it does when its clock is set ahead');
  expect(essenceOf(rig.simulator)).toEqual(prior);
});
