// The data in profiles/, and the loader that guards it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profileCodes } from '../../src/diagnostics/codes/profile.ts';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import { isAtLeastVersion, version } from '../../src/model/version.ts';
import { compileProfiles, readCompiledProfiles } from '../../src/profile/compile.ts';
import { describeModel } from '../../src/profile/describe-model.ts';
import type { FactRecord } from '../../src/profile/fact.ts';
import { chipFacts, modelFacts } from '../../src/profile/fact.ts';
import { findModel } from '../../src/profile/find-model.ts';
import { loadProfiles } from '../../src/profile/load.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import { expandPorts, factsOfChip, type Profiles } from '../../src/profile/profiles.ts';
import { type SourceFile, span } from '../../src/source/location.ts';
import { profileMatrix } from '../support/documents/profile-matrix.ts';
import { projectRoot } from '../support/project-root.ts';

function filesIn(folder: string): readonly SourceFile[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort()
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(projectRoot, folder, path), 'utf8') }));
}

const { value: profiles, diagnostics } = loadProfiles(filesIn('profiles'));
const chips = [...profiles.chips.values()];
const models = [...profiles.models.values()];

/** Every fact of every chip and model, with its records. */
const facts = [
  ...chips.flatMap((chip) =>
    Object.entries(factsOfChip(profiles, chip)).map((entry) => [chip.chip, ...entry] as const),
  ),
  ...models.flatMap(({ model, facts }) => Object.entries(facts).map((entry) => [model, ...entry] as const)),
].map(([name, key, records]) => ({ name, key, records: records as readonly FactRecord<unknown>[] }));

describe('the shipped profiles', () => {
  test('have the right shape, names that exist, and a source for every statement', () => {
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(chips.length).toBeGreaterThanOrEqual(25);
    expect(models.length).toBeGreaterThanOrEqual(45);
  });

  test('know every fact of the vocabulary for at least one chip or model', () => {
    const known = new Set(facts.map(({ key }) => key));
    const unknown = [...Object.keys(chipFacts), ...Object.keys(modelFacts)].filter((key) => !known.has(key));
    // Nobody published what any device does on FastTrack alone: measurements come in by `ceiling.fasttrack`.
    expect(unknown).toEqual(['ceiling.fasttrack']);
  });

  test('have no fact that nothing reads', () => {
    const readers = ['offload', 'forwarding', 'lower', 'intent', 'advise', 'plan', 'device'];
    const text = readers
      .flatMap((folder) =>
        readdirSync(join(projectRoot, 'src', folder), { recursive: true, encoding: 'utf8' }).map((path) =>
          join('src', folder, path),
        ),
      )
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(projectRoot, path), 'utf8'))
      .join('\n');
    const vocabulary = [...Object.keys(chipFacts), ...Object.keys(modelFacts)];
    expect(vocabulary.filter((key) => !text.includes(`'${key}'`))).toEqual([]);
  });

  test('say at most one thing about each RouterOS version', () => {
    fc.assert(
      fc.property(fc.constantFrom(...facts), fc.nat(30), fc.nat(9), ({ records }, minor, patch) => {
        const routeros = version(`7.${minor}.${patch}`);
        const holding = records.filter(
          ({ since, until }) =>
            (since === undefined || isAtLeastVersion(routeros, since)) &&
            (until === undefined || !isAtLeastVersion(routeros, until)),
        );
        return holding.length <= 1;
      }),
      { numRuns: 2000 },
    );
  });

  const ranges: Readonly<Record<string, readonly [number, number]>> = {
    'l2.fdb': [1000, 300_000],
    'l2.bond-slaves': [2, 64],
    'l3.routes.ipv4': [1000, 1e6],
    'l3.routes.ipv6': [1000, 1e6],
    'l3.next-hops': [1000, 65_536],
    'l3.mtu-profiles': [1, 64],
    'acl.rules': [0, 10_000],
    'cpu.cores': [1, 128],
    'cpu.mhz': [300, 5000],
    'ram.mb': [32, 131_072],
    'l2mtu.max': [1500, 16_384],
    'power.max-w': [1, 500],
    'price.usd': [10, 10_000],
    'ceiling.chip-pps': [1e6, 1e10],
  };
  test.each(Object.entries(ranges))('give %s in its unit', (key, [least, most]) => {
    const values = facts.filter((fact) => fact.key === key).flatMap(({ records }) => records.map(({ value }) => value));
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((value) => typeof value !== 'number' || value < least || value > most)).toEqual([]);
  });

  test('count the memory of a chip the same way everywhere', () => {
    for (const { chip } of chips.filter((each) => factsOfChip(profiles, each)['l3.offload']?.[0]?.value)) {
      const known = facts.filter(({ name }) => name === chip);
      const size = (key: string) => Number(known.find((fact) => fact.key === key)?.records[0]?.value);
      expect(size('l3.routes.ipv6'), chip).toBeLessThan(size('l3.routes.ipv4'));
      const table = known.find(({ key }) => key === 'l3.table')?.records[0]?.value;
      if (table === 'shared') expect(size('l3.hosts.ipv4'), chip).toBe(size('l3.routes.ipv4'));
      else expect(size('l3.hosts.ipv4') + size('l3.hosts.ipv6'), chip).toBeLessThanOrEqual(size('l2.fdb'));
    }
  });

  test('have ports of a speed that their medium carries', () => {
    const speeds: Readonly<Record<string, number>> = { sfp: 2500, 'sfp+': 10_000, sfp28: 25_000, 'qsfp+': 40_000 };
    for (const { model, ports } of models) {
      for (const group of ports) {
        const fastest = Math.max(...expandPorts(group).map(({ mbps }) => mbps));
        expect(fastest, `${model} ${group.ports}`).toBeLessThanOrEqual(speeds[group.medium] ?? 400_000);
      }
    }
  });

  test('are the matrix in profiles/README.md', async () => {
    await expect(profileMatrix(profiles)).toMatchFileSnapshot(join(projectRoot, 'profiles/README.md'));
  });

  test('survive compilation', () => {
    expect(readCompiledProfiles(compileProfiles(profiles))).toEqual(profiles);
  });
});

describe('mistakes in a profile', () => {
  const bad = filesIn('fixtures/profiles/bad');
  test.each(bad.map(({ path }) => path))('%s', async (path) => {
    const file = bad.find((each) => each.path === path);
    const found = loadProfiles(file ? [file] : [], profiles).diagnostics;
    await expect(renderDiagnostics(found)).toMatchFileSnapshot(join(projectRoot, path.replace('.yaml', '.txt')));
  });

  test('have a code each, and each code a mistake', () => {
    const found = bad.flatMap((file) => loadProfiles([file], profiles).diagnostics.map(({ code }) => code));
    expect(new Set(found)).toEqual(new Set(Object.keys(profileCodes)));
  });

  test('are told once, not again by what depends on the file', () => {
    const broken = filesIn('profiles').map((file) =>
      file.path.endsWith('sources.yaml') ? { ...file, text: file.text.replace('title:', 'titel:') } : file,
    );
    const codes = loadProfiles(broken).diagnostics.map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['profile/unknown-key', 'profile/invalid-value']));
    expect(codes).toHaveLength(2);
  });
});

describe('a device of the user’s own', () => {
  test('is a profile file beside the shipped ones', () => {
    const own = loadProfiles(filesIn('fixtures/profiles/good'), profiles);
    expect(own.diagnostics).toEqual([]);
    const made = makeTarget(own.value, findModel(own.value, 'lab switch')?.id ?? '', version('7.20'));
    expect(made?.offloadSwitch?.fact('acl.rules')?.value).toBe(128);
    expect(made?.ports.get('qsfpplus2-1')?.mbps).toBe(40_000);
    expect(made?.ports.get('mgmt')?.switch).toBeUndefined();
    expect(makeTarget(own.value, 'RB450Gx4', version('7.20'))).toBeDefined();
  });

  const site = { path: 'site.yaml', text: 'chip: 98DX8209' };
  const at = { of: () => span(site, 6, 14), ofKey: () => span(site, 0, 4) };
  test('or a chip and its ports, described in the site', () => {
    const description = { model: 'LAB', chip: '98DX8208', ports: [{ ports: 'sfp1..4', mbps: 1000 }] };
    const described = describeModel(profiles, description, at);
    expect(described.diagnostics).toEqual([]);
    const made = makeTarget(described.value, 'LAB', version('7.24'));
    expect(made?.offloadSwitch?.fact('l3.vrf')?.value).toBe(true);
    expect(made?.ports.get('sfp4')?.says('it is there')).toMatchObject({ grade: 'reported', citation: 'site' });
  });

  test('whose chip nobody knows is told at its place', () => {
    const description = { model: 'LAB', chip: '98DX8209', ports: [{ ports: 'sfp1..4', mbps: 1000 }] };
    const [found] = describeModel(profiles, description, at).diagnostics;
    expect(found).toMatchObject({ code: 'profile/unknown-chip', primary: { at: span(site, 6, 14) } });
    expect(found?.fix?.edits).toEqual([{ span: span(site, 6, 14), text: '98DX8208' }]);
  });
});

test('a table without profiles is empty, not wrong', () => {
  const none: Profiles = loadProfiles([]).value;
  expect([...none.models, ...none.chips, ...none.sources]).toEqual([]);
});

test('a run of more ports than any device has names none', () => {
  expect(expandPorts({ ports: 'ether1..256', mbps: 1000 })).toHaveLength(256);
  expect(expandPorts({ ports: 'ether1..99999999999', mbps: 1000 })).toEqual([]);
});
