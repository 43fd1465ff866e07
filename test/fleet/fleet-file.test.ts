// The fleet file: what it may say, where its mistakes are, and which devices its words mean.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { branchSite, checkFleet, fleetIo } from '../support/fleet-files.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const sites = {
  'sites/a.yaml': branchSite('a', 11),
  'sites/b.yaml': branchSite('b', 12),
  'sites/c.yaml': branchSite('c', 13),
};
const plain = 'version: 1\nfleet: test\nsites: [sites/*.yaml]\ndefaults: { routeros: 7.20.8 }\n';

/** Waves and names of devices, as `check --json` tells them. */
function wavesOf(report: { devices: { name: string; wave?: string }[] }): readonly string[] {
  return report.devices.map(({ name, wave = '-' }) => `${name} ${wave}`);
}

describe('the example', () => {
  const path = 'fixtures/fleets/acme/fleet.yaml';

  test('has each device in the first wave that selects it', async () => {
    const io = memoryIo();
    expect(await main(['check', path, '--json'], io), io.err()).toBe(0);
    expect(wavesOf(JSON.parse(io.out()))).toEqual([
      'lab/sw1 canary',
      'branch-1/sw1 tenth',
      'branch-2/sw1 rest',
      'branch-3/sw1 rest',
    ]);
  });

  test('is the one of the documents', () => {
    const shown = readFileSync(join(projectRoot, 'docs/fleet.md'), 'utf8');
    const [, body] = /```yaml fleet\.yaml\n([\s\S]*?)```/.exec(shown) ?? [];
    expect(body).toBe(readFileSync(join(projectRoot, path), 'utf8'));
  });
});

describe('a mistake has its place', () => {
  test.each([
    [
      'an unknown key',
      'waves: [{ name: x, sellect: {} }]',
      'intent/unknown-key',
      'fleet.yaml:5:20',
      'did you mean `select`?',
    ],
    ['an unknown gate', 'gates: [postcheck]', 'intent/wrong-type', 'fleet.yaml:5:9', 'expected `post-check`'],
    ['a window', 'window: "sometimes"', 'intent/bad-value', 'fleet.yaml:5:9', 'is no window'],
    ['a size', 'waves: [{ name: x, size: 120% }]', 'intent/bad-value', 'fleet.yaml:5:26', 'is no part'],
    ['a soak', 'waves: [{ name: x, soak: long }]', 'intent/bad-value', 'fleet.yaml:5:26', 'is no time'],
    [
      'a gate without bounds',
      'gates: [{ metric: { url: "http://m", query: up } }]',
      'intent/bad-value',
      'fleet.yaml:5:19',
      'expected `min`',
    ],
    ['a wave twice', 'waves: [{ name: x }, { name: x }]', 'fleet/wave-twice', 'fleet.yaml:5:30', 'named again'],
    ['a link of three', 'links: [{ between: [a/sw1/ether1] }]', 'intent/bad-value', 'fleet.yaml:5:20', ''],
  ])('%s', async (_, line, code, at, label) => {
    const { said, status } = await checkFleet({ ...sites, 'fleet.yaml': `${plain}${line}\n` });
    expect(said).toEqual([expect.objectContaining({ code, at, label: expect.stringContaining(label) })]);
    expect(status).toBe(1);
  });

  test('a placeholder in the address', async () => {
    const { said } = await checkFleet({ ...sites, 'fleet.yaml': plain.replace('{ r', '{ url: "apis://{host}", r') });
    expect(said).toEqual([expect.objectContaining({ code: 'intent/bad-value', at: 'fleet.yaml:4:18' })]);
  });

  test('a password that everybody can read', async () => {
    const text = plain.replace('{ r', '{ credentials: { password: secret }, r');
    const { said } = await checkFleet({ ...sites, 'fleet.yaml': text });
    expect(said).toEqual([expect.objectContaining({ code: 'intent/literal-secret', at: 'fleet.yaml:4:38' })]);
  });

  test('a path that leads nowhere', async () => {
    const { said } = await checkFleet({ ...sites, 'fleet.yaml': plain.replace('sites/*', 'places/*') });
    expect(said).toEqual([expect.objectContaining({ code: 'fleet/no-site', at: 'fleet.yaml:3:9' })]);
  });

  test('two sites of one name', async () => {
    const { said } = await checkFleet({ ...sites, 'sites/d.yaml': branchSite('a', 14), 'fleet.yaml': plain });
    expect(said).toEqual([
      expect.objectContaining({ code: 'fleet/site-twice', what: expect.stringContaining('sites/d.yaml') }),
    ]);
  });

  test('a site that is none', async () => {
    const { said } = await checkFleet({ ...sites, 'sites/d.yaml': 'a: [', 'fleet.yaml': plain });
    expect(said.map(({ code }: { code: string }) => code)).toEqual(['intent/yaml-syntax', 'fleet/site-unreadable']);
  });

  test('of a site is told with the device as the fleet names it', async () => {
    const wrong = branchSite('b', 12).replace('model: CRS305', 'model: CRS3050');
    const { said, report, status } = await checkFleet({ ...sites, 'sites/b.yaml': wrong, 'fleet.yaml': plain });
    expect(said).toEqual([expect.objectContaining({ code: 'intent/unknown-model', at: 'sites/b.yaml:6:12' })]);
    expect(report.diagnostics[0].device).toBe('b/sw1');
    expect(report.devices.map(({ state }: { state: string }) => state)).toEqual(['passed', 'findings', 'passed']);
    expect(status).toBe(1);
  });
});

describe('devices', () => {
  const fleet = `${plain.replace('[sites/*.yaml]', '[sites/a.yaml, { path: "**/*.yaml", labels: { kind: branch, rack: 7 } }]')}groups: { south: { site: [b, c] } }
waves:
  - { name: first, select: { kind: branch, site: "b*" } }
  - { name: half, select: { kind: branch }, size: 50% }
`;
  const files = { ...sites, 'fleet.yaml': fleet };

  test('have the labels of every entry that means their site, and are in one wave', async () => {
    const { report, said } = await checkFleet(files);
    expect(wavesOf(report)).toEqual(['a/sw1 half', 'b/sw1 first', 'c/sw1 -']);
    expect(said).toEqual([
      expect.objectContaining({ code: 'fleet/in-no-wave', what: expect.stringContaining('c/sw1') }),
    ]);
  });

  test('are said to be none where a wave has nothing to do', async () => {
    const lines =
      'waves: [{ name: canary, select: { kind: brnch } }, { name: all }, { name: last, select: { site: a } }]\n';
    const { said, status } = await checkFleet({ ...files, 'fleet.yaml': fleet.replace(/waves:[\s\S]*$/, lines) });
    expect(said.map(({ code, what }) => [code, what])).toEqual([
      ['fleet/empty-wave', expect.stringContaining('`canary` has no device')],
      ['fleet/empty-wave', expect.stringContaining('`last` has no device')],
    ]);
    expect(status).toBe(0);
  });

  test.each([
    [
      ['--select', 'group=south'],
      ['b/sw1', 'c/sw1'],
    ],
    [
      ['--select', 'rack=7', '--select', 'site=a,c'],
      ['a/sw1', 'c/sw1'],
    ],
    [['--wave', 'half'], ['a/sw1']],
    [['--device', 'b/sw1'], ['b/sw1']],
    [['--shard', '2/2'], ['b/sw1']],
    [
      ['--select', 'model=CRS305*', '--shard', '1/2'],
      ['a/sw1', 'c/sw1'],
    ],
  ])('are picked by %j', async (options, names) => {
    const { report } = await checkFleet(files, ...options);
    expect(report.devices.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  test.each([
    [['--select', 'kind=brunch'], 'did you mean `branch`?'],
    [['--select', 'knid=branch'], 'did you mean `kind`?'],
    [['--wave', 'haf'], 'did you mean `half`?'],
    [['--device', 'a/sw2'], 'did you mean `a/sw1`?'],
    [['--device', 'a/sw1', '--select', 'site=b'], 'all of these are left out'],
  ])('are not picked by %j', async (options, label) => {
    const { said, status } = await checkFleet(files, ...options);
    expect(said).toEqual([expect.objectContaining({ code: 'fleet/no-such-device', label })]);
    expect(status).toBe(1);
  });

  test('of a site are not picked by label', async () => {
    const io = await fleetIo(files);
    expect(await main(['check', 'sites/a.yaml', '--select', 'kind=branch'], io)).toBe(64);
    expect(await main(['check', 'fleet.yaml', '--select', 'kind'], io)).toBe(64);
    expect(await main(['check', 'fleet.yaml', '--matrix'], io)).toBe(64);
  });
});

test('the schema for editors knows every key, and says what it means', async () => {
  const io = memoryIo();
  expect(await main(['schema', '--fleet'], io)).toBe(0);
  const { properties, required } = JSON.parse(io.out());
  expect(required).toEqual(['version', 'fleet', 'sites']);
  const undescribed = Object.entries<{ description?: string }>(properties).filter(
    ([, { description }]) => !description,
  );
  expect(undescribed).toEqual([]);
  expect(properties.waves.items.properties.soak.description).toContain('gates');
});
