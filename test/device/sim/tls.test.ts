// The simulated device behind TLS, as `rosc sim --tls` starts it, and every command that reaches it that way.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import { leapingClock } from '../../support/leaping-clock.ts';
import { type MemoryIo, memoryIo } from '../../support/memory-io.ts';
import { projectRoot } from '../../support/project-root.ts';
import { until } from '../../support/until.ts';

const rig = join(projectRoot, 'fixtures/sites/rig/site.yaml');

interface Ready {
  readonly api: string;
  readonly rest: string;
  readonly fingerprint: string;
}

const clock = leapingClock();
let folder: string;
let device: MemoryIo;
let ended: Promise<number>;
let ready: Ready;

async function run(...argv: readonly string[]) {
  const io = memoryIo({ env: { ROSC_PASSWORD: '' }, cwd: folder, clock });
  const status = await main(argv, io);
  return { status, out: io.out(), err: io.err() };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rosc-'));
  device = memoryIo({ cwd: folder, clock: clock.ofDevices });
  const argv = [
    '--routeros',
    '7.14.3',
    '--api',
    '127.0.0.1:0',
    '--rest',
    '127.0.0.1:0',
    '--tls',
    'device.pem',
    '--json',
  ];
  ended = main(['sim', ...argv], device);
  await until(() => device.out().includes('ready'));
  ready = JSON.parse(device.out());
  await writeFile(join(folder, 'device.pem'), device.written.get(join(folder, 'device.pem')) ?? '');
});

afterAll(async () => {
  device.interrupt();
  expect(await ended).toBe(0);
  await rm(folder, { recursive: true });
});

test('apply over REST is refused, and says why', async () => {
  const reach = ['--device', `core=rests://admin@${ready.rest}`, '--fingerprint', ready.fingerprint];
  const { status, err } = await run('apply', rig, ...reach, '--yes');
  expect(status).toBe(1);
  expect(err).toContain('apply/read-only');
  expect(err).toContain('REST');
});

describe('the API over TLS', () => {
  test('plan, apply and verify with the pinned fingerprint', async () => {
    const reach = ['--device', `core=apis://admin@${ready.api}`, '--fingerprint', ready.fingerprint];
    expect((await run('plan', rig, ...reach, '--detailed-exitcode')).status).toBe(2);
    const applied = await run('apply', rig, ...reach, '--yes');
    expect([applied.status, applied.err]).toEqual([0, expect.any(String)]);
    expect((await run('verify', rig, ...reach)).status).toBe(0);
  });

  test('the certificate as CA file', async () => {
    expect(await readFile(join(folder, 'device.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
    const reach = ['--device', `core=apis://admin@${ready.api}`, '--ca-file', 'device.pem'];
    expect((await run('plan', rig, ...reach)).status).toBe(0);
  });

  test.each([
    ['another fingerprint', ['--fingerprint', 'AB'.repeat(32)], 'not the pinned one'],
    ['nobody vouches', [], 'nobody vouches for'],
  ])('%s: no password is sent', async (_, trust, words) => {
    const { status, err } = await run('plan', rig, '--device', `core=apis://admin@${ready.api}`, ...trust);
    expect(status).toBe(1);
    expect(err).toContain('device/certificate');
    expect(err).toContain(words);
  });

  test('without the `s` of the scheme', async () => {
    const { status, err } = await run('plan', rig, '--device', `core=api://admin@${ready.api}`, '--timeout', '500ms');
    expect(status).toBe(1);
    expect(err).toContain('device/connection-lost');
    expect(err.replace(/\s+/g, ' ')).toContain('an API over TLS (`apis://`) hangs up so');
  });
});

describe('REST over TLS', () => {
  const trust = () => ['--fingerprint', ready.fingerprint];
  const url = () => `rests://admin@${ready.rest}`;

  test.each([
    ['plan', () => ['plan', rig, '--device', `core=${url()}`]],
    ['verify', () => ['verify', rig, '--device', `core=${url()}`]],
    ['import', () => ['import', url()]],
    ['capture', () => ['capture', url()]],
  ])('%s reads', async (_, argv) => {
    const { status, err } = await run(...argv(), ...trust());
    expect([status, err]).toEqual([0, expect.any(String)]);
  });

  test('audit reads', async () => {
    const { out, err } = await run('audit', url(), ...trust(), '--json');
    expect(err).toBe('');
    expect(JSON.parse(out).devices).toHaveLength(1);
  });
});
