// What is too much of an answer over the API ends the session while it comes.

import { expect, it } from 'vitest';
import { ReadingAllowance } from '../../../src/device/allowance.ts';
import { encodeSentence } from '../../../src/device/api/codec.ts';
import { readConfig } from '../../../src/device/read.ts';
import { defaultLimits } from '../../../src/source/limits.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { failureOf, openDevice, serveApi } from '../../support/device-session.ts';

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

it('ends the session at rows of ever other names', async () => {
  const server = await serveApi(async (peer) => {
    const rows = Array.from({ length: 1001 }, (_, row) => Array.from({ length: 10 }, (_each, at) => `=${row}-${at}=x`));
    await peer.reply(await peer.next(), ...rows.map((words) => ['!re', ...words]), ['!done']);
  });
  const device = await openDevice('api', server.port);
  const error = await failureOf(device.print('/ip/route'));
  expect([error.kind, error.message]).toEqual(['nonsense', expect.stringContaining('rows of more than 10000 names')]);
});
