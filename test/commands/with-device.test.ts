// Commands against a simulated switch on a real socket: the main job, its failures, and what is wrong with a call.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import type { Faults } from '../../src/device/sim/faults.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';

const rig = join(projectRoot, 'fixtures/sites/rig/site.yaml');
const broken = join(projectRoot, 'fixtures/sites/rig-broken/site.yaml');

const clock = leapingClock();

let simulator: Simulator;
let close: () => Promise<void>;
let device: string;
let folder: string;

async function start(options: { faults?: Partial<Faults>; model?: string; routeros?: string } = {}): Promise<void> {
  const { faults = {}, model = 'CRS326-24G-2S+', routeros = '7.14.3' } = options;
  simulator = createSimulator({ target: targetOf(model, routeros), clock: clock.ofDevices, faults });
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  close = () => server.close();
  device = `core=api://admin@127.0.0.1:${server.port}`;
}

async function run(...argv: readonly string[]) {
  const io = memoryIo({ clock, env: { ROSC_PASSWORD: '' }, cwd: folder });
  const status = await main(argv, io);
  return { status, out: io.out(), err: io.err(), written: io.written };
}

/** The configuration as the device would export it, without the date in its first line. */
function configured(): string {
  return simulator.export({ showSensitive: true }).replace(/^#.*\n/, '');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rosc-'));
});

afterEach(async () => {
  await close?.();
  await rm(folder, { recursive: true, force: true });
});

describe('the main job', () => {
  test('plan, apply, plan again, verify', async () => {
    await start();
    const plan = await run('plan', rig, '--device', device, '--detailed-exitcode');
    expect(plan.status).toBe(2);
    expect(plan.out).toContain('l3-hw-offloading  no → yes');
    const applied = await run('apply', rig, '--device', device, '--yes');
    expect(applied.out).toContain('confirmed');
    expect(applied.status).toBe(0);
    expect([...applied.written.keys()].filter((path) => path.endsWith('.undo.rsc'))).toHaveLength(1);
    expect((await run('plan', rig, '--device', device, '--detailed-exitcode')).status).toBe(0);
    const verified = await run('verify', rig, '--device', device, '--json');
    expect(verified.status).toBe(0);
    expect(JSON.parse(verified.out).devices[0].passed).toBe(true);
  });

  test('a plan file is applied by itself', async () => {
    await start();
    const plan = await run('plan', rig, '--device', device, '--out', join(folder, 'plan.json'));
    const text = plan.written.get(join(folder, 'plan.json')) ?? '';
    const io = memoryIo({ clock, env: { ROSC_PASSWORD: '' }, cwd: folder });
    await io.writeFile(join(folder, 'plan.json'), text);
    expect(await main(['apply', join(folder, 'plan.json'), '--device', device, '--yes', '--quiet'], io)).toBe(0);
    // The device has moved since the plan was made: it is refused, and nothing is sent.
    expect(await main(['apply', join(folder, 'plan.json'), '--device', device, '--yes', '--quiet'], io)).toBe(1);
  });

  test('an intent with errors sends nothing', async () => {
    await start();
    const before = simulator.snapshot();
    const applied = await run('apply', broken, '--device', device, '--yes');
    expect(applied.status).toBe(1);
    expect(applied.err).toContain('Nothing was changed on any device');
    expect(simulator.snapshot()).toEqual(before);
  });

  test('a chip that does not take it is found, and the device goes back', async () => {
    await start({ faults: { offloadRefused: 1 } });
    const before = configured();
    const applied = await run('apply', rig, '--device', device, '--yes');
    expect(applied.status).toBe(3);
    expect(configured()).toEqual(before);
  });

  // Ports print their L2MTU from the factory on, so that an undo has a value to set back.
  test('larger frames on ports go back with a commit that failed', async () => {
    await start({ faults: { offloadRefused: 1 } });
    const before = configured();
    const text = (await readFile(rig, 'utf8')).replace(/10\.0\.2\.0\/24/, '10.0.2.0/24, mtu: 9000');
    await writeFile(join(folder, 'site.yaml'), text);
    const failed = await run('apply', 'site.yaml', '--device', device, '--yes');
    expect(failed.out).toContain('l2mtu');
    expect(failed.status).toBe(3);
    expect(configured()).toBe(before);
  });

  test('a commit can wait for its confirmation', async () => {
    await start();
    const open = await run('apply', rig, '--device', device, '--yes', '--confirm', 'manually', '--verbose');
    expect(open.status).toBe(0);
    expect(open.err).toContain('apply/open');
    // As the site says, but not for good: however quiet, that is the reason.
    const again = await run('apply', rig, '--device', device, '--yes', '--quiet');
    expect(again.status).toBe(1);
    expect(again.err).toContain('error[apply/commit-open]');
    expect((await run('confirm', rig, '--device', device)).out).toContain('is confirmed');
    expect((await run('recover', rig, '--device', device)).out).toBe('No commit is open.\n');
  });

  test('nothing is applied unasked', async () => {
    await start();
    expect((await run('apply', rig, '--device', device)).status).toBe(64);
    const io = memoryIo({ clock, env: { ROSC_PASSWORD: '' }, cwd: folder, isTerminal: true, answers: ['n'] });
    expect(await main(['apply', rig, '--device', device], io)).toBe(1);
    expect(io.err()).toContain('Nothing was changed');
  });
});

describe('what is said of', () => {
  const codesOf = async (...argv: readonly string[]): Promise<readonly string[]> => {
    const { out, status } = await run(...argv, '--json');
    expect(status).toBe(1);
    return JSON.parse(out).diagnostics.map(({ code }: { code: string }) => code);
  };

  test('a device without an address', async () => {
    expect(await codesOf('plan', rig)).toContain('device/url-missing');
  });

  test('a device without a password', async () => {
    const io = memoryIo({ clock, cwd: folder });
    expect(await main(['plan', rig, '--device', 'core=api://admin@127.0.0.1:1', '--json'], io)).toBe(1);
    expect(io.out()).toContain('device/password-missing');
  });

  test('a wrong password', async () => {
    await start();
    const io = memoryIo({ clock, cwd: folder, env: { ROSC_PASSWORD_CORE: 'wrong-secret' } });
    expect(await main(['plan', rig, '--device', device], io)).toBe(1);
    expect(io.err()).toContain('device/login-refused');
    expect(io.out() + io.err()).not.toContain('wrong-secret');
  });

  test('a password that stands in a file, which nothing repeats', async () => {
    await start();
    const io = memoryIo({ clock, cwd: folder, env: { ROSC_PASSWORD: '' } });
    await io.writeFile(join(folder, 'secret.txt'), 'wrong-secret\nanother line\n');
    const words = ['plan', rig, '--device', device, '--password-file', 'secret.txt'];
    // The file counts more than the environment, but for the variable of the device itself.
    expect(await main(words, io)).toBe(1);
    expect(io.err()).toContain('device/login-refused');
    expect(io.out() + io.err()).not.toContain('wrong-secret');
    await io.writeFile(join(folder, 'secret.txt'), '\nanother line\n');
    expect(await main(words, io)).toBe(0);
    expect(await main([...words.slice(0, -1), 'missing.txt'], io)).toBe(1);
  });

  test('a device that the site does not have', async () => {
    expect(await codesOf('plan', rig, '--device', 'cor=api://admin@127.0.0.1:1')).toContain('device/not-in-site');
  });

  test('a device that cannot be simulated', async () => {
    expect(await codesOf('audit', 'sim:CRS999')).toContain('device/cannot-simulate');
  });

  test('a simulated device runs what the site says, unless its configuration says another version', async () => {
    const [qos, url] = [join(projectRoot, 'fixtures/sites/qos/site.yaml'), 'core=sim:CRS326-24G-2S+'];
    expect((await run('plan', qos, '--device', url)).status).toBe(0);
    const older = join(projectRoot, 'fixtures/audit/clean/l2only-mgmt.rsc');
    expect(await codesOf('plan', qos, '--device', `${url},${older}`)).toContain('plan/other-version');
  });

  test('a device of another model', async () => {
    await start({ model: 'CRS309-1G-8S+' });
    expect(await codesOf('plan', rig, '--device', device)).toContain('plan/other-model');
  });

  test('a device with another minor version, which can be accepted', async () => {
    await start({ routeros: '7.20.8' });
    expect(await codesOf('plan', rig, '--device', device)).toContain('plan/other-version');
    expect((await run('plan', rig, '--device', device, '--accept-version')).status).toBe(0);
  });

  // The advice is to give an option, so each verb that gives it has to take it.
  test.each([['plan'], ['verify'], ['apply', '--yes']])(
    '%s takes `--accept-version`, as it advises',
    async (...verb) => {
      await start({ routeros: '7.20.8' });
      const [name = '', ...more] = verb;
      const refused = await run(name, rig, '--device', device, ...more);
      expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('`--accept-version`')]);
      const accepted = await run(name, rig, '--device', device, ...more, '--accept-version');
      expect(accepted.err).not.toContain('error[plan/other-version]');
      expect(accepted.status).not.toBe(64);
    },
  );

  // Whoever counts what has passed must not miss the devices that nobody could ask.
  test('a device that cannot be judged has not passed', async () => {
    await start({ routeros: '7.20.8' });
    const { status, out } = await run('verify', rig, '--device', device, '--json');
    expect(status).toBe(1);
    expect(JSON.parse(out).devices).toEqual([
      { device: 'core', passed: false, lines: [], reason: expect.stringContaining('runs RouterOS 7.20.8') },
    ]);
  });

  test('a device that is not configured as its site says', async () => {
    await start();
    const { out } = await run('verify', rig, '--device', device, '--json');
    const said: { code: string; why?: string }[] = JSON.parse(out).diagnostics;
    expect(said.map(({ code }) => code)).toContain('plan/drift');
    const whys = said.flatMap(({ code, why }) => (code.startsWith('post-check/') ? [why] : []));
    expect(new Set(whys)).toEqual(new Set(['The device is not configured as the site says: see `plan/drift`.']));
  });

  test('an export without header', async () => {
    const io = memoryIo({ clock, cwd: folder, stdin: '/interface/bridge\nadd name=bridge1\n' });
    // What does not depend on the hardware is said all the same.
    expect(await main(['audit', '-', '--json', '--fail-on', 'warning'], io)).toBe(1);
    expect(io.out()).toContain('audit/unknown-model');
    const assumed = memoryIo({ clock, cwd: folder, stdin: '/interface/bridge\nadd name=bridge1\n' });
    await main(['audit', '-', '--json', '--model', 'RB5009UG+S+'], assumed);
    expect(assumed.out()).toContain('audit/version-assumed');
  });

  test('a file that is no text, and one that is too large', async () => {
    const io = memoryIo({ clock, cwd: folder });
    await io.writeFile(join(folder, 'backup.rsc'), 'a\0b');
    expect(await main(['audit', join(folder, 'backup.rsc')], io)).toBe(1);
    expect(io.out()).toContain('file/binary');
    await io.writeFile(join(folder, 'huge.rsc'), ' '.repeat(65 * 1024 * 1024));
    expect(await main(['audit', join(folder, 'huge.rsc')], io)).toBe(1);
    expect(io.out()).toContain('file/too-large');
  });
});

test('a live device is audited without crying wolf', async () => {
  await start();
  await run('apply', rig, '--device', device, '--yes', '--quiet');
  const { status, out } = await run('audit', device.slice('core='.length), '--json');
  expect(status).toBe(0);
  const loud = JSON.parse(out).diagnostics.filter(({ severity }: { severity: string }) => severity !== 'note');
  expect(loud).toEqual([]);
});
