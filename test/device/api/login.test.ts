// Getting in: the login, and everything that answers where no RouterOS API is.

import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/device/connect.ts';
import { parseDeviceUrl } from '../../../src/device/url.ts';
import { failureOf, openDevice, password, serveApi, serveRaw } from '../../support/device-session.ts';
import { type RawPeer, startRawServer } from '../../support/raw-server.ts';
import { turnedClock } from '../../support/turned-clock.ts';

describe('login', () => {
  it('sends name and password in one sentence', async () => {
    let seen: readonly string[] = [];
    const server = await serveRaw(async (peer) => {
      seen = await peer.next();
      await peer.reply(seen, ['!done']);
    });
    await openDevice('api', server.port);
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
    const error = await failureOf(openDevice('api', server.port));
    expect(error.kind).toBe('login-refused');
    expect(error.message).toContain('wrong user name or password for admin');
  });

  it('refuses the challenge of releases before 6.43', async () => {
    const server = await serveRaw(async (peer) => {
      await peer.reply(await peer.next(), ['!done', '=ret=ebddd18303a54111e2dea05a92ab46b4']);
    });
    const error = await failureOf(openDevice('api', server.port));
    expect(error.kind).toBe('not-routeros');
    expect(error.message).toContain('before 6.43');
  });

  it('passes on a `!fatal` during login', async () => {
    const server = await serveRaw(async (peer) => {
      await peer.next();
      await peer.send(['!fatal', 'too many commands before login']);
    });
    const error = await failureOf(openDevice('api', server.port));
    expect(error.kind).toBe('connection-lost');
    expect(error.message).toContain('too many commands before login');
  });
});

describe('a device that repeats the password', () => {
  const repeated = `not for ${password} of admin`;

  it.each([
    ['the login', ['!trap', `=message=${repeated}`]],
    ['everything', ['!fatal', repeated]],
  ])('where it refuses %s', async (_, reply) => {
    const server = await serveRaw(async (peer) => peer.reply(await peer.next(), reply, ['!done']));
    expect((await failureOf(openDevice('api', server.port))).message).toContain('not for ******** of admin');
  });

  it('where it refuses a command', async () => {
    const server = await serveApi(async (peer) =>
      peer.reply(await peer.next(), ['!trap', `=message=${repeated}`], ['!done']),
    );
    const device = await openDevice('api', server.port);
    const reply = await device.run({ menu: '/ip/address', verb: 'add', arguments: {} });
    expect(reply).toMatchObject({ kind: 'refused', message: 'not for ******** of admin' });
  });

  it('where it refuses over REST', async () => {
    const body = JSON.stringify({ error: 400, detail: repeated });
    const answer = `HTTP/1.1 400 Bad Request\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const server = await serveRaw((peer) => void peer.socket.write(answer));
    expect((await failureOf(openDevice('rest', server.port))).message).toContain('not for ******** of admin');
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
    const error = await failureOf(openDevice('api', server.port));
    expect(error.kind).toBe('not-routeros');
    expect(error.message).toContain(words);
  });

  it('reports a refused connection', async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    const error = await failureOf(openDevice('api', server.port));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain(`127.0.0.1:${server.port} refused the connection`);
  });

  it('reports a name that nobody knows', async () => {
    const { value } = parseDeviceUrl('api://admin@no-such-host.invalid');
    if (!value || value.kind === 'sim') throw new Error('unreachable');
    const error = await failureOf(connect(value, { password, clock: turnedClock() }));
    expect(error.kind).toBe('unreachable');
  });

  it('gives up on a host that never answers', async () => {
    const server = await serveRaw(() => undefined);
    // Time is up before the connection can come about.
    const hasty = { now: () => 0, sleep: async () => undefined };
    const error = await failureOf(openDevice('api', server.port, { clock: hasty, timeoutMs: 200 }));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toBe(`127.0.0.1:${server.port} did not answer within 200 ms`);
  });

  it('gives up on a service that accepts and stays silent', async () => {
    const clock = turnedClock();
    const server = await serveRaw(async (peer) => {
      await peer.next();
      clock.advance(50);
    });
    const error = await failureOf(openDevice('api', server.port, { clock, timeoutMs: 50 }));
    expect(error.kind).toBe('timed-out');
    expect(error.message).toContain('the login had no answer within 50 ms');
  });

  it('stops connecting when asked to', async () => {
    const abort = new AbortController();
    const server = await serveRaw(() => abort.abort());
    const error = await failureOf(openDevice('api', server.port, { signal: abort.signal }));
    expect(error.kind).toBe('aborted');
  });
});
