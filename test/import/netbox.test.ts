// `rosc import netbox`: answers as NetBox 4.6 serializes them become sites that check, once from a file and once from an
// API that gives them page by page; made again, they say what changed at the source.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { type MemoryIo, memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const dump = readFileSync(join(projectRoot, 'fixtures/netbox/branches.json'), 'utf8');
const folder = '/netbox';

async function ioWith(text: string, env: Readonly<Record<string, string>> = {}): Promise<MemoryIo> {
  const io = memoryIo({ env, cwd: folder });
  await io.writeFile(`${folder}/dump.json`, text);
  return io;
}

const contents = async (io: MemoryIo, name: string) => new TextDecoder().decode(await io.readFile(`${folder}/${name}`));

describe('a dump', () => {
  test.each(['branch-1.yaml', 'branch-2.yaml', 'fleet.yaml'])('%s is as it should be', async (name) => {
    const io = await ioWith(dump);
    expect(await main(['import', 'netbox', 'dump.json', '-o', 'sites'], io)).toBe(0);
    await expect(await contents(io, `sites/${name}`)).toMatchFileSnapshot(`../../fixtures/netbox/made/${name}`);
    expect(await main(['check', 'sites/fleet.yaml'], io)).toBe(0);
  });

  test('what it does not carry is said, with the reason', async () => {
    const io = await ioWith(dump);
    await main(['import', 'netbox', 'dump.json', '--json'], io);
    const { notCarried } = JSON.parse(io.out());
    expect(notCarried).toEqual([
      { site: 'branch-1', what: 'prefix 10.1.11.0/24 of VLAN 10 (Office)', reason: 'its status is reserved' },
      { site: 'branch-1', what: 'VLAN 99 (Old)', reason: 'its status is deprecated' },
      { site: 'branch-1', what: 'interface sw1/ether8', reason: 'its VLAN 99 is not carried' },
      { site: 'branch-1', what: 'interface sw1/gigabit9', reason: 'a CRS326-24G-2S+ has no such port' },
      { site: 'branch-1', what: 'device sw2', reason: 'no model is called "CRS999"' },
      { site: 'branch-1', what: 'device sw3', reason: 'its status is decommissioning' },
    ]);
  });

  test('one site of it can be asked for', async () => {
    const io = await ioWith(dump);
    expect(await main(['import', 'netbox', 'dump.json', '--site', 'branch-2', '--quiet'], io)).toBe(0);
    expect(io.out()).toContain('site: branch-2');
    expect(io.out()).not.toContain('site: branch-1');
    expect(await main(['import', 'netbox', 'dump.json', '--site', 'branch-3'], io)).toBe(1);
    expect(io.err()).toContain('no site with the slug `branch-3`; did you mean `branch-');
  });

  test.each([
    ['no JSON', '{"dcim/devices": [', 'it is no JSON'],
    ['a list', '[]', 'is not what NetBox says'],
    ['another shape', '{"dcim/devices": [{"id": "one"}]}', '`dcim/devices`'],
    ['nothing of MikroTik', '{"dcim/sites": [{"id": 1, "name": "a", "slug": "a"}]}', 'no site of NetBox has a device'],
  ])('%s is refused in words', async (_, text, words) => {
    const io = await ioWith(text);
    expect(await main(['import', 'netbox', 'dump.json', '-o', 'sites'], io)).toBe(1);
    expect(io.err()).toContain('error[import/netbox]');
    expect(io.err()).toContain(words);
  });
});

describe('made again', () => {
  const change = dump
    .replace('"name": "Voice"', '"name": "Phones"')
    .replaceAll('"prefix": "10.2.10.0/24"', '"prefix": "10.2.12.0/24"')
    .replaceAll('"address": "10.2.10.1/24"', '"address": "10.2.12.1/24"');

  test('it says what changed at the source, and writes that', async () => {
    const io = await ioWith(dump);
    await main(['import', 'netbox', 'dump.json', '-o', 'sites'], io);
    await io.writeFile(`${folder}/dump.json`, change);
    await main(['import', 'netbox', 'dump.json', '-o', 'sites', '--dry-run', '--json'], io);
    const before = io.out();
    expect(await contents(io, 'sites/branch-2.yaml')).toContain('10.2.10.0/24');
    await main(['import', 'netbox', 'dump.json', '-o', 'sites'], io);
    expect(await contents(io, 'sites/branch-2.yaml')).toContain('10.2.12.0/24');
    const { files } = JSON.parse(before.slice(before.indexOf('{\n')));
    expect(files[1]).toMatchObject({
      file: 'branch-2.yaml',
      changes: [
        '~ vlans.Office.ipv4: 10.2.10.0/24 → 10.2.12.0/24',
        '~ devices.sw1.gateways.Office: ["10.2.10.1","2001:db8:2:10::1"] → ["10.2.12.1","2001:db8:2:10::1"]',
      ],
    });
    expect(io.err()).toContain('fleet.yaml: unchanged');
  });

  test('nothing changed where NetBox did not change', async () => {
    const io = await ioWith(dump);
    await main(['import', 'netbox', 'dump.json', '-o', 'sites'], io);
    await main(['import', 'netbox', 'dump.json', '-o', 'sites', '--json'], io);
    const text = io.out();
    const { files } = JSON.parse(text.slice(text.indexOf('{\n')));
    expect(files.map(({ changes }: { changes: unknown }) => changes)).toEqual([[], [], []]);
  });

  test('a file that somebody wrote stays, unless --force is given', async () => {
    const io = await ioWith(dump);
    await io.writeFile(`${folder}/sites/branch-1.yaml`, 'version: 1\nsite: mine\n');
    expect(await main(['import', 'netbox', 'dump.json', '-o', 'sites'], io)).toBe(1);
    expect(await contents(io, 'sites/branch-1.yaml')).toBe('version: 1\nsite: mine\n');
    expect(io.err()).toContain('is there already');
    expect(await main(['import', 'netbox', 'dump.json', '-o', 'sites', '--force'], io)).toBe(0);
    expect(await contents(io, 'sites/branch-1.yaml')).toContain('site: branch-1');
  });

  test('what people add stands in a file that includes it', async () => {
    const io = await ioWith(dump);
    await main(['import', 'netbox', 'dump.json', '-o', 'sites'], io);
    const own = 'version: 1\ninclude: sites/branch-2.yaml\nflows:\n  - { from: Office, to: Voice, path: hardware }\n';
    await io.writeFile(`${folder}/branch-2.yaml`, own);
    expect(await main(['check', 'branch-2.yaml'], io)).toBe(0);
  });
});

describe('the API', () => {
  const lists = JSON.parse(dump) as Readonly<Record<string, { readonly results: readonly unknown[] }>>;

  /** Gives three objects a page, whatever is asked for. */
  async function serve(answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false) {
    const server = createServer((request, response) => {
      if (answer(request, response)) return;
      const url = new URL(request.url ?? '', 'http://netbox');
      const all = lists[url.pathname.replace(/^\/api\/|\/$/g, '')]?.results ?? [];
      const offset = Number(url.searchParams.get('offset'));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ count: all.length, results: all.slice(offset, offset + 3) }));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('is read page by page, and kept as a dump that gives the same', async () => {
    const url = await serve();
    const io = await ioWith('');
    expect(await main(['import', 'netbox', url, '-o', 'sites', '--dump', 'kept.json'], io)).toBe(0);
    // The first line says where it came from.
    const made = async (from: MemoryIo) => (await contents(from, 'sites/branch-1.yaml')).split('\n').slice(1);
    for (const text of [dump, await contents(io, 'kept.json')]) {
      const again = await ioWith(text);
      expect(await main(['import', 'netbox', 'dump.json', '-o', 'sites'], again)).toBe(0);
      expect(await made(again)).toEqual(await made(io));
    }
  });

  test.each([
    ['nbt_key.secret', 'Bearer nbt_key.secret'],
    ['0123456789abcdef', 'Token 0123456789abcdef'],
  ])('gets the token %s as its version is sent, and nobody else sees it', async (token, header) => {
    const seen = new Set<string | undefined>();
    const url = await serve((request) => {
      seen.add(request.headers.authorization);
      return false;
    });
    const io = await ioWith('', { ROSC_NETBOX_TOKEN: token });
    expect(await main(['import', 'netbox', url], io)).toBe(0);
    expect([...seen]).toEqual([header]);
    expect(io.out() + io.err()).not.toContain(token);
  });

  test.each<[string, number, Readonly<Record<string, string>>, string]>([
    ['refuses', 403, {}, 'it answered 403 for dcim/sites: no permission'],
    ['sends elsewhere', 302, { location: 'http://192.0.2.1/' }, 'NetBox cannot be read'],
  ])('that %s is an error, and no file is written', async (_, status, headers, words) => {
    const url = await serve((__, response) => {
      response.writeHead(status, headers).end('{"detail": "no permission"}');
      return true;
    });
    const io = await ioWith('', { ROSC_NETBOX_TOKEN: 'nbt_a.b' });
    expect(await main(['import', 'netbox', url, '-o', 'sites'], io)).toBe(1);
    expect(io.err()).toContain(words);
    await expect(contents(io, 'sites/branch-1.yaml')).rejects.toThrow();
  });

  test('that shows less than it counts is not taken for all', async () => {
    const url = await serve((_, response) => {
      response.end('{"count": 5, "results": []}');
      return true;
    });
    const io = await ioWith('');
    expect(await main(['import', 'netbox', url], io)).toBe(1);
    expect(io.err()).toContain('has 5 objects, and shows 0');
  });
});
