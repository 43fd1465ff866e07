// A confirmed commit from its plan to its end, against the simulated switch.

import { expect, test } from 'vitest';
import { renderDiagnostics } from '../src/diagnostics/render-text.ts';
import { createRig, siteNamed } from './support/apply-rig.ts';
import { essenceOf } from './support/device-essence.ts';

test('the rig is applied, checked and confirmed, and then there is nothing left to do', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const plan = await rig.plan();
  const result = await rig.apply(plan);
  expect(renderDiagnostics(result.diagnostics)).toBe('');
  expect(result.state).toBe('confirmed');
  expect(result.report?.passed).toBe(true);
  expect(result.report?.lines.map(({ subject, proof }) => `${subject}: ${proof}`)).toMatchInlineSnapshot(`
    [
      "switch switch1: proved",
      "driver: proved",
      "route queue: proved",
      "ipv4 routes: proved",
      "ipv4 table: proved",
      "port sfp-sfpplus1: unproved",
      "port sfp-sfpplus2: unproved",
      "VLAN interface left: unproved",
      "VLAN interface right: unproved",
      "route 198.51.100.0/24: candidate",
      "route 203.0.113.0/24: candidate",
      "switch rules: proved",
      "bridge bridge: proved",
    ]
  `);
  expect((await rig.plan()).changes).toEqual([]);
  expect(rig.simulator.print('/system/script')).toEqual([]);
  expect(rig.simulator.print('/system/scheduler')).toEqual([]);
  expect(rig.simulator.print('/system/script/job')).toEqual([]);
});

test('when the chip refuses to offload, the device is back in its prior state', async () => {
  const rig = createRig({ site: siteNamed('rig'), faults: { offloadRefused: 1 } });
  const before = essenceOf(rig.simulator);
  const result = await rig.apply(await rig.plan());
  expect(result.diagnostics.map(({ code }) => code)).toEqual(['apply/read-back', 'apply/undone']);
  expect(result.state).toBe('undone');
  expect(essenceOf(rig.simulator)).toEqual(before);
});
