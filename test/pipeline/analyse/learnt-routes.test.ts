// Routes that neighbours bring: derived between devices of a site, promised from outside, unknown otherwise; and the
// devices that flows cross, there and back. The sites say in a comment what becomes of each flow.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printLocation } from '../../../src/diagnostics/render-text.ts';
import { analyseSource, isAnalysed, siteReport } from '../../../src/pipeline/analyse/analyse-site.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { projectRoot } from '../../support/project-root.ts';

const sites = ['learnt', 'paths'].flatMap((folder) =>
  readdirSync(join(projectRoot, 'fixtures', folder)).map((name) => `fixtures/${folder}/${name}`),
);

it.each(sites.filter((name) => name.endsWith('.yaml')))('%s', (name) => {
  const path = join(projectRoot, name);
  const text = readFileSync(path, 'utf8');
  const site = analyseSource({ path, text }, { value: builtInProfiles(), diagnostics: [] }, {});
  if (!isAnalysed(site)) throw new Error(site.diagnostics.map(({ what }) => what).join('\n'));
  const { devices, flows } = siteReport(site);
  const verdicts = [...flows.map(({ verdict }) => verdict), ...devices.flatMap((device) => device.flows)];
  const told = new Map(verdicts.map(({ flow, placement, grade }) => [flow.name, `${placement} ${grade}`]));
  const expected = [...text.matchAll(/name: ([\w-]+), from:.*# (.+)/g)].map(([, flow, is]) => [flow, is]);
  expect([...told].sort()).toEqual(expected.sort());
});

it('names the route that closes a circle', () => {
  const path = join(projectRoot, 'fixtures/paths/round-and-round.yaml');
  const site = analyseSource(
    { path, text: readFileSync(path, 'utf8') },
    { value: builtInProfiles(), diagnostics: [] },
    {},
  );
  const round = isAnalysed(site) ? siteReport(site).flows.filter(({ verdict }) => verdict.placement === 'dropped') : [];
  const causes = round.flatMap(({ verdict }) => verdict.because);
  expect(causes.map(({ code }) => code)).toContain('flow/routing-loop');
  const lines = causes.flatMap(({ code, at }) => (code === 'flow/routing-loop' && at ? printLocation(at) : []));
  expect(lines.every((line) => /:(?:16|28):/.test(line))).toBe(true);
});
