// Another RouterOS on one device: what can be in its way, and what the device is like then.

import { describe, expect, test } from 'vitest';
import { openReconnecting } from '../../src/apply/reconnecting-session.ts';
import type { Device, Reply, Row } from '../../src/device/device.ts';
import type { Faults } from '../../src/device/sim/faults.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { version } from '../../src/model/version.ts';
import { bringPackages } from '../../src/upgrade/packages.ts';
import { restart, upgradeFirmware } from '../../src/upgrade/restart.ts';
import { readSoftware } from '../../src/upgrade/software.ts';
import { UpgradeError } from '../../src/upgrade/upgrade-diagnostic.ts';
import { type UpgradeRequest, upgradeSoftware } from '../../src/upgrade/upgrade-software.ts';
import { targetOf } from '../support/sim-target.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const model = 'CRS326-24G-2S+';
const newest = '7.22.3';
const mirror = 'http://mirror.example.net/{version}/{package}-{version}-{architecture}.npk';

function start(faults: Partial<Faults> = {}, packages: readonly string[] = []) {
  const clock = createVirtualClock();
  const releases = { channels: { stable: newest }, target: (routeros: string) => targetOf(model, routeros) };
  const simulator = createSimulator({ target: targetOf(model, '7.20.8'), clock, releases, packages, faults });
  const session = openReconnecting(() => connectToSimulator(simulator, { url: 'sim:x' }), clock);
  const steps: string[] = [];
  const request: UpgradeRequest = {
    name: 'core',
    to: version(newest),
    clock,
    timeoutMs: 600_000,
    signal: new AbortController().signal,
    mayRestart: () => true,
    onStep: (what) => void steps.push(what),
    onRestart: async () => undefined,
  };
  const run = (more: Partial<UpgradeRequest> = {}) => upgradeSoftware(session, { ...request, ...more });
  const seen = async () => {
    const { routeros, files, firmware } = await readSoftware(await session.open());
    return { routeros: routeros?.text, files: files.map(({ name }) => name), firmware: firmware?.current };
  };
  return { simulator, session, request, steps, run, seen };
}

/** Code and text of what ended it. */
async function problemOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => {
      if (!(error instanceof UpgradeError)) throw error;
      return `${error.diagnostic.code}: ${error.diagnostic.what}`;
    },
  );
}

const upgraded = { routeros: newest, files: [], firmware: newest };
const untouched = { routeros: '7.20.8', files: [], firmware: '7.20.8' };

describe('an upgrade', () => {
  test('goes by the update of the device, and ends with RouterBOOT', async () => {
    const { run, seen, steps } = start();
    expect([await run(), await seen()]).toEqual([{ hasRestarted: true }, upgraded]);
    expect(steps).toEqual([
      ...['looks for updates', 'downloads RouterOS 7.22.3', 'restarts'],
      ...['writes RouterBOOT 7.22.3', 'restarts'],
    ]);
    expect(await run()).toEqual({ hasRestarted: false });
  });

  test('fetches from MikroTik what its channel does not have', async () => {
    const { run, seen, steps } = start();
    expect(await run({ to: version('7.21.4') })).toEqual({ hasRestarted: true });
    expect(await seen()).toEqual({ routeros: '7.21.4', files: [], firmware: '7.21.4' });
    expect(steps.slice(0, 2)).toEqual(['looks for updates', 'fetches routeros-7.21.4-arm.npk']);
  });

  test('fetches every package that is installed', async () => {
    const { run, seen, steps } = start({}, ['switch-marvell']);
    expect([await run({ source: mirror }), await seen()]).toEqual([{ hasRestarted: true }, upgraded]);
    expect(steps.slice(0, 2)).toEqual(['fetches routeros-7.22.3-arm.npk', 'fetches switch-marvell-7.22.3-arm.npk']);
  });

  test('uses what lies on the device', async () => {
    const { simulator, run, seen, steps } = start();
    simulator.run(`/tool/fetch url="http://x.example/routeros-${newest}-arm.npk"`);
    expect([await run({ source: 'http://nowhere.example/none' }), await seen()]).toEqual([
      { hasRestarted: true },
      upgraded,
    ]);
    expect(steps[0]).toBe('its packages are on the device already');
  });

  test('leaves RouterBOOT for later where the window has no room for a second restart', async () => {
    const { run, seen } = start();
    const room = [true, false];
    const { hasRestarted, problem } = await run({ mayRestart: () => room.shift() ?? false });
    expect([hasRestarted, problem?.code]).toEqual([true, 'upgrade/routerboot']);
    expect(await seen()).toEqual({ ...upgraded, firmware: '7.20.8' });
    await run();
    expect(await seen()).toEqual(upgraded);
  });

  test('takes up what was cut off: a part of a file, and RouterBOOT', async () => {
    const { simulator, session, run, seen } = start({ downloadFails: 1 });
    const url = `http://x.example/routeros-${newest}-arm.npk`;
    await (await session.open()).run({ menu: '/tool', verb: 'fetch', arguments: { url } });
    expect((await seen()).files).toEqual([`routeros-${newest}-arm.npk`]);
    simulator.setFaults({});
    await run({ source: mirror });
    expect(await seen()).toEqual(upgraded);
  });
});

describe('the device is as it was', () => {
  const from = { source: mirror };
  const cases: readonly (readonly [string, Partial<Faults>, Partial<UpgradeRequest>, string, RegExp])[] = [
    ['when its download fails', { downloadFails: 1 }, {}, 'upgrade/not-downloaded', /Connection reset by peer$/],
    ['when there is no room', { diskFull: 1 }, {}, 'upgrade/not-downloaded', /not enough disk space/],
    ['when its fetch fails', { downloadFails: 1 }, from, 'upgrade/no-package', /failure: connection reset$/],
    ['when there is no room for a file', { diskFull: 1 }, from, 'upgrade/no-package', /not enough space on disk$/],
    ['when there is nothing at the address', {}, { source: 'http://x.example/{package}' }, 'upgrade/no-package', /404/],
    [
      'when it gets a wrong package',
      { wrongPackage: 1 },
      from,
      'upgrade/wrong-package',
      /for mipsbe, where routeros 7\.22\.3/,
    ],
    ['when its window closes meanwhile', {}, { ...from, mayRestart: () => false }, 'upgrade/window-closed', /core/],
    ['when the same happens to its own update', {}, { mayRestart: () => false }, 'upgrade/window-closed', /core/],
    ['when it is interrupted', {}, { ...from, signal: AbortSignal.abort() }, 'upgrade/no-package', /aborted|stopped/],
    ['when its start installs nothing', { installFails: 1 }, from, 'upgrade/not-installed', /can not install packages/],
  ];
  test.each(cases)('%s', async (_, faults, more, code, text) => {
    const { simulator, session, run, seen } = start(faults);
    const said = await problemOf(run(more));
    expect([said.split(':')[0], said]).toEqual([code, expect.stringMatching(text)]);
    // A start that nobody planned.
    simulator.reboot();
    await session.close();
    await simulator.clock.sleep(60_000);
    expect(await seen()).toEqual(untouched);
  });

  test('when it is interrupted between its packages and its restart', async () => {
    const { simulator, run, seen } = start();
    simulator.run(`/tool/fetch url="http://x.example/routeros-${newest}-arm.npk"`);
    expect(await problemOf(run({ signal: AbortSignal.abort() }))).toContain('upgrade/interrupted: ');
    expect(await seen()).toEqual(untouched);
  });

  test('when it is interrupted while it downloads', async () => {
    const { request, run, seen } = start();
    const abort = new AbortController();
    const onStep = () => abort.abort();
    const said = await problemOf(run({ ...request, signal: abort.signal, onStep }));
    expect(said).toContain('upgrade/no-package: ');
    expect(await seen()).toEqual(untouched);
  });

  test('but for a file of another version, which is left to whoever put it there', async () => {
    const { simulator, run, seen } = start();
    simulator.run('/tool/fetch url="http://x.example/routeros-7.23.1-arm.npk"');
    expect(await problemOf(run())).toContain('upgrade/other-package: ');
    expect(await seen()).toEqual({ ...untouched, files: ['routeros-7.23.1-arm.npk'] });
  });
});

test('a device that does not come back is awaited for as long as was said', async () => {
  const { run, simulator, request } = start({ bootFails: 1 });
  const before = simulator.clock.now();
  expect(await problemOf(run())).toContain('upgrade/not-back: `core` has not answered within 10 minutes');
  expect(simulator.clock.now() - before).toBeGreaterThan(request.timeoutMs);
});

describe('a device that answers otherwise', () => {
  test('fetches for a PC what has no architecture in its name', async () => {
    const { session, request } = start();
    const device = await session.open();
    const asked: string[] = [];
    const pc: Device = {
      ...device,
      print: async (menu, options) => {
        const rows = await device.print(menu, options);
        return rows.map((row) => (row['architecture-name'] ? { ...row, 'architecture-name': 'x86_64' } : row));
      },
      run: async (command) => {
        asked.push(command.arguments.url ?? command.verb);
        return { kind: 'refused', message: 'enough' };
      },
    };
    expect(await problemOf(bringPackages(pc, { ...request, to: newest }))).toContain('upgrade/no-package');
    expect(asked.at(-1)).toBe('https://download.mikrotik.com/routeros/7.22.3/routeros-7.22.3.npk');
  });

  interface Answers {
    readonly replies?: Readonly<Record<string, Reply>>;
    readonly rows?: (menu: string, nowMs: number) => readonly Row[];
  }
  const clock = createVirtualClock();
  const context = { name: 'core', clock, timeoutMs: 60_000, onStep: () => undefined };
  const sessionWith = async ({ replies = {}, rows = () => [] }: Answers) => {
    const device: Device = {
      ...(await start().session.open()),
      run: async ({ menu, verb }) => replies[`${menu} ${verb}`] ?? { kind: 'done' },
      print: async (menu) => rows(menu, clock.now()),
      close: async () => undefined,
    };
    const open = async () => device;
    return { open, openBy: open, close: async () => undefined };
  };
  const refused: Reply = { kind: 'refused', message: 'not enough permissions (9)' };
  const uptime = (menu: string, ms: number) =>
    menu === '/system/resource' ? [{ uptime: `${Math.floor(ms / 1000)}s` }] : [];

  test('refuses to restart', async () => {
    const session = await sessionWith({ replies: { '/system reboot': refused } });
    expect(await problemOf(restart(session, context))).toContain(
      'upgrade/not-restarted: `core` did not restart: not enough permissions',
    );
  });

  test('goes on as if nobody had asked it', async () => {
    const session = await sessionWith({ rows: uptime });
    expect(await problemOf(restart(session, context))).toBe(
      'upgrade/not-restarted: `core` has not restarted within 1 minutes',
    );
  });

  const firmware = { current: '7.20.8', offered: newest };
  const software = { routeros: version(newest), architecture: 'arm', packages: [], files: [], uptimeMs: 0, firmware };
  test.each([
    [{ replies: { '/system/routerboard upgrade': refused } }, 'not enough permissions'],
    [{}, 'it does not say that it was written, so it was not restarted'],
  ])('does not write RouterBOOT: %#', async (answers, reason) => {
    const said = await problemOf(upgradeFirmware(await sessionWith(answers), software, context));
    expect(said).toContain('upgrade/routerboot: `core` keeps RouterBOOT 7.20.8 in place of 7.22.3');
    expect(said).toContain(reason);
  });
});
