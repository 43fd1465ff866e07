// Lines that are written to a device, unlike those of an export that somebody shows.

import { expect, test } from 'vitest';
import { evaluateRaw } from '../../../src/pipeline/analyse/evaluate-raw.ts';
import { factoryConfig } from '../../../src/profile/factory.ts';
import { targetOf } from '../../support/sim-target.ts';

test('a blanked-out value is refused, because the device would', () => {
  const file = { path: 'site.yaml', text: '/ip/route/add dst-address=0.0.0.0/0 gateway=x.x.x.x\n' };
  const { diagnostics } = evaluateRaw(file, factoryConfig(targetOf('CRS326-24G-2S+', '7.21.5')));
  expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['error rsc/blanked-out']);
});
