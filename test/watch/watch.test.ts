// What following a device comes to: events, metrics, and how often it is asked.

import { describe, expect, test } from 'vitest';
import type { CheckLine } from '../../src/apply/check.ts';
import type { Counters } from '../../src/device/counters.ts';
import { type Device, DeviceError, type Row } from '../../src/device/device.ts';
import { readHealth } from '../../src/device/health.ts';
import type { Diagnostic, Staged } from '../../src/diagnostics/diagnostic.ts';
import { renderWatchEvent, watchEventJson } from '../../src/report/watch.ts';
import type { DeviceSnapshot } from '../../src/watch/device-snapshot.ts';
import { eventsOf, reachedEvent } from '../../src/watch/events.ts';
import { follow } from '../../src/watch/follow.ts';
import { cpuShares, lost, seen, unseen } from '../../src/watch/follow-state.ts';
import { type HealthAlarm, healthAlarms } from '../../src/watch/health-alarms.ts';
import { metricsText } from '../../src/watch/metrics.ts';

const atMs = Date.UTC(2026, 0, 2, 3, 4, 5);

const route: CheckLine = {
  check: 'post-check/route-not-offloaded',
  subject: 'route 198.51.100.0/24',
  expected: 'H',
  observed: 'H',
  command: '/ip/route/print',
  proof: 'candidate',
  at: { menu: '/ip/route', key: '198.51.100.0/24' },
};
const queue: CheckLine = { ...route, subject: 'route queue', expected: 'empty', observed: 'empty', proof: 'proved' };

function counters(sfpReceived: number, sfpToCpu: number): Counters {
  const port = { name: 'sfp-sfpplus1', rxBytes: sfpReceived, txBytes: 500, cpuRxBytes: sfpToCpu, cpuTxBytes: 0 };
  return {
    device: 'core',
    atMs,
    ports: [port, { name: 'ether1', rxBytes: 7, txBytes: 0 }],
    hardware: {
      'ipv4-routes-hw': 12,
      'ipv4-routes-cpu': 3,
      'ipv4-hosts': 2,
      'route-queue-size': 1,
      'nexthop-usage': 4,
    },
  };
}

const limits = { fullSpeedC: 65, fanTargetC: 58, overheatC: 105 };

function feeling(cpuC = 48, fanRpm = 3000, supply = 'ok', before: readonly HealthAlarm[] = []) {
  const readings = [
    { name: 'cpu-temperature', unit: 'C', value: cpuC },
    { name: 'fan1-speed', unit: 'RPM', value: fanRpm },
    { name: 'psu1-voltage', unit: 'V', value: 12.1 },
    { name: 'psu1-current', unit: 'A', value: 4.2 },
    { name: 'power-consumption', unit: 'W', value: 50.8 },
    { name: 'psu2-state', unit: 'state', value: supply },
  ] as const;
  return { readings, limits, alarms: healthAlarms({ readings, limits }, before) };
}

function snapshot(more: Partial<DeviceSnapshot> = {}): DeviceSnapshot {
  return {
    atMs,
    identity: { name: 'core', model: 'CRS326-24G-2S+', serial: 'SIM1', routeros: '7.18.2' },
    uptimeMs: 86_400_000,
    counters: counters(1000, 10),
    health: feeling(),
    lines: [queue, route],
    drift: {
      atMs,
      changes: [],
      capacity: [{ resource: 'acl-rules', used: 14, dynamic: 2, shared: 0, size: 128, bound: 'exact', headroom: 112 }],
    },
    ...more,
  };
}

describe('events', () => {
  const foreign = {
    action: 'set',
    menu: '/ip/address',
    key: '192.0.2.1/24',
    properties: [{ name: 'disabled', before: 'yes', after: 'no' }],
    phase: 'ports',
    disruption: 'none',
    because: '',
  } as const;

  test('the first look says how the device is, and what is wrong', () => {
    const broken = snapshot({ lines: [queue, { ...route, observed: 'no H', proof: 'not-offloaded' }] });
    const events = [reachedEvent('core', broken), ...eventsOf('core', undefined, broken)];
    expect(events.map((event) => renderWatchEvent(event)).join('')).toMatchInlineSnapshot(`
      "2026-01-02T03:04:05Z core CRS326-24G-2S+, RouterOS 7.18.2: 1 not as expected (1 proved), no drift
      2026-01-02T03:04:05Z core route 198.51.100.0/24: no H, expected H; see \`/ip/route/print\`
      "
    `);
    expect(JSON.parse(watchEventJson(events[1] ?? reachedEvent('core', broken)))).toMatchObject({
      time: '2026-01-02T03:04:05.000Z',
      kind: 'offload',
      observed: 'no H',
      proof: 'not-offloaded',
    });
  });

  test('a change of what is proved is one, numbers that move are none', () => {
    const before = snapshot({ lines: [{ ...queue, observed: '12 waiting' }, route] });
    const moved = snapshot({ lines: [{ ...queue, observed: '13 waiting' }, route] });
    expect(eventsOf('core', before, moved)).toEqual([]);
    const gone = snapshot({ lines: [queue, { ...route, observed: 'no H', proof: 'not-offloaded' }] });
    expect(eventsOf('core', snapshot(), gone)).toMatchObject([{ kind: 'offload', before: 'H', observed: 'no H' }]);
  });

  test('drift comes and goes', () => {
    const drifted = snapshot({ drift: { ...snapshot().drift, changes: [foreign] } });
    const text = [...eventsOf('core', snapshot(), drifted), ...eventsOf('core', drifted, snapshot())];
    expect(text.map((event) => renderWatchEvent(event)).join('')).toMatchInlineSnapshot(`
      "2026-01-02T03:04:05Z core drift: a plan would set /ip/address 192.0.2.1/24 (disabled)
      2026-01-02T03:04:05Z core a plan would hold 1 change
      2026-01-02T03:04:05Z core mended: set /ip/address 192.0.2.1/24 (disabled)
      2026-01-02T03:04:05Z core no drift any more
      "
    `);
  });
});

describe('health', () => {
  const told = (...looks: ReturnType<typeof feeling>[]) =>
    looks
      .map((health) => snapshot({ health }))
      .flatMap((after, index, all) => eventsOf('core', all[index - 1], after))
      .map((event) => renderWatchEvent(event).replace('2026-01-02T03:04:05Z core ', ''))
      .join('');

  test('is told at the limits of the maker, once', () => {
    expect(told(feeling(64), feeling(65), feeling(71), feeling(105))).toBe(
      [
        'cpu-temperature: 65 °C, full speed of the fans from 65 °C\n',
        'cpu-temperature: 105 °C, the device protects its CPU from 105 °C\n',
      ].join(''),
    );
  });

  test('is over three degrees below a limit', () => {
    const hot = feeling(66);
    const nearly = feeling(63, 3000, 'ok', hot.alarms);
    expect(told(hot, nearly, feeling(61, 3000, 'ok', nearly.alarms))).toBe(
      'cpu-temperature: 66 °C, full speed of the fans from 65 °C\ncpu-temperature: as it should be again\n',
    );
  });

  test('fans may rest where nothing is warm', () => {
    expect(told(feeling(50, 0))).toBe('');
    expect(told(feeling(62, 0))).toBe('fan1-speed: stands still at 62 °C, and turns from 58 °C\n');
  });

  test('a power supply that fails is told, one that is not there is none', () => {
    expect(told(feeling(48, 3000, 'not-present'))).toBe('');
    expect(told(feeling(48, 3000, 'fail'), feeling())).toBe('psu2-state: fail\npsu2-state: as it should be again\n');
  });

  test('a device without limits has none', () => {
    expect(healthAlarms({ readings: feeling(99, 0).readings, limits: {} }, [])).toEqual([]);
  });

  test('is read as RouterOS 7 prints it, tenths of degrees included', async () => {
    const rows: Record<string, readonly Row[]> = {
      '/system/health': [
        { name: 'cpu-temperature', value: '431', type: 'C' },
        { name: 'board-temperature1', value: '29', type: 'C' },
        { name: 'fan1-speed', value: '5654', type: 'RPM' },
        { name: 'psu1-state', value: 'ok', type: '' },
        { name: 'odd', value: 'x', type: 'V' },
      ],
      '/system/health/settings': [{ 'fan-full-speed-temp': '65', 'fan-target-temp': '58', 'cpu-overtemp-check': 'no' }],
    };
    const device = { ...nobody, print: async (menu: string) => rows[menu] ?? [] };
    expect(await readHealth(device)).toEqual({
      readings: [
        { name: 'cpu-temperature', unit: 'C', value: 43.1 },
        { name: 'board-temperature1', unit: 'C', value: 29 },
        { name: 'fan1-speed', unit: 'RPM', value: 5654 },
        { name: 'psu1-state', unit: 'state', value: 'ok' },
      ],
      limits: { fullSpeedC: 65, fanTargetC: 58 },
    });
  });
});

describe('metrics', () => {
  test('have names, units and types after the conventions', async () => {
    const states = [
      seen(seen(unseen('core'), snapshot(), 80), snapshot({ counters: counters(3000, 510) }), 120),
      lost(seen(unseen('edge'), snapshot(), 80)),
    ];
    const { text, contentType } = await metricsText(states);
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    await expect(text).toMatchFileSnapshot('../../fixtures/watch/metrics.txt');
  });

  test('a share needs two looks, traffic, and counters that did not begin anew', () => {
    const first = seen(unseen('core'), snapshot(), 1);
    const then = (received: number, toCpu: number) =>
      cpuShares(seen(first, snapshot({ counters: counters(received, toCpu) }), 1));
    expect(cpuShares(first)).toEqual([]);
    expect(then(3000, 510)).toEqual([{ port: 'sfp-sfpplus1', direction: 'receive', share: 0.25 }]);
    expect(then(1000, 10)).toEqual([]);
    expect(then(200, 0)).toEqual([]);
    expect(cpuShares(seen(lost(first), snapshot({ counters: counters(3000, 510) }), 1))).toEqual([]);
  });
});

describe('following', () => {
  type Look = 'fine' | 'slow' | 'mistaken' | DeviceError['kind'];

  function found(what: Look): Staged<DeviceSnapshot | undefined> {
    if (what === 'fine' || what === 'slow') return { value: snapshot(), diagnostics: [] };
    if (what === 'mistaken') return { value: undefined, diagnostics: [mistaken] };
    throw new DeviceError(what, what);
  }

  /** A device whose looks come to what `looks` says, one after the other, and the pauses between them. */
  async function followThrough(looks: readonly Look[]) {
    const said: string[] = [];
    const stop = new AbortController();
    let now = 0;
    let next = 0;
    let connections = 0;
    await follow({
      device: 'core',
      connect: async () => {
        connections += 1;
        return { ...nobody, close: async () => void said.push('close') };
      },
      look: async (_: Device, isNew: boolean) => {
        const what = looks[next++] ?? 'aborted';
        said.push(`${isNew ? 'first ' : ''}look`);
        if (next >= looks.length) stop.abort();
        now += what === 'slow' ? 20_000 : 1000;
        return found(what);
      },
      clock: {
        now: () => now,
        sleep: async (ms) => {
          said.push(`wait ${ms / 1000}`);
          now += ms;
        },
      },
      intervalMs: 30_000,
      signal: stop.signal,
      onSnapshot: () => undefined,
      onLoss: ({ code }, retryMs) => said.push(`${code}, again in ${retryMs / 1000}`),
    });
    return { said, connections };
  }

  test('one look at a time, over one connection', async () => {
    const { said, connections } = await followThrough(['fine', 'fine', 'fine']);
    expect(said).toEqual(['first look', 'wait 29', 'look', 'wait 29', 'look', 'close']);
    expect(connections).toBe(1);
  });

  test('a device that answers slowly is asked less often', async () => {
    const { said } = await followThrough(['slow', 'fine', 'fine']);
    expect(said).toEqual(['first look', 'wait 180', 'look', 'wait 29', 'look', 'close']);
  });

  test('an idle connection that is gone is no loss', async () => {
    const { said } = await followThrough(['fine', 'connection-lost', 'fine', 'fine']);
    expect(said).toEqual(['first look', 'wait 29', 'look', 'close', 'first look', 'wait 28', 'look', 'close']);
  });

  test.each(['unreachable', 'timed-out'] as const)(
    'a device that is away (%s) is tried at every second interval',
    async (kind) => {
      const away = Array.from({ length: 6 }, () => kind);
      const { said } = await followThrough([...away, 'fine', 'fine']);
      expect(said.filter((words) => words.startsWith('device/'))).toEqual(
        [30, 60, 60, 60, 60, 60].map((seconds) => `device/${kind}, again in ${seconds}`),
      );
    },
  );

  test('a device that refuses the login is asked less and less often, up to five minutes', async () => {
    const refused = Array.from({ length: 6 }, () => 'login-refused' as const);
    const { said } = await followThrough([...refused, 'fine', 'fine']);
    expect(said.filter((words) => words.startsWith('device/'))).toEqual(
      [30, 60, 120, 240, 300, 300].map((seconds) => `device/login-refused, again in ${seconds}`),
    );
  });

  test('a device that is not the one of the site is a loss too', async () => {
    const { said } = await followThrough(['mistaken', 'fine']);
    expect(said[1]).toBe('close');
    expect(said[2]).toBe('plan/other-model, again in 30');
  });
});

const mistaken: Diagnostic = {
  code: 'plan/other-model',
  severity: 'error',
  what: 'another model',
  primary: { at: { kind: 'device', device: 'core', menu: '', key: '' }, text: '' },
  related: [],
  why: '',
  evidence: [],
};

const unused = async (): Promise<never> => {
  throw new Error('nobody asks');
};
const nobody: Device = {
  url: 'api://admin@192.0.2.1:8728',
  identity: unused,
  print: unused,
  monitor: unused,
  ping: unused,
  run: unused,
  pipeline: unused,
  execute: unused,
  close: async () => undefined,
};
