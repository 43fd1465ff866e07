// What the API client promises, against a server that delivers, delays, cuts and lies as the test says.

import { createServer } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConnectOptions, connect } from '../src/device/connect.ts';
import { type Device, DeviceError, isMissingMenu } from '../src/device/device.ts';
import { parseDeviceUrl } from '../src/device/url.ts';
import { type RawPeer, type RawServer, startRawServer } from './support/raw-server.ts';
import { realClock } from './support/real-clock.ts';

const password = 'hunter2-hunter2';
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server whose script starts after the login. */
async function serve(script: (peer: RawPeer) => Promise<void> | void): Promise<RawServer> {
  return serveRaw(async (peer) => {
    await peer.acceptLogin();
    await script(peer);
  });
}

async function serveRaw(script: (peer: RawPeer) => Promise<void> | void): Promise<RawServer> {
  const server = await startRawServer(script);
  closing.push(server.close);
  return server;
}

async function open(port: number, options: Partial<ConnectOptions> = {}): Promise<Device> {
  const { value } = parseDeviceUrl(`api://admin@127.0.0.1:${port}`);
  if (!value) throw new Error('unreachable');
  const device = await connect(value, { password, clock: realClock, timeoutMs: 200, ...options });
  closing.push(() => device.close());
  return device;
}

async function failureOf(promise: Promise<unknown>): Promise<DeviceError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DeviceError)) throw new Error(`expected a DeviceError, not ${error}`);
  expect(`${error.message} ${error.stack}`).not.toContain(password);
  return error;
}

const identityRow = ['!re', '=name=core'];

describe('segmentation', () => {
  it.each([
    ['byte by byte', (bytes: Buffer) => [...bytes.keys()].map((at) => bytes.subarray(at, at + 1))],
    ['with the terminator alone', (bytes: Buffer) => [bytes.subarray(0, -1), bytes.subarray(-1)]],
    ['in one piece', (bytes: Buffer) => [bytes]],
  ])('reads replies that come %s', async (_, segmentation) => {
    const server = await serve(async (peer) => {
      peer.segmentation = segmentation;
      await peer.reply(await peer.next(), identityRow, ['!re', `=comment=${'ü'.repeat(200)}`], ['!done']);
    });
    const device = await open(server.port, { timeoutMs: 5000 });
    expect(await device.print('/system/identity')).toEqual([{ name: 'core' }, { comment: 'ü'.repeat(200) }]);
  });

  it('reads replies that are cut anywhere', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ '.id': `*${index}`, comment: 'x'.repeat(index * 7) }));
    const cuts: number[] = [];
    const server = await serve(async (peer) => {
      peer.segmentation = (bytes) => {
        const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].sort((a, b) => a - b);
        return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      };
      for (;;) {
        const question = await peer.next();
        await peer.reply(
          question,
          ...rows.map((row) => ['!re', ...Object.entries(row).map(([name, value]) => `=${name}=${value}`)]),
          ['!done'],
        );
      }
    });
    const device = await open(server.port, { timeoutMs: 5000 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 8 }), async (places) => {
        cuts.splice(0, cuts.length, ...places);
        expect(await device.print('/ip/address')).toEqual(rows);
      }),
      { numRuns: 50 },
    );
  });
});

describe('replies', () => {
  it('takes `!empty` and a bare `!done` as no rows', async () => {
    const server = await serve(async (peer) => {
      await peer.reply(await peer.next(), ['!empty'], ['!done']);
      await peer.reply(await peer.next(), ['!done']);
    });
    const device = await open(server.port);
    expect(await device.print('/ip/route')).toEqual([]);
    expect(await device.print('/ip/route')).toEqual([]);
  });

  it('accepts the tag anywhere, unknown words, and empty values', async () => {
    const server = await serve(async (peer) => {
      const question = await peer.next();
      const tag = question.find((word) => word.startsWith('.tag=')) ?? '';
      await peer.send(['!re', '=blackhole=', '=rule=a=b=c', tag, 'bare'], ['!newer', tag], ['!done', tag]);
    });
    const device = await open(server.port);
    expect(await device.print('/ip/route')).toEqual([{ blackhole: '', rule: 'a=b=c' }]);
  });

  it('carries data of `!done`', async () => {
    const server = await serve(async (peer) => peer.reply(await peer.next(), ['!done', '=ret=*1A']));
    const device = await open(server.port);
    const reply = await device.run({ menu: '/ip/address', verb: 'add', arguments: { address: '10.0.0.1/24' } });
    expect(reply).toEqual({ kind: 'done', ret: '*1A' });
  });

  it('keeps every trap of a refused command', async () => {
    const server = await serve(async (peer) =>
      peer.reply(
        await peer.next(),
        ['!trap', '=category=1', '=message=value of pvid out of range (1..4094)'],
        ['!trap', '=message=failure: nothing done'],
        ['!done'],
      ),
    );
    const device = await open(server.port);
    const reply = await device.run({
      menu: '/interface/bridge',
      verb: 'set',
      arguments: { '.id': '*1', pvid: '5000' },
    });
    expect(reply).toEqual({
      kind: 'refused',
      message: 'value of pvid out of range (1..4094); failure: nothing done',
      category: 1,
    });
  });

  it('reads again when a trap cut the rows short', async () => {
    const server = await serve(async (peer) => {
      await peer.reply(await peer.next(), ['!re', '=a=1'], ['!trap', '=message=no such item'], ['!done']);
      await peer.reply(await peer.next(), ['!re', '=a=1'], ['!re', '=a=2'], ['!done']);
    });
    const device = await open(server.port);
    expect(await device.print('/ip/arp')).toEqual([{ a: '1' }, { a: '2' }]);
  });

  it('gives up when every reading is cut short', async () => {
    let reads = 0;
    const server = await serve(async (peer) => {
      for (;;) {
        await peer.reply(await peer.next(), ['!re', '=a=1'], ['!trap', '=message=no such item'], ['!done']);
        reads++;
      }
    });
    const device = await open(server.port);
    const error = await failureOf(device.print('/ip/arp'));
    expect(error).toMatchObject({ kind: 'refused', message: '/ip/arp/print: no such item' });
    expect(reads).toBe(3);
  });

  it('tells a missing menu from a missing policy', async () => {
    const server = await serve(async (peer) => {
      await peer.reply(await peer.next(), ['!trap', '=message=no such command prefix'], ['!done']);
      await peer.reply(await peer.next(), ['!trap', '=message=not enough permissions (9)'], ['!done']);
    });
    const device = await open(server.port);
    const missing = await failureOf(device.print('/interface/ethernet/switch'));
    expect(missing.kind).toBe('refused');
    expect(isMissingMenu(missing)).toBe(true);
    const forbidden = await failureOf(device.print('/user'));
    expect(forbidden.kind).toBe('permission');
    expect(isMissingMenu(forbidden)).toBe(false);
    expect(forbidden.message).toContain('lacks a policy');
  });

  it('ignores replies to tags that it does not know', async () => {
    const server = await serve(async (peer) => {
      const question = await peer.next();
      await peer.send(['!re', '.tag=999', '=name=stranger'], ['!done', '.tag=999']);
      await peer.reply(question, identityRow, ['!done']);
    });
    const device = await open(server.port);
    expect(await device.print('/system/identity')).toEqual([{ name: 'core' }]);
  });

  it('keeps interleaved commands apart', async () => {
    const server = await serve(async (peer) => {
      const [first, second] = [await peer.next(), await peer.next()];
      await peer.reply(second, ['!re', '=n=2']);
      await peer.reply(first, ['!re', '=n=1']);
      await peer.reply(second, ['!done']);
      await peer.reply(first, ['!re', '=n=1'], ['!done']);
    });
    const device = await open(server.port);
    const [one, two] = await Promise.all([device.print('/interface'), device.print('/ip/route')]);
    expect(one).toEqual([{ n: '1' }, { n: '1' }]);
    expect(two).toEqual([{ n: '2' }]);
  });
});

describe('text', () => {
  it('carries UTF-8 both ways', async () => {
    const server = await serve(async (peer) => {
      const question = await peer.next();
      const comment = question.find((word) => word.startsWith('=comment='));
      await peer.reply(question, ['!done', `=ret=${comment?.slice(9)}`]);
    });
    const device = await open(server.port);
    const comment = 'Büro · 東京 · 🚦';
    const reply = await device.run({ menu: '/ip/route', verb: 'add', arguments: { comment } });
    expect(reply).toEqual({ kind: 'done', ret: comment });
  });

  it('writes back bytes of another charset as they came', async () => {
    const server = await serve(async (peer) => {
      const question = await peer.next();
      const row = Buffer.concat([Buffer.from([10]), Buffer.from('=comment=\xfc', 'latin1')]);
      const tag = question.find((word) => word.startsWith('.tag=')) ?? '';
      const re = Buffer.concat([Buffer.from('\x03!re', 'latin1'), Buffer.from([tag.length]), Buffer.from(tag), row]);
      await peer.sendBytes(Buffer.concat([re, Buffer.from([0])]));
      await peer.reply(question, ['!done']);
      const written = await peer.next();
      await peer.reply(written, ['!done', `=ret=${written.includes('=comment=\udcfc')}`]);
    });
    const device = await open(server.port);
    const [row] = await device.print('/ip/route');
    const reply = await device.run({ menu: '/ip/route', verb: 'set', arguments: { comment: row?.comment ?? '' } });
    expect(reply).toEqual({ kind: 'done', ret: 'true' });
  });

  it('carries words of a megabyte both ways', async () => {
    const source = 'x'.repeat(1024 * 1024);
    const server = await serve(async (peer) => {
      const question = await peer.next();
      const word = question.find((each) => each.startsWith('=source='));
      await peer.reply(question, ['!done', `=ret=${word?.slice(8)}`]);
    });
    const device = await open(server.port, { timeoutMs: 5000 });
    const reply = await device.run({ menu: '/system/script', verb: 'add', arguments: { source } });
    expect(reply).toEqual({ kind: 'done', ret: source });
  });
});

describe('sentences', () => {
  it('sends arguments, cleared properties, queries and field lists in RouterOS form', async () => {
    const seen: (readonly string[])[] = [];
    const server = await serve(async (peer) => {
      for (;;) {
        const question = await peer.next();
        seen.push(question.filter((word) => !word.startsWith('.tag=')));
        await peer.reply(question, ['!done']);
      }
    });
    const device = await open(server.port);
    await device.run({
      menu: '/ip/route',
      verb: 'set',
      arguments: { '.id': '*1', distance: '2' },
      cleared: ['pref-src'],
    });
    await device.print('/ip/arp', { proplist: ['address', '.id'], query: ['interface=ether1', '-dynamic', '#|'] });
    await device.monitor('/interface/ethernet/switch/l3hw-settings/monitor');
    await device.execute(':log info hello');
    expect(seen).toEqual([
      ['/ip/route/set', '=.id=*1', '=distance=2', '=!pref-src='],
      ['/ip/arp/print', '=.proplist=address,.id', '?interface=ether1', '?-dynamic', '?#|'],
      ['/interface/ethernet/switch/l3hw-settings/monitor', '=once='],
      ['/execute', '=script=:log info hello'],
    ]);
  });
});

describe('time', () => {
  it('gives up on a silent command, cancels it, and goes on when its answer comes late', async () => {
    const server = await serve(async (peer) => {
      const slow = await peer.next();
      const cancel = await peer.next();
      const tag = slow.find((word) => word.startsWith('.tag='))?.slice(5);
      expect(cancel.slice(0, 2)).toEqual(['/cancel', `=tag=${tag}`]);
      const next = await peer.next();
      await peer.reply(slow, ['!re', '=name=late'], ['!trap', '=category=2', '=message=interrupted'], ['!done']);
      await peer.reply(cancel, ['!done']);
      await peer.reply(next, identityRow, ['!done']);
    });
    const device = await open(server.port);
    const error = await failureOf(device.print('/ip/firewall/connection', { timeoutMs: 30 }));
    expect(error).toMatchObject({ kind: 'timed-out' });
    expect(error.message).toBe('/ip/firewall/connection/print: no answer within 30 ms');
    expect(await device.print('/system/identity')).toEqual([{ name: 'core' }]);
  });

  it('cancels an aborted command', async () => {
    let cancelled: readonly string[] = [];
    const abort = new AbortController();
    const server = await serve(async (peer) => {
      await peer.next();
      abort.abort();
      cancelled = await peer.next();
      await peer.reply(await peer.next(), identityRow, ['!done']);
    });
    const device = await open(server.port);
    const error = await failureOf(device.print('/ip/route', { signal: abort.signal }));
    expect(error.kind).toBe('aborted');
    expect(await device.print('/system/identity')).toEqual([{ name: 'core' }]);
    expect(cancelled[0]).toBe('/cancel');
  });

  it('sends nothing that was aborted before', async () => {
    const seen: string[] = [];
    const server = await serve(async (peer) => {
      for (;;) seen.push((await peer.next())[0] ?? '');
    });
    const device = await open(server.port);
    const reply = await device.run(
      { menu: '/system', verb: 'reboot', arguments: {} },
      { signal: AbortSignal.abort(), timeoutMs: 30 },
    );
    expect(reply.kind).toBe('lost');
    await device.close();
    expect(seen).toEqual([]);
  });

  it('says `lost` of a command whose answer did not come, and does not repeat it', async () => {
    let adds = 0;
    const server = await serve(async (peer) => {
      for (;;) if ((await peer.next())[0] === '/ip/address/add') adds++;
    });
    const device = await open(server.port);
    const reply = await device.run({ menu: '/ip/address', verb: 'add', arguments: {} }, { timeoutMs: 30 });
    expect(reply).toEqual({ kind: 'lost', reason: 'no answer within 30 ms' });
    expect(adds).toBe(1);
  });
});

describe('endings', () => {
  it.each([
    ['a reset', (peer: RawPeer) => peer.socket.resetAndDestroy()],
    ['a close', (peer: RawPeer) => peer.socket.end()],
    ['`!fatal`', (peer: RawPeer) => peer.send(['!fatal', 'session terminated on request'])],
    ['broken framing', (peer: RawPeer) => peer.sendBytes(Buffer.from([0xff]))],
  ])('settles every command under way on %s', async (_, end) => {
    const server = await serve(async (peer) => {
      await peer.next();
      await peer.next();
      await end(peer);
    });
    const device = await open(server.port);
    const [read, written] = await Promise.all([
      failureOf(device.print('/ip/route')),
      device.run({ menu: '/ip/route', verb: 'add', arguments: {} }),
    ]);
    expect(['connection-lost', 'nonsense']).toContain(read.kind);
    expect(written.kind).toBe('lost');
    const after = await failureOf(device.print('/ip/route'));
    expect(after.kind).toBe(read.kind);
  });

  it('passes on the reason of `!fatal`', async () => {
    const server = await serve(async (peer) => {
      await peer.next();
      await peer.send(['!fatal', 'session terminated on request']);
    });
    const device = await open(server.port);
    const error = await failureOf(device.print('/ip/route'));
    expect(error.message).toContain('session terminated on request');
  });

  it('closes although the peer does not', async () => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(Buffer.from('\x05!done\x06.tag=1\0', 'latin1')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const device = await open(typeof address === 'object' && address ? address.port : 0);
    await device.close();
    server.close();
  });
});

describe('pipelining', () => {
  const changes = Array.from({ length: 1000 }, (_, index) => ({
    menu: '/ip/firewall/address-list' as const,
    verb: 'add',
    arguments: { address: `10.0.${index >> 8}.${index & 255}` },
  }));

  it('runs 1,000 commands in order within a tenth of the round trips', async () => {
    const roundTripMs = 20;
    const seen: string[] = [];
    const server = await serve(async (peer) => {
      for (;;) {
        const question = await peer.next();
        seen.push(question[1] ?? '');
        setTimeout(() => void peer.reply(question, ['!done', `=ret=*${seen.length}`]), roundTripMs);
      }
    });
    const device = await open(server.port, { timeoutMs: 5000 });
    const started = performance.now();
    const replies = await device.pipeline(changes);
    expect(performance.now() - started).toBeLessThan((1000 * roundTripMs) / 10);
    expect(replies).toHaveLength(1000);
    expect(replies.every(({ kind }) => kind === 'done')).toBe(true);
    expect(seen).toEqual(changes.map(({ arguments: { address } }) => `=address=${address}`));
  });

  it('stops after a refusal and keeps the replies of what was on its way', async () => {
    let count = 0;
    const server = await serve(async (peer) => {
      for (;;) {
        const question = await peer.next();
        count++;
        const trap = ['!trap', '=message=failure: already have such entry'];
        await peer.reply(question, ...(count === 10 ? [trap] : []), ['!done']);
      }
    });
    const device = await open(server.port);
    const replies = await device.pipeline(changes);
    expect(replies[9]).toEqual({ kind: 'refused', message: 'failure: already have such entry' });
    expect(replies.length).toBe(count);
    expect(replies.length).toBeLessThan(200);
    expect(replies.filter(({ kind }) => kind === 'done')).toHaveLength(replies.length - 1);
  });

  it('has one `lost` for each command whose fate is unknown', async () => {
    const server = await serve(async (peer) => {
      await peer.reply(await peer.next(), ['!done']);
      await peer.next();
      peer.socket.destroy();
    });
    const device = await open(server.port);
    const replies = await device.pipeline(changes.slice(0, 3));
    expect(replies.map(({ kind }) => kind)).toEqual(['done', 'lost', 'lost']);
  });
});

describe('login', () => {
  it('sends name and password in one sentence', async () => {
    let seen: readonly string[] = [];
    const server = await serveRaw(async (peer) => {
      seen = await peer.next();
      await peer.reply(seen, ['!done']);
    });
    await open(server.port);
    expect(seen.slice(0, 3)).toEqual(['/login', '=name=admin', `=password=${password}`]);
  });

  it.each([
    [
      'with a tag',
      (peer: RawPeer, question: readonly string[], ...replies: string[][]) => peer.reply(question, ...replies),
    ],
    ['without a tag', (peer: RawPeer, _: readonly string[], ...replies: string[][]) => peer.send(...replies)],
  ])('reports a wrong password that is refused %s', async (_, answer) => {
    const server = await serveRaw(async (peer) => {
      await answer(peer, await peer.next(), ['!trap', '=message=invalid user name or password (6)'], ['!done']);
    });
    const error = await failureOf(open(server.port));
    expect(error.kind).toBe('login-refused');
    expect(error.message).toContain('wrong user name or password for admin');
  });

  it('refuses the challenge of releases before 6.43', async () => {
    const server = await serveRaw(async (peer) => {
      await peer.reply(await peer.next(), ['!done', '=ret=ebddd18303a54111e2dea05a92ab46b4']);
    });
    const error = await failureOf(open(server.port));
    expect(error.kind).toBe('not-routeros');
    expect(error.message).toContain('before 6.43');
  });

  it('passes on a `!fatal` during login', async () => {
    const server = await serveRaw(async (peer) => {
      await peer.next();
      await peer.send(['!fatal', 'too many commands before login']);
    });
    const error = await failureOf(open(server.port));
    expect(error.kind).toBe('connection-lost');
    expect(error.message).toContain('too many commands before login');
  });
});

describe('a wrong address', () => {
  it.each([
    ['an SSH server', 'SSH-2.0-OpenSSH_9.6\r\n', 'an SSH server'],
    ['a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'a web server'],
    ['a TLS service', '\x15\x03\x01\x00\x02\x02\x16', 'try `apis://`'],
    ['a mail server', '220 mail ESMTP\r\n', 'not the RouterOS API'],
  ])('recognises %s', async (_, banner, words) => {
    const server = await serveRaw((peer) => peer.sendBytes(Buffer.from(banner, 'latin1')));
    const error = await failureOf(open(server.port));
    expect(error.kind).toBe('not-routeros');
    expect(error.message).toContain(words);
  });

  it('reports a refused connection', async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    const error = await failureOf(open(server.port));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain(`127.0.0.1:${server.port} refused the connection`);
  });

  it('reports a name that nobody knows', async () => {
    const { value } = parseDeviceUrl('api://admin@no-such-host.invalid');
    if (!value) throw new Error('unreachable');
    const error = await failureOf(connect(value, { password, clock: realClock, timeoutMs: 2000 }));
    expect(error.kind).toBe('unreachable');
  });

  it('gives up on a host that never answers', async () => {
    const server = await serveRaw(() => undefined);
    // Its time is up before the connection can come about.
    const error = await failureOf(open(server.port, { clock: { now: () => 0, sleep: async () => undefined } }));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toBe(`127.0.0.1:${server.port} did not answer within 200 ms`);
  });

  it('gives up on a service that accepts and stays silent', async () => {
    const server = await serveRaw(() => undefined);
    const error = await failureOf(open(server.port, { timeoutMs: 50 }));
    expect(error.kind).toBe('timed-out');
    expect(error.message).toContain('the login had no answer within 50 ms');
  });

  it('stops connecting when asked to', async () => {
    const abort = new AbortController();
    const server = await serveRaw(() => abort.abort());
    const error = await failureOf(open(server.port, { signal: abort.signal }));
    expect(error.kind).toBe('aborted');
  });
});
