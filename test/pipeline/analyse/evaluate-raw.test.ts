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

test('a misspelt menu or property is refused, because the device would', () => {
  const text = '/ip/firewal/filter add chain=input\n/ip firewall filter add acton=drop\n/ip route print\n';
  const { diagnostics } = evaluateRaw({ path: 'site.yaml', text }, factoryConfig(targetOf('CRS326-24G-2S+', '7.21.5')));
  const said = diagnostics.map(({ severity, code, primary: { at } }) => {
    const word = at.kind === 'source' ? text.slice(at.start, at.end) : '';
    return `${severity} ${code} ${word}`;
  });
  expect(said).toEqual(['error rsc/unknown-menu /ip/firewal/filter', 'error rsc/unknown-property acton']);
});
