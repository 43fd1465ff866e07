// What the API client promises about time, loss and order, against a server that delays, hangs up and stays silent.

import { getEventListeners } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ReadingAllowance } from '../../../src/device/allowance.ts';
import { encodeSentence } from '../../../src/device/api/codec.ts';
import { inFlightMax } from '../../../src/device/api/turns.ts';
import { readConfig } from '../../../src/device/read.ts';
import { defaultLimits } from '../../../src/source/limits.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
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

  it.each([
    ['words without an end', '\x03=a='.repeat(400_000), /a sentence of more than 10000 words/],
    ['a word without an end', '\xf0\x40\x00\x00\x00=a='.padEnd(1_000_000, 'x'), /more than 4194304 bytes/],
  ])('ends the session at %s, whatever more comes', async (_, endless, expected) => {
    let hungUp = () => {};
    const isGone = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const server = await serveApi(async (peer) => {
      peer.socket.on('close', hungUp);
      await peer.next();
      peer.socket.write(`\x03!re${endless}`, 'latin1');
    });
    const device = await openDevice('api', server.port);
    const error = await failureOf(device.print('/ip/route'));
    expect([error.kind, error.message]).toEqual(['nonsense', expect.stringMatching(expected)]);
    await isGone;
  });

  it.each([
    ['rows', ['!re', '=dst-address=10.0.0.0/24'], 101],
    ['empty rows', ['!re'], 101],
    ['traps', ['!trap', '=message=no'], 101],
    ['words that mean nothing', ['!later', `=a=${'x'.repeat(9000)}`], 4],
    ['long rows', ['!re', `=comment=${'x'.repeat(9000)}`], 4],
  ])('ends the session at %s without an end', async (_, reply, count) => {
    const answering = async (replies: number) => {
      const server = await serveApi(async (peer) => {
        const command = await peer.next();
        await peer.reply(command, ...Array.from({ length: replies }, () => reply));
        if (replies < count) await peer.reply(command, ['!done']);
      });
      return (await openDevice('api', server.port, { rowsMax: 100 })).run({
        menu: '/ip/route',
        verb: 'print',
        arguments: {},
      });
    };
    expect((await answering(count - 1)).kind).not.toBe('lost');
    expect(await answering(count)).toMatchObject({
      kind: 'lost',
      reason: expect.stringContaining('more than 100 rows, or 30000 bytes, without an end (ROSC_MAX_ROWS allows more)'),
    });
  });

  it.each([
    ['answers to what nobody asked', encodeSentence(['!re', '.tag=999', '=name=core'])],
    ['empty sentences', Buffer.alloc(900)],
  ])('ends the session at %s without an end', async (_, talk) => {
    const server = await serveApi(async (peer) => {
      const command = await peer.next();
      await peer.sendBytes(Buffer.concat(Array.from({ length: 31 }, () => talk)));
      await peer.reply(command, ['!done']);
      await peer.next();
      await peer.sendBytes(Buffer.concat(Array.from({ length: 101 }, () => talk)));
    });
    const device = await openDevice('api', server.port, { rowsMax: 100 });
    const heard = await device.run({ menu: '/ip/route', verb: 'print', arguments: {} });
    expect(heard.kind).toBe('done');
    const after = await failureOf(device.print('/ip/route'));
    expect(after.message).toContain('more than 100 rows, or 30000 bytes');
  });

  it('takes no more in one reading than in one answer', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ['!re', `=.id=*${index}`]);
    const server = await serveApi(async (peer) => {
      for (;;) await peer.reply(await peer.next(), ...rows, ['!done']);
    });
    const device = await openDevice('api', server.port, { rowsMax: 100 });
    const menus = ['/ip/route', '/ip/address', '/ip/pool'] as const;
    expect((await readConfig(device, menus.slice(0, 2), 'core')).config.items).toHaveLength(80);
    const error = await failureOf(readConfig(device, menus, 'core'));
    expect(error.message).toMatch(/more than 100 rows, or 30000 bytes, in all menus/);
  });

  it('ends a reading while it comes, and all that was asked with it', async () => {
    const server = await serveApi(async (peer) => {
      const commands = await Promise.all([peer.next(), peer.next(), peer.next()]);
      await peer.reply(commands[1] ?? [], ...Array.from({ length: 101 }, () => ['!re', '=.id=*1']));
    });
    const device = await openDevice('api', server.port, { rowsMax: 2000 });
    const reading = { allowance: new ReadingAllowance(100) };
    const [first, second, third] = await Promise.all([
      failureOf(device.print('/ip/route')),
      failureOf(device.print('/ip/address', reading)),
      failureOf(device.print('/ip/pool', reading)),
    ]);
    expect(second.message).toMatch(/^\/ip\/address\/print: more than 100 rows/);
    expect([first.kind, third.kind]).toEqual(['nonsense', 'nonsense']);
  });

  it('listens to the largest table of any chip', () => {
    const facts = [...builtInProfiles().chips.values()].flatMap((chip) => chip.facts['l3.routes.ipv4'] ?? []);
    const sizes = facts.map(({ value }) => value);
    expect(Math.max(...sizes)).toBeGreaterThan(100_000);
    expect(defaultLimits.rowsMax).toBeGreaterThan(Math.max(...sizes));
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
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(Buffer.from('\x05!done\x06.tag=1\0', 'latin1')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const device = await openDevice('api', typeof address === 'object' && address ? address.port : 0);
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
      const { begun } = clock;
      clock.advance(50);
      // From the first loss on, the patience with all others runs together.
      while (clock.begun === begun) await nextTurn();
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
