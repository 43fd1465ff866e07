// Firewalls of VRFs: from RouterOS 7.14 on filter rules know what is in a VRF by the VRF (manual, VRF).

import { expect, test } from 'vitest';
import { itemsOf, propertyValue } from '../../../src/model/config.ts';
import { lowerSite } from '../../support/lower-site.ts';
import { change, marked, read } from '../../support/valid-site.ts';

function lowered(members: string, from: string, routeros: string) {
  const keys = `    vrfs: { apart: { interfaces: ${members} } }\n    firewall: [{ from: ${from}, to: any, default: drop }]\n`;
  const text = change('    gateways', `${keys}    gateways`).replace(/routeros: .*/, `routeros: ${routeros}`);
  const { value, diagnostics } = lowerSite(read(text), 'core');
  const drops = itemsOf(value.config, '/ip/firewall/filter').filter((item) => propertyValue(item, 'action') === 'drop');
  const said = diagnostics.map(marked).filter(([code]) => code === 'lower/filter-in-vrf');
  return { by: new Set(drops.flatMap((item) => propertyValue(item, 'in-interface') ?? [])), said };
}

test('they name the VRF, and its members before', () => {
  expect(lowered('left', 'left', '7.14.3')).toEqual({ by: new Set(['apart']), said: [] });
  expect(lowered('left', 'left', '7.13.5')).toEqual({ by: new Set(['left']), said: [] });
});

test('those that tell interfaces of one VRF apart are refused', () => {
  expect(lowered('[left, right]', 'left', '7.14.3').said).toEqual([['lower/filter-in-vrf', '[left, right]']]);
  expect(lowered('[left, right]', '[left, right]', '7.14.3').said).toEqual([]);
  expect(lowered('[left, right]', 'left', '7.13.5').said).toEqual([]);
});
