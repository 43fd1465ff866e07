// Passwords of a fleet, by reference: from the environment, a file, or a command that runs once and only where it may.

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import { nodeIo } from '../../../src/io/node-io.ts';
import { readFleet } from '../../../src/pipeline/fleet/read-fleet.ts';
import { trustingFleet } from '../../../src/pipeline/fleet/trust-fleet.ts';
import { digestOfTexts } from '../../../src/pipeline/read/digest-of-texts.ts';
import { type FleetRig, fleetRig } from '../../support/fleet-rig.ts';

let rig: FleetRig;
afterEach(() => rig.close());

async function plan(
  password: string,
  {
    env = {},
    words = [],
    trusts,
    afterwards,
  }: {
    env?: Record<string, string>;
    words?: string[];
    /** Says which digest is trusted, where it is told that of the files as they are. */
    trusts?: (digest: string) => string;
    /** Happens between the look at the files and the run. */
    afterwards?: (folder: string) => void;
  } = {},
) {
  rig = await fleetRig({ sites: ['a', 'b'] });
  const path = join(rig.folder, 'fleet.yaml');
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('defaults: {', `defaults: { credentials: { password: ${password} },`),
  );
  // Counts its calls; the simulated devices have an empty password, which is its first line.
  writeFileSync(
    join(rig.folder, 'tool'),
    '#!/bin/sh\necho "$@" >> calls\necho\necho second line\n[ "$1" != fail ] || { echo s3cret >&2; exit 3; }\n',
  );
  chmodSync(join(rig.folder, 'tool'), 0o755);
  const io = { ...rig.io(), env, runCommand: nodeIo().runCommand };
  const trusted = trusts ? ['--trust', trusts(await digest())] : [];
  afterwards?.(rig.folder);
  const status = await main(['plan', 'fleet.yaml', '--json', ...trusted, ...words], io);
  return { status, out: io.out(), calls: () => readFileSync(join(rig.folder, 'calls'), 'utf8').trim().split('\n') };
}

/** What `check` prints. */
async function digest(): Promise<string> {
  const io = rig.io();
  await main(['check', 'fleet.yaml', '--json'], io);
  return String(JSON.parse(io.out()).digest);
}

test('from the environment', async () => {
  expect((await plan('!env SWITCH', { env: { SWITCH: '' } })).status).toBe(0);
  await rig.close();
  const { status, out } = await plan('!env SWITCH', { env: { SWITCH: 'wrong' } });
  expect([status, out.includes('device/login-refused')]).toEqual([1, true]);
});

test('from a file beside the fleet, one for each site', async () => {
  const { status, out } = await plan('!file "{site}.yaml"');
  // Its first line is no password: it was read.
  expect([status, out.includes('device/login-refused'), out.includes('version: 1')]).toEqual([1, true, false]);
});

test('from a command, which runs once for each value', async () => {
  const { status, calls } = await plan('!exec [./tool, show, routers]', { words: ['--allow-exec'] });
  expect([status, calls()]).toEqual([0, ['show routers']]);
  await rig.close();
  const each = await plan('!exec [./tool, "{site}/{device}"]', { words: ['--allow-exec'] });
  expect([each.status, each.calls().sort()]).toEqual([0, ['a/sw1', 'b/sw1']]);
});

test('from no command that may not run, and nothing that it says is shown', async () => {
  const { status, out, calls } = await plan('!exec [./tool, show]');
  expect([status, out.includes('`./tool` runs only with --allow-exec')]).toEqual([1, true]);
  expect(calls).toThrow('ENOENT');
  await rig.close();
  const failed = await plan('!exec [./tool, fail]', { words: ['--allow-exec'] });
  expect([failed.status, failed.out.includes('`./tool` ended with 3'), failed.out.includes('s3cret')]).toEqual([
    1,
    true,
    false,
  ]);
});

test('from a command of a fleet whose files somebody has read', async () => {
  const { status, calls } = await plan('!exec [./tool, show]', { trusts: (own) => own });
  expect([status, calls()]).toEqual([0, ['show']]);
  await rig.close();
  const without = await plan('!exec [./tool, show]', { trusts: (own) => own.replace('sha256:', '').toUpperCase() });
  expect([without.status, without.calls()]).toEqual([0, ['show']]);
});

test.each([
  ['the fleet file', 'fleet.yaml'],
  ['a site', 'b.yaml'],
])('and not where %s has changed since', async (_, file) => {
  const { status, out, calls } = await plan('!exec [./tool, show]', {
    trusts: (own) => own,
    afterwards: (folder) => writeFileSync(join(folder, file), `${readFileSync(join(folder, file), 'utf8')}# more\n`),
  });
  expect([status, out]).toEqual([64, '']);
  expect(calls).toThrow('ENOENT');
});

test('as its files were when they were compared, whatever is written into them afterwards', async () => {
  rig = await fleetRig({ sites: ['a'] });
  const path = join(rig.folder, 'fleet.yaml');
  const text = readFileSync(path, 'utf8').replace('a.yaml', "'*.site'");
  writeFileSync(path, text);
  writeFileSync(join(rig.folder, 'a.site'), readFileSync(join(rig.folder, 'a.yaml')));
  const { value: read } = await readFleet(rig.io(), 'fleet.yaml');
  const trusted = await trustingFleet(rig.io(), 'fleet.yaml', digestOfTexts(read?.texts ?? []));
  writeFileSync(path, `${text}# changed\n`);
  writeFileSync(join(rig.folder, 'a.site'), 'site: other\n');
  writeFileSync(join(rig.folder, 'b.site'), 'site: another\n');
  const { value: again } = await readFleet(trusted ?? rig.io(), 'fleet.yaml');
  expect(again?.texts).toEqual(read?.texts);
  expect(trusted?.env.ROSC_ALLOW_EXEC).toBe('1');
});

test('nor by a digest that is none, or of a site', async () => {
  const { status } = await plan('!exec [./tool, show]', { trusts: () => 'sha256:123' });
  expect(status).toBe(64);
  await rig.close();
  rig = await fleetRig({ sites: ['a'] });
  expect(await main(['plan', 'a.yaml', '--trust', '0'.repeat(64)], rig.io())).toBe(64);
});
