// What `rosc models` and `rosc explain FACT` print about profiles.

import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chipFacts, modelFacts } from '../../src/profile/fact.ts';
import { factPage, modelPage, modelsJson, modelsTable } from '../../src/report/models.ts';
import { builtInProfiles, profilesOf } from '../support/built-in-profiles.ts';
import { projectRoot } from '../support/project-root.ts';

const goldens = resolve(projectRoot, 'fixtures/profiles/report');
const profiles = builtInProfiles();
/** Each kind once: with a chip that routes or one that does not, with several, with none, with and without figures. */
const some = profilesOf(
  ...['CCR2004-16G-2S+', 'CHR', 'CRS112-8P-4S', 'CRS326-24G-2S+', 'CRS354-48G-4S+2Q+', 'CRS804-4DDQ', 'RB5009UG+S+'],
);
const facts = [...Object.keys(chipFacts), ...Object.keys(modelFacts)];

describe('the table of models', () => {
  test('has every model', async () => {
    const table = modelsTable(profiles);
    for (const model of profiles.models.keys()) expect(table).toContain(` ${model} `);
    await expect(modelsTable(some)).toMatchFileSnapshot(join(goldens, 'models.txt'));
  });

  test.each([80, 90, 100, 120])('fits a terminal of %i columns', (width) => {
    const table = modelsTable(profiles, {}, width);
    expect(table.split('\n').filter((line) => [...line].length > width)).toEqual([]);
  });

  test('can be cut down to a family or a feature', () => {
    const models = (filter: object) => modelsJson(profiles, filter).map(({ model }) => model);
    expect(models({ family: 'dx7000' })).toEqual(['CRS804-4DDQ', 'CRS812-8DS-2DQ-2DDQ']);
    expect(models({ feature: 'l3.vxlan' })).toContain('CRS309-1G-8S+');
    expect(models({ feature: 'l3.vxlan' })).not.toContain('CRS326-24G-2S+');
    expect(models({ model: 'CHR' })).toEqual(['CHR']);
    expect(modelsTable(profiles, { family: 'none' })).toBe('No model fits.\n');
  });
});

describe('the page of a model', () => {
  test.each(['CRS326-24G-2S+', 'CRS354-48G-4S+2Q+', 'CCR2004-16G-2S+', 'CHR'])('%s', async (model) => {
    await expect(modelPage(profiles, model)).toMatchFileSnapshot(join(goldens, `${model}.txt`));
  });

  test.each([...profiles.models.keys()])('%s fits a terminal and names its sources', (model) => {
    const page = modelPage(profiles, model);
    const wide = page.split('\n').filter((line) => [...line].length > 80 && !line.includes('https://'));
    expect(wide).toEqual([]);
    expect(page).not.toContain('undefined');
  });

  test('is empty for a model that nobody describes', () => {
    expect(modelPage(profiles, 'CRS999')).toBe('');
  });
});

describe('the models as JSON', () => {
  test('give each port its chip, the CPU as null', () => {
    const [crs812] = modelsJson(profiles, { model: 'CRS812-8DS-2DQ-2DDQ' });
    expect(crs812).toMatchObject({ model: 'CRS812-8DS-2DQ-2DDQ', chip: '98DX7335', family: 'DX7000' });
    expect(crs812?.ports.find(({ name }) => name === 'ether1')).toEqual({ name: 'ether1', mbps: 10_000, chip: null });
    expect(crs812?.ports.find(({ name }) => name === 'qsfp56-dd-2-5')).toEqual({
      name: 'qsfp56-dd-2-5',
      mbps: 200_000,
      chip: '98DX7335',
    });
  });

  test('give each fact its value, grade and citation, for the newest RouterOS', () => {
    const [crs309] = modelsJson(profiles, { model: 'CRS309-1G-8S+' });
    expect(crs309?.facts['acl.rules']).toEqual({ value: 1024, grade: 'documented', cite: 'routeros/prestera#models' });
    expect(crs309?.facts['l3.vrf']).toEqual({ value: true, grade: 'documented', cite: 'changelog/7.24' });
    expect(crs309?.facts).not.toHaveProperty(['l3.ecmp-paths']);
  });

  test('have no chip where there is none', () => {
    expect(modelsJson(profiles, { model: 'CHR' })[0]).toMatchObject({ chip: null, family: null });
  });
});

describe('the page of a fact', () => {
  test.each(['acl.rules', 'l3.vrf', 'ceiling.slow'])('%s', async (fact) => {
    await expect(factPage(some, fact).text).toMatchFileSnapshot(join(goldens, `${fact}.txt`));
  });

  test.each(facts)('%s speaks of every chip or model once', (fact) => {
    const { known, without, unknown } = factPage(profiles, fact);
    const all = fact in chipFacts ? profiles.chips : profiles.models;
    const named = [...known.flatMap(({ of }) => of), ...without, ...unknown];
    expect(named.toSorted()).toEqual([...all.keys()].toSorted());
  });
});
