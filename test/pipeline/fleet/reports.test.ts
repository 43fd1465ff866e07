// Reports of shards and of sites become one: every device once, the worst status, and what CI reads of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import { branchSite, fleetIo } from '../../support/fleet-files.ts';
import { memoryIo } from '../../support/memory-io.ts';
import { projectRoot } from '../../support/project-root.ts';

const said = { code: 'fleet/in-no-wave', severity: 'warning', what: 'no wave selects x' };
const shard = (index: number, status: number, devices: readonly object[], waves: readonly object[]) => ({
  version: 1,
  verb: 'apply',
  fleet: 'acme',
  rollout: 'abc',
  shard: `${index}/2`,
  status,
  waves,
  devices,
  diagnostics: [said],
});
const one = shard(
  1,
  0,
  [
    { name: 'lab/sw1', site: 'lab', wave: 'canary', state: 'confirmed', changes: 2, transaction: '1f' },
    { name: 'b/sw1', site: 'b', wave: 'rest', state: 'not-applied' },
  ],
  [
    { name: 'canary', state: 'passed' },
    { name: 'rest', state: 'passed' },
  ],
);
const two = shard(
  2,
  1,
  [
    { name: 'b/sw1', site: 'b', wave: 'rest', state: 'unchanged' },
    { name: 'c/sw1', site: 'c', wave: 'rest', state: 'undone', reason: 'no route is "H" & <done>\u0007' },
    { name: 'd/sw1', site: 'd', wave: 'rest', state: 'not-applied' },
  ],
  [
    { name: 'canary', state: 'passed' },
    { name: 'rest', state: 'failed', reason: '1 of 3 failed' },
  ],
);

async function merge(files: Readonly<Record<string, unknown>>, ...options: readonly string[]) {
  const io = await fleetIo(
    Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)])),
  );
  const status = await main(['report', 'merge', ...Object.keys(files), ...options], io);
  return { status, out: io.out(), err: io.err() };
}

describe('two shards', () => {
  const files = { 'shard-1.json': one, 'shard-2.json': two };

  test('are one report, which can be merged again', async () => {
    const { status, out } = await merge(files, '--json');
    const report = JSON.parse(out);
    expect(status).toBe(1);
    expect(report).toMatchObject({ version: 1, verb: 'apply', fleet: 'acme', rollout: 'abc', status: 1 });
    expect(report.devices.map(({ name, state }: Record<string, string>) => `${name} ${state}`)).toEqual([
      'lab/sw1 confirmed',
      'b/sw1 unchanged',
      'c/sw1 undone',
      'd/sw1 not-applied',
    ]);
    expect(report.devices[0].transaction).toBe('1f');
    expect(report.waves).toEqual([
      { name: 'canary', state: 'passed', devices: { confirmed: 1 } },
      {
        name: 'rest',
        state: 'failed',
        reason: '1 of 3 failed',
        devices: { unchanged: 1, 'not-applied': 1, undone: 1 },
      },
    ]);
    // Each shard says of the fleet itself what the other says.
    expect(report.diagnostics).toEqual([said]);
    expect(JSON.parse((await merge({ 'merged.json': report }, '--json')).out)).toEqual(report);
  });

  test('have their waves in the order of the fleet, however the files are named', async () => {
    const ofWave = (name: string, place: number, device: string) =>
      shard(1, 0, [{ name: device, wave: name, state: 'confirmed' }], [{ name, place, state: 'passed' }]);
    const { out } = await merge(
      {
        'a.json': ofWave('rest', 3, 'x/sw1'),
        'b.json': ofWave('tenth', 2, 'y/sw1'),
        'c.json': ofWave('canary', 1, 'z/sw1'),
      },
      '--json',
    );
    const { waves, devices } = JSON.parse(out);
    expect(waves.map(({ name }: Record<string, string>) => name)).toEqual(['canary', 'tenth', 'rest']);
    expect(devices.map(({ name }: Record<string, string>) => name)).toEqual(['z/sw1', 'y/sw1', 'x/sw1']);
  });

  test('are a table, with what failed at the end', async () => {
    expect((await merge(files)).out).toMatchInlineSnapshot(`
      "  wave    devices  unchanged  confirmed  not-applied  undone
        canary        1                     1                       passed
        rest          3          1                       1       1  failed: 1 of 3 failed
        total         4          1          1            1       1

        c/sw1  undone  no route is "H" & <done>\\x07
      "
    `);
  });

  test('are JUnit', async () => {
    expect((await merge(files, '--format', 'junit')).out).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="acme" tests="4" failures="1">
        <testsuite name="acme apply canary" tests="1" failures="0" skipped="0">
          <testcase classname="lab" name="lab/sw1"/>
        </testsuite>
        <testsuite name="acme apply rest" tests="3" failures="1" skipped="1">
          <testcase classname="b" name="b/sw1"/>
          <testcase classname="c" name="c/sw1"><failure type="undone" message="no route is &quot;H&quot; &amp; &lt;done&gt;\\x07"/></testcase>
          <testcase classname="d" name="d/sw1"><skipped message="not begun"/></testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  test('are markdown', async () => {
    expect((await merge(files, '--format', 'markdown')).out).toMatchInlineSnapshot(`
      "## rosc apply of acme: exit status 1

      | wave | devices | states | |
      |---|---|---|---|
      | canary | 1 | 1 confirmed | passed |
      | rest | 3 | 1 unchanged, 1 not-applied, 1 undone | failed: 1 of 3 failed |

      | device | state | reason |
      |---|---|---|
      | c/sw1 | undone | no route is "H" \\& \\<done\\>\\\\x07 |
      "
    `);
  });
});

describe('reports of sites', () => {
  const ran = async (...words: readonly string[]) => {
    const io = memoryIo({ env: { ROSC_PASSWORD: '' } });
    const status = await main([...words, '--json'], io);
    return { status, report: JSON.parse(io.out()) };
  };
  const rig = join(projectRoot, 'fixtures/sites/rig/site.yaml');
  const broken = join(projectRoot, 'fixtures/sites/rig-broken/site.yaml');

  test.each([
    ['check', ['check', rig], 'core passed'],
    ['check', ['check', broken], 'core findings'],
    ['plan', ['plan', rig, '--device', 'core=sim:CRS326-24G-2S+', '--accept-version'], 'core changed'],
    ['apply', ['apply', rig, '--device', 'core=sim:CRS326-24G-2S+', '--accept-version', '--yes'], 'core confirmed'],
  ])('%s', async (verb, words, device) => {
    const { status, report } = await ran(...words);
    const merged = await merge({ 'one.json': report }, '--json');
    const { devices, verb: of } = JSON.parse(merged.out);
    expect([of, devices.map(({ name, state }: Record<string, string>) => `${name} ${state}`)]).toEqual([
      verb,
      [device],
    ]);
    expect(merged.status).toBe(status);
  });

  test('verify', async () => {
    const report = { version: 1, devices: [{ device: 'core', passed: false, lines: [] }], diagnostics: [] };
    const { status, out } = await merge({ 'one.json': report }, '--json');
    expect([status, JSON.parse(out)]).toMatchObject([
      1,
      { verb: 'verify', devices: [{ name: 'core', state: 'findings' }] },
    ]);
  });

  test('of a fleet', async () => {
    const io = await fleetIo({
      'fleet.yaml': 'version: 1\nfleet: f\nsites: [a.yaml]\n',
      'a.yaml': branchSite('a', 11),
    });
    expect(await main(['check', 'fleet.yaml', '--json'], io)).toBe(1);
    const merged = await merge({ 'one.json': JSON.parse(io.out()) }, '--json');
    expect(JSON.parse(merged.out).devices).toMatchObject([{ name: 'a/sw1', state: 'findings' }]);
  });
});

test('what is no report is named', async () => {
  const { status, err } = await merge({ 'a.json': one, 'b.json': { version: 2 }, 'c.json': 'text' });
  expect(status).toBe(1);
  expect(err).toContain('file/no-report');
  expect(err).toMatch(/b\.json[\s\S]*c\.json/);
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  expect((await merge({ 'readme.json': readme })).status).toBe(1);
});
