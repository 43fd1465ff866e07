// The simulated device on the network: the binary API with its odd corners, and REST.

import { connect as connectTcp, type Socket } from 'node:net';
import { RouterOSAPI } from 'node-routeros';
import { afterEach, describe, expect, it } from 'vitest';
import { encodeSentence, SentenceDecoder } from '../../../src/device/api/codec.ts';
import type { Listening } from '../../../src/device/sim/listening.ts';
import { startRest } from '../../../src/device/sim/rest.ts';
import { type ServerOptions, startServer } from '../../../src/device/sim/server.ts';
import { createSimulator, type SimulatorOptions } from '../../../src/device/sim/simulator.ts';
import { realClock } from '../../../src/io/real-clock.ts';
import { targetOf } from '../../support/sim-target.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

type Options = Partial<SimulatorOptions> & { readonly routeros?: string; readonly server?: Partial<ServerOptions> };

async function serve({ routeros = '7.18.2', server = {}, ...options }: Options = {}) {
  const simulator = createSimulator({ target: targetOf('CRS326-24G-2S+', routeros), clock: realClock, ...options });
  const listening = await startServer(simulator, { host: '127.0.0.1', port: 0, ...server });
  open.push(listening);
  return { simulator, listening };
}

/** A peer that speaks words and nothing more. */
async function speak({ port }: Listening) {
  const socket: Socket = connectTcp(port, '127.0.0.1');
  open.push({ close: () => socket.destroy() });
  const decoder = new SentenceDecoder();
  const sentences: (readonly string[])[] = [];
  let wake = (): void => undefined;
  let isClosed = false;
  socket.on('data', (chunk) => {
    sentences.push(...decoder.push(chunk));
    wake();
  });
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    send: (...words: string[]) => socket.write(encodeSentence(words)),
    write: (bytes: Buffer) => socket.write(bytes),
    /** The next sentence; `closed` when there will be none. */
    async next(): Promise<readonly string[]> {
      while (sentences.length === 0 && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return sentences.shift() ?? ['closed'];
    },
  };
}

async function loggedIn(listening: Listening) {
  const peer = await speak(listening);
  peer.send('/login', '=name=admin', '=password=');
  expect(await peer.next()).toEqual(['!done']);
  return peer;
}

describe('the API server', () => {
  it('refuses a wrong password and then closes nothing', async () => {
    const peer = await speak((await serve()).listening);
    peer.send('/login', '=name=admin', '=password=wrong');
    expect(await peer.next()).toEqual(['!trap', '=message=invalid user name or password (6)']);
    expect(await peer.next()).toEqual(['!done']);
    peer.send('/login', '=name=admin', '=password=');
    expect(await peer.next()).toEqual(['!done']);
  });

  it('ends a session that talks too much before it logs in', async () => {
    const peer = await speak((await serve()).listening);
    for (let attempt = 0; attempt < 6; attempt++) peer.send('/login', '=name=x', '=password=y');
    const heard: string[] = [];
    for (let [word = ''] = await peer.next(); word !== 'closed'; [word = ''] = await peer.next()) heard.push(word);
    expect(heard.at(-1)).toBe('!fatal');
  });

  it('puts the tag behind the reply word and answers several commands side by side', async () => {
    const peer = await loggedIn((await serve()).listening);
    peer.send('/interface/ethernet/monitor', '=numbers=ether1', '.tag=long');
    const first = await peer.next();
    expect(first.slice(0, 2)).toEqual(['!re', '.tag=long']);
    expect(first).toContain('=.section=0');
    peer.send('/system/identity/print', '.tag=short');
    expect(await peer.next()).toEqual(['!re', '.tag=short', '=name=MikroTik']);
    expect(await peer.next()).toEqual(['!done', '.tag=short']);
    peer.send('/cancel', '=tag=long', '.tag=stop');
    expect(await peer.next()).toEqual(['!trap', '.tag=long', '=category=2', '=message=interrupted']);
    expect(await peer.next()).toEqual(['!done', '.tag=stop']);
    expect(await peer.next()).toEqual(['!done', '.tag=long']);
  });

  it('tells listeners about changes and removals', async () => {
    const { listening, simulator } = await serve();
    const peer = await loggedIn(listening);
    peer.send('/ip/address/listen', '.tag=l');
    // What arrives together may run in any order; after this answer it listens.
    peer.send('/system/identity/print', '=.proplist=name', '.tag=i');
    expect(await peer.next()).toEqual(['!re', '.tag=i', '=name=MikroTik']);
    expect(await peer.next()).toEqual(['!done', '.tag=i']);
    peer.send('/ip/address/add', '=address=192.0.2.9/24', '=interface=ether1', '.tag=a');
    expect(await peer.next()).toEqual(['!done', '.tag=a', '=ret=*1']);
    const row = await peer.next();
    expect(row).toEqual(expect.arrayContaining(['!re', '.tag=l', '=address=192.0.2.9/24']));
    simulator.run('/ip/address/remove [find]');
    simulator.advance();
    expect(await peer.next()).toEqual(['!re', '.tag=l', '=.id=*1', '=.dead=true']);
  });

  it('tells what there is below a menu and a command', async () => {
    const peer = await loggedIn((await serve()).listening);
    const ask = async (path: string) => {
      peer.send('/console/inspect', '=request=child', `=path=${path}`, '=.proplist=name,node-type');
      const rows: string[] = [];
      for (;;) {
        const [word = '', name = '', type = ''] = await peer.next();
        if (word !== '!re') return rows;
        rows.push(`${name.slice('=name='.length)} ${type.slice('=node-type='.length)}`);
      }
    };
    expect(await ask('interface,bridge')).toEqual(
      expect.arrayContaining(['bridge dir', 'add cmd', 'port dir', 'print cmd', 'remove cmd', 'set cmd', 'vlan dir']),
    );
    expect(await ask('ip,address,add')).toEqual([
      ...['add cmd', 'address arg', 'broadcast arg', 'comment arg', 'copy-from arg', 'disabled arg'],
      ...['interface arg', 'netmask arg', 'network arg'],
    ]);
    expect(await ask('system,script,run')).toEqual(['run cmd']);
    expect(await ask('no,such,menu')).toEqual([]);
    peer.send('/console/inspect', '=request=completion');
    expect(await peer.next()).toEqual(['!trap', '=category=1', '=message=input does not match any value of request']);
  });

  it('says goodbye on quit', async () => {
    const peer = await loggedIn((await serve()).listening);
    peer.send('/quit');
    expect(await peer.next()).toEqual(['!fatal', 'session terminated on request']);
    expect(await peer.next()).toEqual(['closed']);
  });

  it.each([
    ['7.17.1', [['!done']]],
    ['7.18.2', [['!empty'], ['!done']]],
  ])('marks an empty print on %s', async (routeros, expected) => {
    const peer = await loggedIn((await serve({ routeros })).listening);
    peer.send('/ip/address/print');
    for (const sentence of expected) expect(await peer.next()).toEqual(sentence);
  });

  it('takes long words and arbitrary segments both ways', async () => {
    const peer = await loggedIn((await serve({ server: { segmentBytes: 3 } })).listening);
    const source = ':log info "x"\n'.repeat(3000);
    for (const byte of encodeSentence(['/system/script/add', '=name=long', `=source=${source}`]))
      peer.write(Buffer.of(byte));
    expect(await peer.next()).toEqual(['!done', '=ret=*1']);
    peer.send('/system/script/print', '=.proplist=source');
    expect(await peer.next()).toEqual(['!re', `=source=${source}`]);
  });

  it('serves the unpatched node-routeros before 7.18', async () => {
    const { listening } = await serve({ routeros: '7.16.2' });
    const client = new RouterOSAPI({ host: '127.0.0.1', port: listening.port, user: 'admin', password: '' });
    open.push({ close: () => client.close() });
    await client.connect();
    expect(await client.write('/system/identity/print')).toEqual([{ name: 'MikroTik' }]);
    await client.write('/ip/address/add', ['=address=192.0.2.1/24', '=interface=ether3']);
    const [address] = await client.write('/ip/address/print');
    expect(address).toMatchObject({
      address: '192.0.2.1/24',
      network: '192.0.2.0',
      interface: 'ether3',
      invalid: 'false',
    });
    await expect(client.write('/ip/address/add', ['=address=192.0.2.1/24', '=interface=ether99'])).rejects.toThrow(
      'input does not match any value of interface',
    );
  });
});

describe('the REST server', () => {
  async function rest(options: Options = {}) {
    const simulator = createSimulator({
      target: targetOf('CRS326-24G-2S+', options.routeros ?? '7.18.2'),
      clock: realClock,
      credentials: { user: 'admin', password: 'secret' },
    });
    const listening = await startRest(simulator, { host: '127.0.0.1', port: 0 });
    open.push(listening);
    return async (method: string, path: string, body?: unknown, password = 'secret') => {
      const response = await fetch(`http://127.0.0.1:${listening.port}/rest${path}`, {
        method,
        headers: {
          Authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
  }

  it('adds, reads, changes and removes', async () => {
    const call = await rest();
    const added = await call('PUT', '/ip/address', { address: '192.0.2.1/24', interface: 'ether2' });
    expect(added).toMatchObject({ status: 201, body: { '.id': '*1', network: '192.0.2.0' } });
    expect(await call('GET', '/ip/address/*1')).toMatchObject({ status: 200, body: { interface: 'ether2' } });
    expect(await call('PATCH', '/ip/address/*1', { comment: 'uplink' })).toMatchObject({ body: { comment: 'uplink' } });
    expect(await call('GET', '/ip/address?comment=uplink&.proplist=address')).toMatchObject({
      body: [{ address: '192.0.2.1/24' }],
    });
    expect(await call('DELETE', '/ip/address/*1')).toEqual({ status: 204, body: undefined });
    expect(await call('DELETE', '/ip/address/*1')).toMatchObject({ status: 404 });
  });

  it('has the quirks of the service', async () => {
    const call = await rest();
    expect(await call('GET', '/system/identity')).toEqual({ status: 200, body: { name: 'MikroTik' } });
    expect(await call('GET', '/system/identity', undefined, 'wrong')).toMatchObject({ status: 401 });
    expect(await call('GET', '/ip/address/%2A1')).toMatchObject({
      status: 400,
      body: { detail: 'missing or invalid resource identifier' },
    });
    expect(await call('PATCH', '/system/identity', { name: 'x' })).toMatchObject({ status: 400 });
    expect(await call('POST', '/system/identity/set', { name: 'core' })).toEqual({ status: 200, body: [] });
    expect(
      await call('POST', '/interface/print', { '.query': ['name=ether1', 'name=ether2', '#|'], '.proplist': ['name'] }),
    ).toEqual({
      status: 200,
      body: [{ name: 'ether1' }, { name: 'ether2' }],
    });
    expect(await call('PUT', '/ip/address', { address: '192.0.2.1/24', interface: 'none' })).toMatchObject({
      status: 400,
    });
    expect((await call('HEAD', '/ip/address')).status).toBe(501);
  });
});
