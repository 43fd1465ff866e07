// What the API client makes of bytes, against a server that delivers, cuts and interleaves as the test says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMissingMenu } from '../../../src/device/device.ts';
import { failureOf, openDevice, serveApi } from '../../support/device-session.ts';

const identityRow = ['!re', '=name=core'];

describe('segmentation', () => {
  it.each([
    ['byte by byte', (bytes: Buffer) => [...bytes.keys()].map((at) => bytes.subarray(at, at + 1))],
    ['with the terminator alone', (bytes: Buffer) => [bytes.subarray(0, -1), bytes.subarray(-1)]],
    ['in one piece', (bytes: Buffer) => [bytes]],
  ])('reads replies that come %s', async (_, segmentation) => {
    const server = await serveApi(async (peer) => {
      peer.segmentation = segmentation;
      await peer.reply(await peer.next(), identityRow, ['!re', `=comment=${'ü'.repeat(200)}`], ['!done']);
    });
    const device = await openDevice('api', server.port);
    expect(await device.print('/system/identity')).toEqual([{ name: 'core' }, { comment: 'ü'.repeat(200) }]);
  });

  it('reads replies that are cut anywhere', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ '.id': `*${index}`, comment: 'x'.repeat(index * 7) }));
    const cuts: number[] = [];
    const server = await serveApi(async (peer) => {
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
    const device = await openDevice('api', server.port);
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
    const server = await serveApi(async (peer) => {
      await peer.reply(await peer.next(), ['!empty'], ['!done']);
      await peer.reply(await peer.next(), ['!done']);
    });
    const device = await openDevice('api', server.port);
    expect(await device.print('/ip/route')).toEqual([]);
    expect(await device.print('/ip/route')).toEqual([]);
  });

  it('accepts the tag anywhere, unknown words, and empty values', async () => {
    const server = await serveApi(async (peer) => {
      const question = await peer.next();
      const tag = question.find((word) => word.startsWith('.tag=')) ?? '';
      await peer.send(['!re', '=blackhole=', '=rule=a=b=c', tag, 'bare'], ['!newer', tag], ['!done', tag]);
    });
    const device = await openDevice('api', server.port);
    expect(await device.print('/ip/route')).toEqual([{ blackhole: '', rule: 'a=b=c' }]);
  });

  it('carries data of `!done`', async () => {
    const server = await serveApi(async (peer) => peer.reply(await peer.next(), ['!done', '=ret=*1A']));
    const device = await openDevice('api', server.port);
    const reply = await device.run({ menu: '/ip/address', verb: 'add', arguments: { address: '10.0.0.1/24' } });
    expect(reply).toEqual({ kind: 'done', ret: '*1A' });
  });

  it('keeps every trap of a refused command', async () => {
    const server = await serveApi(async (peer) =>
      peer.reply(
        await peer.next(),
        ['!trap', '=category=1', '=message=value of pvid out of range (1..4094)'],
        ['!trap', '=message=failure: nothing done'],
        ['!done'],
      ),
    );
    const device = await openDevice('api', server.port);
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
    const server = await serveApi(async (peer) => {
      await peer.reply(await peer.next(), ['!re', '=a=1'], ['!trap', '=message=no such item'], ['!done']);
      await peer.reply(await peer.next(), ['!re', '=a=1'], ['!re', '=a=2'], ['!done']);
    });
    const device = await openDevice('api', server.port);
    expect(await device.print('/ip/arp')).toEqual([{ a: '1' }, { a: '2' }]);
  });

  it('gives up when every reading is cut short', async () => {
    let reads = 0;
    const server = await serveApi(async (peer) => {
      for (;;) {
        await peer.reply(await peer.next(), ['!re', '=a=1'], ['!trap', '=message=no such item'], ['!done']);
        reads++;
      }
    });
    const device = await openDevice('api', server.port);
    const error = await failureOf(device.print('/ip/arp'));
    expect(error).toMatchObject({ kind: 'refused', message: '/ip/arp/print: no such item' });
    expect(reads).toBe(3);
  });

  it('tells a missing menu from a missing policy', async () => {
    const server = await serveApi(async (peer) => {
      await peer.reply(await peer.next(), ['!trap', '=message=no such command prefix'], ['!done']);
      await peer.reply(await peer.next(), ['!trap', '=message=not enough permissions (9)'], ['!done']);
    });
    const device = await openDevice('api', server.port);
    const missing = await failureOf(device.print('/interface/ethernet/switch'));
    expect(missing.kind).toBe('refused');
    expect(isMissingMenu(missing)).toBe(true);
    const forbidden = await failureOf(device.print('/user'));
    expect(forbidden.kind).toBe('permission');
    expect(isMissingMenu(forbidden)).toBe(false);
    expect(forbidden.message).toContain('lacks a policy');
  });

  it('ignores replies to tags that it does not know', async () => {
    const server = await serveApi(async (peer) => {
      const question = await peer.next();
      await peer.send(['!re', '.tag=999', '=name=stranger'], ['!done', '.tag=999']);
      await peer.reply(question, identityRow, ['!done']);
    });
    const device = await openDevice('api', server.port);
    expect(await device.print('/system/identity')).toEqual([{ name: 'core' }]);
  });

  it('keeps interleaved commands apart', async () => {
    const server = await serveApi(async (peer) => {
      const [first, second] = [await peer.next(), await peer.next()];
      await peer.reply(second, ['!re', '=n=2']);
      await peer.reply(first, ['!re', '=n=1']);
      await peer.reply(second, ['!done']);
      await peer.reply(first, ['!re', '=n=1'], ['!done']);
    });
    const device = await openDevice('api', server.port);
    const [one, two] = await Promise.all([device.print('/interface'), device.print('/ip/route')]);
    expect(one).toEqual([{ n: '1' }, { n: '1' }]);
    expect(two).toEqual([{ n: '2' }]);
  });
});

describe('text', () => {
  it('carries UTF-8 both ways', async () => {
    const server = await serveApi(async (peer) => {
      const question = await peer.next();
      const comment = question.find((word) => word.startsWith('=comment='));
      await peer.reply(question, ['!done', `=ret=${comment?.slice(9)}`]);
    });
    const device = await openDevice('api', server.port);
    const comment = 'Büro · 東京 · 🚦';
    const reply = await device.run({ menu: '/ip/route', verb: 'add', arguments: { comment } });
    expect(reply).toEqual({ kind: 'done', ret: comment });
  });

  it('writes back bytes of another charset as they came', async () => {
    const server = await serveApi(async (peer) => {
      const question = await peer.next();
      const row = Buffer.concat([Buffer.from([10]), Buffer.from('=comment=\xfc', 'latin1')]);
      const tag = question.find((word) => word.startsWith('.tag=')) ?? '';
      const re = Buffer.concat([Buffer.from('\x03!re', 'latin1'), Buffer.from([tag.length]), Buffer.from(tag), row]);
      await peer.sendBytes(Buffer.concat([re, Buffer.from([0])]));
      await peer.reply(question, ['!done']);
      const written = await peer.next();
      await peer.reply(written, ['!done', `=ret=${written.includes('=comment=\udcfc')}`]);
    });
    const device = await openDevice('api', server.port);
    const [row] = await device.print('/ip/route');
    const reply = await device.run({ menu: '/ip/route', verb: 'set', arguments: { comment: row?.comment ?? '' } });
    expect(reply).toEqual({ kind: 'done', ret: 'true' });
  });

  it('carries words of a megabyte both ways', async () => {
    const source = 'x'.repeat(1024 * 1024);
    const server = await serveApi(async (peer) => {
      const question = await peer.next();
      const word = question.find((each) => each.startsWith('=source='));
      await peer.reply(question, ['!done', `=ret=${word?.slice(8)}`]);
    });
    const device = await openDevice('api', server.port);
    const reply = await device.run({ menu: '/system/script', verb: 'add', arguments: { source } });
    expect(reply).toEqual({ kind: 'done', ret: source });
  });
});

describe('sentences', () => {
  it('sends arguments, cleared properties, queries and field lists in RouterOS form', async () => {
    const seen: (readonly string[])[] = [];
    const server = await serveApi(async (peer) => {
      for (;;) {
        const question = await peer.next();
        seen.push(question.filter((word) => !word.startsWith('.tag=')));
        await peer.reply(question, ['!done']);
      }
    });
    const device = await openDevice('api', server.port);
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
