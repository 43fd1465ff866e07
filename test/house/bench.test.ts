// What `pnpm bench` measures has no mistakes: a program that refuses its input measures nothing. The long ACLs are
// looked at in test/lower/policy/proof.test.ts, and hostile texts where work is counted.

import { expect, test } from 'vitest';
import { siteText } from '../../bench/apply-changes.ts';
import { madeUpExport } from '../../bench/made-up-export.ts';
import { coreExport } from '../../bench/offload-matrix.ts';
import { isError } from '../../src/diagnostics/diagnostic.ts';
import { analyseSource, isAnalysed } from '../../src/pipeline/analyse/analyse-site.ts';
import { readExport } from '../../src/pipeline/read/read-export.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';

const profiles = builtInProfiles();

test.each([
  ['as large as one likes', madeUpExport(1000)],
  ['of a core', coreExport({ vlans: 64, routes: 200, rules: 50 })],
])('an export %s is read without a complaint', (_, text) => {
  const { value, diagnostics } = readExport({ path: 'export.rsc', text }, { profiles });
  expect(diagnostics).toEqual([]);
  expect(value?.target.model).toBe('CCR2216-1G-12XS-2XQ');
});

test('a site of many firewall rules has no errors', () => {
  const site = analyseSource({ path: 'site.yaml', text: siteText(100) }, { value: profiles, diagnostics: [] }, {});
  expect(isAnalysed(site) && site.devices).toHaveLength(1);
  expect(site.diagnostics.filter(isError)).toEqual([]);
});
