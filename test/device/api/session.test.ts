// What the API client promises about time, loss and order, against a server that delays, hangs up and stays silent.

import { getEventListeners } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { inFlightMax } from '../../../src/device/turns.ts';
import { failureOf, openDevice, serveApi } from '../../support/device-session.ts';
import type { RawPeer } from '../../support/raw-server.ts';
import { turnedClock } from '../../support/turned-clock.ts';

const identityRow = ['!re', '=name=core'];

describe('time', () => {
  it('gives up on a silent command, cancels it, and goes on when its answer comes late', async () => {
    const clock = turnedClock();
    const server = await serveApi(async (peer) => {
      const slow = await peer.next();
      clock.advance(30);
      const cancel = await peer.next();
      const tag = slow.find((word) => word.startsWith('.tag='))?.slice(5);
      expect(cancel.slice(0, 2)).toEqual(['/cancel', `=tag=${tag}`]);
      const next = await peer.next();
      await peer.reply(slow, ['!re', '=name=late'], ['!trap', '=category=2', '=message=interrupted'], ['!done']);
      await peer.reply(cancel, ['!done']);
      await peer.reply(next, identityRow, ['!done']);
    });
    const device = await openDevice('api', server.port, { clock });
    const error = await failureOf(device.print('/ip/firewall/connection', { timeoutMs: 30 }));
    expect(error).toMatchObject({ kind: 'timed-out' });
    expect(error.message).toBe('/ip/firewall/connection/print: no answer within 30 ms');
    expect(await device.print('/system/identity')).toEqual([{ name: 'core' }]);
  });

  it('cancels an aborted command', async () => {
    let cancelled: readonly string[] = [];
    const abort = new AbortController();
    const server = await serveApi(async (peer) => {
      await peer.next();
      abort.abort();
      cancelled = await peer.next();
      await peer.reply(await peer.next(), identityRow, ['!done']);
    });
    const device = await openDevice('api', server.port);
    const error = await failureOf(device.print('/ip/route', { signal: abort.signal }));
    expect(error.kind).toBe('aborted');
    expect(await device.print('/system/identity')).toEqual([{ name: 'core' }]);
    expect(cancelled[0]).toBe('/cancel');
  });

  it('listens to a signal once, however many commands wait for it, and not at all afterwards', async () => {
    const many = inFlightMax;
    const { signal } = new AbortController();
    let listeners = 0;
    const server = await serveApi(async (peer) => {
      const commands: (readonly string[])[] = [];
      for (let index = 0; index < many; index++) commands.push(await peer.next());
      listeners = getEventListeners(signal, 'abort').length;
      for (const command of commands) await peer.reply(command, identityRow, ['!done']);
    });
    const device = await openDevice('api', server.port);
    await Promise.all(Array.from({ length: many }, () => device.print('/system/identity', { signal })));
    expect(listeners).toBe(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('sends nothing that was aborted before', async () => {
    const seen: string[] = [];
    const server = await serveApi(async (peer) => {
      for (;;) seen.push((await peer.next())[0] ?? '');
    });
    const device = await openDevice('api', server.port);
    const reply = await device.run({ menu: '/system', verb: 'reboot', arguments: {} }, { signal: AbortSignal.abort() });
    expect(reply.kind).toBe('lost');
    await device.close();
    expect(seen).toEqual([]);
  });

  it('says `lost` of a command whose answer did not come, and does not repeat it', async () => {
    let adds = 0;
    const clock = turnedClock();
    const server = await serveApi(async (peer) => {
      for (;;) {
        if ((await peer.next())[0] !== '/ip/address/add') continue;
        adds++;
        clock.advance(30);
      }
    });
    const device = await openDevice('api', server.port, { clock });
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
    const server = await serveApi(async (peer) => {
      await peer.next();
      await peer.next();
      await end(peer);
    });
    const device = await openDevice('api', server.port);
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
    const server = await serveApi(async (peer) => {
      await peer.next();
      await peer.send(['!fatal', 'session terminated on request']);
    });
    const device = await openDevice('api', server.port);
    const error = await failureOf(device.print('/ip/route'));
    expect(error.message).toContain('session terminated on request');
  });

  it('closes although the peer does not', async () => {
    let theirs: Socket | undefined;
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      theirs = socket;
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(Buffer.from('\x05!done\x06.tag=1\0', 'latin1')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const device = await openDevice('api', typeof address === 'object' && address ? address.port : 0);
    await device.close();
    theirs?.destroy();
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
    const seen: string[] = [];
    const server = await serveApi(async (peer) => {
      for (;;) {
        // Nothing is answered before ten commands are under way.
        const questions: (readonly string[])[] = [];
        while (questions.length < 10) questions.push(await peer.next());
        for (const question of questions) {
          seen.push(question[1] ?? '');
          await peer.reply(question, ['!done', `=ret=*${seen.length}`]);
        }
      }
    });
    const device = await openDevice('api', server.port);
    const replies = await device.pipeline(changes);
    expect(replies).toHaveLength(1000);
    expect(replies.every(({ kind }) => kind === 'done')).toBe(true);
    expect(seen).toEqual(changes.map(({ arguments: { address } }) => `=address=${address}`));
  });

  it('stops after a refusal and keeps the replies of what was on its way', async () => {
    let count = 0;
    const server = await serveApi(async (peer) => {
      for (;;) {
        const question = await peer.next();
        count++;
        const trap = ['!trap', '=message=failure: already have such entry'];
        await peer.reply(question, ...(count === 10 ? [trap] : []), ['!done']);
      }
    });
    const device = await openDevice('api', server.port);
    const replies = await device.pipeline(changes);
    expect(replies[9]).toEqual({ kind: 'refused', message: 'failure: already have such entry' });
    expect(replies.length).toBe(count);
    expect(replies.length).toBeLessThan(200);
    expect(replies.filter(({ kind }) => kind === 'done')).toHaveLength(replies.length - 1);
  });

  it('does not hold the time of those before against a command', async () => {
    const clock = turnedClock();
    const count = 40;
    const server = await serveApi(async (peer) => {
      const waiting: (readonly string[])[] = [];
      for (let answered = 0; answered < count; answered++) {
        // The patience with a command begins with its turn, when an answer has made room for it.
        while (waiting.length < Math.min(inFlightMax, count - answered)) waiting.push(await peer.next());
        clock.advance(60);
        await peer.reply(waiting.shift() ?? [], ['!done']);
      }
    });
    const device = await openDevice('api', server.port, { clock, timeoutMs: 2000 });
    const replies = await device.pipeline(changes.slice(0, count));
    expect(replies.map(({ kind }) => kind)).toEqual(Array(count).fill('done'));
  });

  it('gives up on all that wait behind a silent command at once', async () => {
    const clock = turnedClock();
    const server = await serveApi(async (peer) => {
      for (let count = 0; count < inFlightMax; count++) await peer.next();
      clock.advance(50);
    });
    const device = await openDevice('api', server.port, { clock, timeoutMs: 50 });
    const replies = await device.pipeline(changes.slice(0, inFlightMax));
    expect(replies.map(({ kind }) => kind)).toEqual(Array(inFlightMax).fill('lost'));
  });

  it('has one `lost` for each command of which nobody knows how it ended', async () => {
    const server = await serveApi(async (peer) => {
      await peer.reply(await peer.next(), ['!done']);
      await peer.next();
      peer.socket.destroy();
    });
    const device = await openDevice('api', server.port);
    const replies = await device.pipeline(changes.slice(0, 3));
    expect(replies.map(({ kind }) => kind)).toEqual(['done', 'lost', 'lost']);
  });
});
