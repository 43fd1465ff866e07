import { test } from 'vitest';
import { createRig, siteNamed } from './support/apply-rig.ts';
test('x', async () => {
  const rig = createRig({ site: siteNamed('rig') });
  const d = await rig.connect();
  console.log(await d.print('/system/clock'), await d.print('/system/resource'), rig.simulator.print('/system/clock'));
});
