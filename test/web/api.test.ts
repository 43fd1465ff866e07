// The API of `rosc ui`: the same JSON as the command line, described truthfully, and closed to everybody else.

import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check } from '../../src/commands/check.ts';
import { placements } from '../../src/model/placement.ts';
import { countersSchema, plansSchema, postCheckSchema } from '../../src/web/api/device-schema.ts';
import { type MatrixJson, matrixSchema, traceSchema } from '../../src/web/api/matrix-schema.ts';
import { codePageSchema, reportSchema } from '../../src/web/api/report-schema.ts';
import { viewSchema } from '../../src/web/api/view-schema.ts';
import { ui } from '../../src/web/ui.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { turnedClock } from '../support/turned-clock.ts';
import { builtPage, examplePath, exampleSites, type RunningUi, startUi } from '../support/ui.ts';

let page: string;
let demo: RunningUi;

beforeAll(async () => {
  page = await builtPage();
  demo = await startUi(undefined, { page });
});

afterAll(async () => {
  await demo.stop();
});

async function get(path: string, from = demo): Promise<unknown> {
  const response = await fetch(new URL(path, from.url));
  expect(response.status, path).toBe(200);
  return response.json();
}

function post(path: string, body: unknown, from = demo): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(new URL(path, from.url), { method: 'POST', headers, body: JSON.stringify(body) });
}

describe('the same JSON as the command line', () => {
  test.each(exampleSites)('%s', async (name) => {
    const path = examplePath(name);
    const io = memoryIo();
    await check(io, path, { json: true });
    const expected: unknown = JSON.parse(io.out());
    const text = readFileSync(path, 'utf8');
    const answer: unknown = await (await post('/api/v1/check', { text, name: path })).json();
    expect(answer).toEqual(expected);
    expect(reportSchema.parse(answer)).toEqual(expected);
    const view = viewSchema.parse(await (await post('/api/v1/analyses', { text, name: path })).json());
    expect(view.report).toEqual(expected);
  });

  test('a text without a name is told apart by what it says', async () => {
    const site = viewSchema.parse(await (await post('/api/v1/analyses', { text: '# hello\nversion: 1\n' })).json());
    expect(site.kind).toBe('site');
    const text = '# model = CRS326-24G-2S+\n/interface bridge\nadd name=bridge\n';
    const other = viewSchema.parse(await (await post('/api/v1/analyses', { text })).json());
    expect([other.kind, other.report.devices[0]?.model]).toEqual(['export', 'CRS326-24G-2S+']);
  });

  test('a model that another stands for is named, as on the command line', async () => {
    const text = '# model = CRS305-1G-4S+IN\n/interface bridge\nadd name=bridge\n';
    const { devices } = reportSchema.parse(await (await post('/api/v1/check', { text })).json());
    expect(devices.map(({ model, standsFor }) => [model, standsFor])).toEqual([['CRS305-1G-4S+', 'CRS305-1G-4S+IN']]);
  });
});

describe('every answer has the shape that it is said to have', () => {
  test('views, matrices and traces', async () => {
    const view = viewSchema.parse(await get('/api/v1/analyses/current'));
    expect(view.devices.map(({ name, live }) => [name, live])).toEqual([
      ['core', 'sim:CRS326-24G-2S+'],
      ['edge', 'sim:RB450Gx4'],
    ]);
    for (const { name } of view.devices) {
      const query = new URLSearchParams({ device: name });
      const matrix = matrixSchema.parse(await get(`/api/v1/analyses/${view.id}/matrix?${query}`));
      expect(matrix.zones.length).toBeGreaterThan(1);
      expectWorst(matrix);
      const [cell] = matrix.cells;
      const ends = new URLSearchParams({ device: name, from: cell?.from ?? '', to: cell?.to ?? '', class: 'tcp' });
      const trace = traceSchema.parse(await get(`/api/v1/analyses/current/trace?${ends}`));
      expect(trace.placement).toBe(cell?.classes.find((each) => each.class === 'tcp')?.both.placement);
    }
    const query = new URLSearchParams({ device: 'core', flow: 'backups' });
    const trace = traceSchema.parse(await get(`/api/v1/analyses/current/trace?${query}`));
    expect([trace.name, trace.placement, trace.ways.length > 1]).toEqual(['backups', 'cpu', true]);
  });

  test('plans, post-checks and counters', async () => {
    const plans = plansSchema.parse(await get('/api/v1/analyses/current/plan'));
    expect(plans.against).toEqual({ core: 'sim:CRS326-24G-2S+', edge: 'sim:RB450Gx4' });
    const changed = plans.plans[0]?.changes.map(({ action, menu, key }) => `${action} ${menu} ${key}`);
    expect(changed).toContain('set /interface/bridge/port ether12');
    expect(changed).toContain('add /ip/route 10.64.0.0/12');
    const postCheck = postCheckSchema.parse(await get('/api/v1/analyses/current/post-check'));
    const failed = postCheck.devices[0]?.lines.filter(({ proof }) => proof === 'not-offloaded');
    expect(failed?.map(({ subject }) => subject).sort()).toEqual(['port ether12', 'route 10.64.0.0/12']);
    const counters = countersSchema.parse(await get('/api/v1/devices/core/counters'));
    expect(counters.hardware['ipv4-routes-hw']).toBeGreaterThan(0);
  });

  test('pages of codes', async () => {
    const rule = codePageSchema.parse(await get('/api/v1/codes/l3hw/l3hw-switch-off'));
    expect(rule.rule?.evidence.length).toBeGreaterThan(0);
    const other = codePageSchema.parse(await get('/api/v1/codes/flow/not-as-expected'));
    expect(other.help).toBeDefined();
  });

  test('openapi.json describes them, and its schemas accept what is sent', async () => {
    const description = await get('/api/openapi.json');
    const { openapi, paths, components } = openApiOf(description);
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toContain('/api/v1/check');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://rosc.test/openapi', components });
    const isReport = ajv.compile({ $ref: 'https://rosc.test/openapi#/components/schemas/Report' });
    const isView = ajv.compile({ $ref: 'https://rosc.test/openapi#/components/schemas/View' });
    const view = await get('/api/v1/analyses/current');
    expect(isView(view), JSON.stringify(isView.errors?.[0])).toBe(true);
    expect(isReport(viewSchema.parse(view).report)).toBe(true);
    expect(isReport({ ...viewSchema.parse(view).report, version: 2 })).toBe(false);
    // Every request that it describes is one that reads.
    const methods = Object.entries(paths).flatMap(([path, own]) =>
      Object.keys(own).map((method) => `${method} ${path}`),
    );
    expect(methods.filter((each) => !each.startsWith('get '))).toEqual(['post /api/v1/check', 'post /api/v1/analyses']);
  });
});

describe('secrets', () => {
  const secrets = readFileSync(join(projectRoot, 'fixtures/rsc/secrets.rsc'), 'utf8');

  test('of an export are in no answer', async () => {
    for (const path of ['/api/v1/check', '/api/v1/analyses']) {
      const answer = await (await post(path, { text: secrets, name: 'secrets.rsc' })).text();
      expect(answer).toContain('CRS326');
      expect(answer.match(/HUSH\d+/g)).toBeNull();
    }
  });

  test('of a site are in no answer, wherever they stand', async () => {
    const site = readFileSync(examplePath('datacenter'), 'utf8')
      .replace('asn: 65000 }', 'asn: 65000, password: HUSH-literal }')
      .replace(
        '    model: RB450Gx4',
        '    url: api://admin:HUSH-url@192.0.2.1\n    raw: /ppp secret add password=HUSH-raw\n    model: RB450Gx4',
      );
    const answer = await (await post('/api/v1/analyses', { text: site, name: 'site.yaml' })).text();
    expect(answer).toContain('intent/literal-secret');
    expect(answer.match(/HUSH-\w+/g)).toBeNull();
  });

  test('that a draft names are not looked up, and its addresses not visited', async () => {
    const site = readFileSync(examplePath('rig'), 'utf8').replace('core:', 'core:\n    url: sim:RB450Gx4');
    const { id } = viewSchema.parse(await (await post('/api/v1/analyses', { text: site, name: 'site.yaml' })).json());
    const plans = plansSchema.parse(await get(`/api/v1/analyses/${id}/plan`));
    // The demo has a device of this name: the draft is compared with it, and not with what it names itself.
    expect(plans.against.core ?? 'nothing').not.toBe('sim:RB450Gx4');
  });
});

// RFC 9110, 9.3.2: as GET, without the content.
test.each(['/', '/api/openapi.json', '/api/v1/analyses/current', '/api/v1/codes/l3hw/nothing', '/etc/passwd'])(
  'HEAD %s',
  async (path) => {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(new URL(path, demo.url), { method })));
    expect([head?.status, head?.headers.get('content-type')]).toEqual([get?.status, get?.headers.get('content-type')]);
    expect(await head?.text()).toBe('');
  },
);

describe('what is refused', () => {
  test.each([
    ['/api/v1/analyses/0123456789abcdef', 404],
    ['/api/v1/analyses/current/matrix', 400],
    ['/api/v1/analyses/current/matrix?device=nobody', 404],
    ['/api/v1/analyses/current/trace?device=core&from=office&to=mars', 404],
    ['/api/v1/analyses/current/plan?fresh=perhaps', 400],
    ['/api/v1/devices/nobody/counters', 404],
    ['/api/v1/codes/l3hw/nothing', 404],
    ['/assets/../../../etc/passwd', 404],
    ['/assets/%2e%2e%2f%2e%2e%2fpackage.json', 400],
    ['/%2e%2e/package.json', 404],
    ['/etc/passwd', 404],
  ])('%s', async (path, status) => {
    const response = await fetch(`${demo.url.replace(/\/$/, '')}${path}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: expect.any(String) } });
  });

  test('bodies that are too large, no JSON, or of another shape', async () => {
    const send = (body: string, type = 'application/json') =>
      fetch(new URL('/api/v1/check', demo.url), { method: 'POST', body, headers: { 'content-type': type } });
    expect((await send(JSON.stringify({ text: 'x'.repeat(9_000_000) }))).status).toBe(413);
    expect((await send('version: 1', 'text/plain')).status).toBe(415);
    expect((await send('{"text":')).status).toBe(400);
    expect((await send('{"text":1}')).status).toBe(400);
    expect((await send('{"text":"","path":"/etc/passwd"}')).status).toBe(400);
  });

  test('everybody, after too many requests in a moment', async () => {
    const own = await startUi(examplePath('rig'), { page, clock: turnedClock() });
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await post('/api/v1/check', { text: '' }, own)).status),
    );
    await own.stop();
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(40);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  test('whoever names another host, comes from another page, or has another token', async () => {
    const own = await startUi(examplePath('rig'), { page, env: { ROSC_UI_TOKEN: 'correct-horse-battery' } });
    const path = '/api/v1/analyses/current';
    const authorization = 'Bearer correct-horse-battery';
    const host = new URL(own.url).host;
    const asked: readonly (readonly [number, Record<string, string>])[] = [
      [200, { authorization }],
      [200, { authorization, origin: `http://${host}` }],
      [401, {}],
      [401, { authorization: 'Bearer wrong-horse-battery' }],
      [403, { authorization, host: 'rebound.example' }],
      [403, { authorization, origin: 'http://evil.example' }],
      [403, { authorization, 'sec-fetch-site': 'cross-site' }],
    ];
    for (const [status, headers] of asked) {
      expect(await statusOf(own.url, path, headers), JSON.stringify(headers)).toBe(status);
    }
    await own.stop();
  });

  test('an export has no plan', async () => {
    const draft = { text: '# model = CRS326-24G-2S+\n/interface bridge\nadd name=bridge\n', name: 'export.rsc' };
    const { id } = viewSchema.parse(await (await post('/api/v1/analyses', draft)).json());
    expect((await fetch(new URL(`/api/v1/analyses/${id}/plan`, demo.url))).status).toBe(409);
  });
});

describe('rosc ui', () => {
  test.each([
    [{ listen: '0.0.0.0:0' }, 'to listen on 0.0.0.0, give --token-file FILE or set ROSC_UI_TOKEN'],
    [{ listen: 'everywhere' }, '--listen takes HOST:PORT, not everywhere'],
    [{ listen: '127.0.0.1:0', tokenFile: '/nowhere/token' }, '--token-file /nowhere/token cannot be read'],
  ])('refuses %j', async (options, message) => {
    const io = memoryIo();
    expect(await ui(io, examplePath('rig'), options)).toBe(64);
    expect(io.err()).toContain(message);
  });

  test('says what is wrong with the file', async () => {
    const io = memoryIo();
    expect(await ui(io, 'nowhere.yaml', { listen: '127.0.0.1:0', page })).toBe(1);
    expect(io.err()).toContain('`nowhere.yaml` cannot be read: there is no such file');
  });

  test('says how to build the page where there is none', async () => {
    const io = memoryIo();
    expect(await ui(io, examplePath('rig'), { listen: '127.0.0.1:0', page: '/nowhere' })).toBe(1);
    expect(io.err()).toContain('is not built');
  });
});

/** fetch does not let a request name another host. */
function statusOf(url: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const asked = request(new URL(path, url), { headers }, (response) => {
      response.resume();
      done(response.statusCode);
    });
    asked.on('error', fail);
    asked.end();
  });
}

function expectWorst({ cells }: MatrixJson): void {
  for (const { classes } of cells) {
    const rank = (name: string) =>
      Math.max(
        ...classes
          .filter((each) => (each.class === 'all') === (name === 'all'))
          .map(({ both }) => placements.indexOf(both.placement)),
      );
    expect(rank('all')).toBe(rank('others'));
  }
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

function openApiOf(value: unknown): OpenApi {
  const isOpenApi = (candidate: unknown): candidate is OpenApi =>
    typeof candidate === 'object' && candidate !== null && 'openapi' in candidate && 'paths' in candidate;
  if (!isOpenApi(value)) throw new Error('no OpenAPI document');
  return value;
}
