// Which device `rosc sim --load` simulates, when no option says it: the one that the export is from.

import { expect, test } from 'vitest';
import { saidBy } from '../../../src/pipeline/read/simulation-target.ts';

test('the header of an export names its model and its version', () => {
  const text = '# 2026-03-02 10:11:12 by RouterOS 7.18.2\n# model = CRS309-1G-8S+\n/ip address\n';
  expect(saidBy(text)).toEqual({ model: 'CRS309-1G-8S+', routeros: '7.18.2' });
});

test.each([
  ['', {}],
  ['/ip address\n# model = CRS309-1G-8S+\n', {}],
  ['# jan/02/2023 10:11:12 by RouterOS 6.49.7\n# model = 1100AHx2\n', { model: '1100AHx2' }],
])('%j says %j', (text, said) => {
  expect(saidBy(text)).toEqual(said);
});
