// What every way of reading promises, be it the API or REST: the same questions to both give the same answers.

import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Clock, type Device, isMissingMenu } from '../../src/device/device.ts';
import { readConfig } from '../../src/device/read.ts';
import { closeAfterwards, failureOf, openDevice } from '../support/device-session.ts';
import { type Answer, type Question, serveReadsOverApi, serveReadsOverRest } from '../support/read-services.ts';
import { turnedClock } from '../support/turned-clock.ts';

/** What REST asks when it connects. */
const resource = [{ version: '7.18.2 (stable)', 'board-name': 'CRS326-24G-2S+' }];

describe.each([
  { name: 'the API', serve: serveReadsOverApi },
  { name: 'REST', serve: serveReadsOverRest },
])('reading over $name', ({ serve }) => {
  async function deviceOf(
    answers: Readonly<Record<string, Answer>>,
    onQuestion: (question: Question) => void = () => undefined,
    clock: Clock = turnedClock(),
  ): Promise<Device> {
    let isConnected = false;
    const service = await serve((question) => {
      if (!isConnected && question.path === '/system/resource/print') return resource;
      onQuestion(question);
      return answers[question.path] ?? { trap: 'no such command prefix' };
    });
    closeAfterwards(service);
    const device = await openDevice(service.scheme, service.port, { clock });
    isConnected = true;
    return device;
  }

  it('gives rows, their order and their text as they are', async () => {
    const rows = [
      { '.id': '*2', comment: 'Büro · 東京 · 🚦', disabled: 'false' },
      { '.id': '*1', comment: 'a=b "c" \\d', disabled: 'true' },
    ];
    const device = await deviceOf({ '/ip/route/print': rows });
    expect(await device.print('/ip/route')).toEqual(rows);
  });

  it('gives no rows for an empty menu', async () => {
    const device = await deviceOf({ '/ip/route/print': [] });
    expect(await device.print('/ip/route')).toEqual([]);
  });

  it('gives one row for settings', async () => {
    const device = await deviceOf({ '/ip/settings/print': [{ 'ip-forward': 'true' }] });
    expect(await device.print('/ip/settings')).toEqual([{ 'ip-forward': 'true' }]);
  });

  it('carries a megabyte in one value', async () => {
    const rows = [{ '.id': '*1', contents: 'x'.repeat(1024 * 1024) }];
    const device = await deviceOf({ '/file/print': rows });
    expect(await device.print('/file')).toEqual(rows);
  });

  it('passes on field lists, queries and the words of a monitor', async () => {
    const questions: Question[] = [];
    const device = await deviceOf({ '/ip/arp/print': [], '/tool/x/monitor': [{ state: 'ok' }] }, (each) =>
      questions.push(each),
    );
    await device.print('/ip/arp', { proplist: ['address', '.id'], query: ['interface=ether1', '-dynamic'] });
    expect(await device.monitor('/tool/x/monitor', { numbers: 'ether1' })).toEqual([{ state: 'ok' }]);
    expect(questions).toEqual([
      { path: '/ip/arp/print', proplist: ['address', '.id'], query: ['interface=ether1', '-dynamic'], words: {} },
      { path: '/tool/x/monitor', words: { once: '', numbers: 'ether1' } },
    ]);
  });

  it('lets the device ask for an answer, with the words of its own command', async () => {
    const questions: Question[] = [];
    const answer = [{ seq: '0', host: '192.0.2.9', status: 'timeout', sent: '1', received: '0' }];
    const device = await deviceOf({ '/ping': answer }, (each) => questions.push(each));
    expect(await device.ping({ address: '192.0.2.9', count: '1' })).toEqual(answer);
    expect(questions).toEqual([{ path: '/ping', words: { address: '192.0.2.9', count: '1' } }]);
  });

  it('tells a missing menu, a missing policy and other refusals apart', async () => {
    const device = await deviceOf({
      '/user/print': { trap: 'not enough permissions (9)' },
      '/ip/route/print': { trap: 'unknown parameter' },
    });
    const missing = await failureOf(device.print('/interface/ethernet/switch'));
    expect([missing.kind, isMissingMenu(missing)]).toEqual(['refused', true]);
    expect((await failureOf(device.print('/user'))).kind).toBe('permission');
    const other = await failureOf(device.print('/ip/route'));
    expect([other.kind, other.message]).toEqual(['refused', '/ip/route/print: unknown parameter']);
  });

  it('keeps reads in parallel apart', async () => {
    const menus = Array.from({ length: 30 }, (_, index) => `/menu${index}` as const);
    const device = await deviceOf(Object.fromEntries(menus.map((menu) => [`${menu}/print`, [{ '.id': menu }]])));
    const all = await Promise.all(menus.map((menu) => device.print(menu)));
    expect(all).toEqual(menus.map((menu) => [{ '.id': menu }]));
  });

  it('gives up on a silent device, and reads on', async () => {
    const clock = turnedClock();
    const device = await deviceOf(
      { '/ip/route/print': 'silence', '/ip/arp/print': [] },
      () => clock.advance(30),
      clock,
    );
    const error = await failureOf(device.print('/ip/route', { timeoutMs: 30 }));
    expect([error.kind, error.message]).toEqual(['timed-out', '/ip/route/print: no answer within 30 ms']);
    expect(await device.print('/ip/arp')).toEqual([]);
  });

  it('stops when asked to, and reads on', async () => {
    const abort = new AbortController();
    const device = await deviceOf({ '/ip/route/print': 'silence', '/ip/arp/print': [] }, () => abort.abort());
    const read = failureOf(device.print('/ip/route', { signal: abort.signal }));
    expect((await read).kind).toBe('aborted');
    expect((await failureOf(device.print('/ip/arp', { signal: AbortSignal.abort() }))).kind).toBe('aborted');
    expect(await device.print('/ip/arp')).toEqual([]);
  });

  it('reports a connection that is cut', async () => {
    const device = await deviceOf({ '/ip/route/print': 'cut' });
    expect((await failureOf(device.print('/ip/route'))).kind).toBe('connection-lost');
  });

  it('reads a configuration', async () => {
    const device = await deviceOf({
      '/interface/vlan/print': [{ '.id': '*1', name: 'vlan10', 'vlan-id': '10', interface: 'bridge', mvrp: 'false' }],
    });
    const { config, missing } = await readConfig(device, ['/interface/vlan', '/interface/ethernet/switch'], 'core');
    expect(config.items.map(({ key }) => key)).toEqual(['vlan10']);
    expect(missing).toEqual(['/interface/ethernet/switch']);
  });

  it.each([
    [
      'a switch',
      { '/system/routerboard/print': [{ routerboard: 'true', model: 'CRS326-24G-2S+', 'serial-number': 'HG1' }] },
      { name: 'core', model: 'CRS326-24G-2S+', serial: 'HG1', routeros: '7.18.2' },
    ],
    [
      'a virtual router',
      {
        '/system/resource/print': [{ version: '7.24rc3 (testing)', 'board-name': 'CHR QEMU' }],
        '/system/license/print': [{ 'system-id': 'HDlXorQ3f7L', level: 'free' }],
      },
      { name: 'core', model: 'CHR QEMU', serial: 'HDlXorQ3f7L', routeros: '7.24rc3' },
    ],
    [
      'a machine that says it has no board',
      { '/system/routerboard/print': [{ routerboard: 'false' }] },
      { name: 'core', model: 'CRS326-24G-2S+', serial: '', routeros: '7.18.2' },
    ],
  ])('identifies %s', async (_, answers: Readonly<Record<string, Answer>>, identity) => {
    const common = { '/system/identity/print': [{ name: 'core' }], '/system/resource/print': resource };
    const device = await deviceOf({ ...common, ...answers });
    expect(await device.identity()).toEqual(identity);
  });
});

describe('REST', () => {
  it('reads only, and says why', async () => {
    const service = await serveReadsOverRest(() => resource);
    closeAfterwards(service);
    const device = await openDevice(service.scheme, service.port);
    expect(device.readOnlyBecause).toContain('REST has no session');
    const command = { menu: '/ip/route', verb: 'add', arguments: {} } as const;
    const refused = { kind: 'refused', message: device.readOnlyBecause };
    expect(await device.run(command)).toEqual(refused);
    expect(await device.pipeline([command, command])).toEqual([refused]);
    expect(await device.pipeline([])).toEqual([]);
    expect(await device.execute(':log info x')).toEqual(refused);
  });

  it('reports a wrong password when it connects', async () => {
    const service = await serveReadsOverRest(() => 'login-refused');
    closeAfterwards(service);
    const error = await failureOf(openDevice(service.scheme, service.port));
    expect(error.kind).toBe('login-refused');
    expect(error.message).toContain('rest://admin@127.0.0.1');
  });

  it('reports the limit of a minute that the device sets', async () => {
    let isConnected = false;
    const service = await serveReadsOverRest(() => (isConnected ? { trap: 'Session closed' } : resource));
    closeAfterwards(service);
    const device = await openDevice(service.scheme, service.port);
    isConnected = true;
    expect((await failureOf(device.print('/ip/route'))).kind).toBe('timed-out');
  });

  it.each([
    ['another web server', '<html>It works!</html>', 'not-routeros'],
    ['rows that are none', '[1]', 'nonsense'],
  ])('recognises %s', async (_, body, kind) => {
    const server = createServer((_request, response) => response.end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeAfterwards({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    const address = server.address();
    const error = await failureOf(openDevice('rest', typeof address === 'object' && address ? address.port : 0));
    expect(error.kind).toBe(kind);
  });

  it('asks again when the device had just closed an idle connection', async () => {
    const used = new Set<unknown>();
    let requests = 0;
    const server = createServer((request, response) => {
      requests++;
      if (used.has(request.socket)) request.socket.resetAndDestroy();
      else response.end('[]');
      used.add(request.socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeAfterwards({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    const address = server.address();
    const device = await openDevice('rest', typeof address === 'object' && address ? address.port : 0);
    // The connection is kept once the answer is wholly through.
    await new Promise((resolve) => setImmediate(resolve));
    expect(await device.print('/ip/route')).toEqual([]);
    expect(requests).toBe(3);
  });

  it('reports a refused connection', async () => {
    const service = await serveReadsOverRest(() => resource);
    await service.close();
    const error = await failureOf(openDevice(service.scheme, service.port));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('refused the connection');
  });
});

it('reads 10,000 rows', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    '.id': `*${index.toString(16)}`,
    'dst-address': `10.${index >> 8}.${index & 255}.0/24`,
    gateway: '192.0.2.1',
    distance: '1',
    scope: '30',
    'target-scope': '10',
    'routing-table': 'main',
    active: 'true',
    static: 'true',
    'hw-offloaded': 'true',
    'suppress-hw-offload': 'false',
    disabled: 'false',
  }));
  const service = await serveReadsOverApi(() => rows);
  closeAfterwards(service);
  const device = await openDevice('api', service.port);
  const { config } = await readConfig(device, ['/ip/route'], 'core');
  expect(config.items).toHaveLength(10_000);
});
