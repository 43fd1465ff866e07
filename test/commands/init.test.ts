// `rosc init`: the first site of every model loads and checks clean.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { starterSite } from '../../src/import/starter-site.ts';
import { parseVersion } from '../../src/model/version.ts';
import { analyseSource, isAnalysed } from '../../src/pipeline/analyse/analyse-site.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const profiles = builtInProfiles();
const version = parseVersion('7.20.8');

test.each([...profiles.models.keys()])('the first site of a %s checks clean', (model) => {
  const target = version && makeTarget(profiles, model, version);
  if (!target) throw new Error(`no target for ${model}`);
  const text = starterSite(target, { site: 'home', device: 'core', schema: 'site.schema.json' });
  const site = analyseSource({ path: 'site.yaml', text }, { value: profiles, diagnostics: [] }, {});
  expect(isAnalysed(site)).toBe(true);
  expect(
    site.diagnostics.filter(({ severity }) => severity !== 'note').map(({ code, what }) => `${code} ${what}`),
  ).toEqual([]);
});

test('a person on a terminal is asked, and asked again', async () => {
  const answers = ['CRS326-24G-2S', '', 'crs309-1g-8s+in', '7.21.2', 'Lab 3'];
  const io = memoryIo({ isTerminal: true, answers });
  expect(await main(['init'], io)).toBe(0);
  const text = io.written.get(join(projectRoot, 'site.yaml'));
  expect(io.err()).toContain('did you mean');
  expect(text).toMatch(/^# yaml-language-server: \$schema=site\.schema\.json\n/);
  expect(text).toContain('site: Lab-3');
  expect(text).toContain('model: CRS309-1G-8S+');
  expect(text).toContain('routeros: 7.21.2');
  expect(JSON.parse(io.written.get(join(projectRoot, 'site.schema.json')) ?? '')).toHaveProperty('title', 'rosc site');
});

test('without a terminal the model has to be given', async () => {
  const io = memoryIo();
  expect(await main(['init'], io)).toBe(64);
  expect(io.err()).toBe('rosc: give `--model MODEL`; `rosc models` lists them\n');
  // Which models there are depends on the profiles, so that one of no profile is wrong input and no wrong usage.
  for (const verb of ['init', 'sim', 'models']) {
    const words = verb === 'models' ? [verb, 'Nothing'] : [verb, '--model', 'Nothing'];
    expect(await main(words, memoryIo())).toBe(1);
  }
});

test('an existing site is left alone', async () => {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), 'mine');
  expect(await main(['init', '--model', 'RB450Gx4', '-o', 'site.yaml'], io)).toBe(1);
  expect(io.written.get(join(projectRoot, 'site.yaml'))).toBe('mine');
});
