// What rosc takes from node-routeros, and why it takes no more: red when the package comes to be made otherwise, be it
// that it breaks what is used or mends what is not.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, Socket } from 'node:net';
import { join } from 'node:path';
import receiverModule from 'node-routeros/dist/connector/Receiver.js';
import transmitterModule from 'node-routeros/dist/connector/Transmitter.js';
import { afterEach, describe, expect, test } from 'vitest';
import { encodeSentence, SentenceDecoder } from '../../src/device/api/codec.ts';
import { openConnector } from '../../src/device/open-connector.ts';
import { projectRoot } from '../support/project-root.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A listening service, and the first connection that it gets. */
async function service(): Promise<{ port: number; accepted: Promise<Socket> }> {
  const server = createServer();
  servers.push(server);
  const accepted = once(server, 'connection').then(([socket]) => socket);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return { port: address.port, accepted };
}

test('it is the version that was read', () => {
  const file = join(projectRoot, 'node_modules/node-routeros/package.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: '1.6.9' });
});

describe('the connector', () => {
  test('opens a socket, says so once, and leaves every byte to whoever reads it', async () => {
    const { port, accepted } = await service();
    const connector = openConnector({ host: '127.0.0.1', port, timeout: 60, tls: undefined });
    const { socket } = connector;
    await new Promise<void>((resolve) => connector.onConnected(resolve));
    const peer = await accepted;
    const read = once(socket, 'data');
    // Its own receiver throws at a reply to a tag that nobody waits for.
    peer.write(encodeSentence(['!re', '=name=a', '.tag=9']));
    expect(new SentenceDecoder().push((await read)[0])).toEqual([['!re', '=name=a', '.tag=9']]);
    expect(socket.timeout).toBe(60_000);
    connector.destroy();
    expect(socket.destroyed).toBe(true);
    peer.destroy();
  });

  test('ends nothing when it cannot connect: the error is the socket’s', async () => {
    const { port } = await service();
    const [server] = servers.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    const connector = openConnector({ host: '127.0.0.1', port, timeout: 60, tls: undefined });
    await expect(once(connector.socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(connector.socket.destroyed).toBe(true);
  });
});

describe('its codec is not used, because', () => {
  /** The packets for tag 7 that its receiver makes of the pieces. */
  function received(...pieces: readonly Buffer[]): readonly (readonly string[])[] {
    const receiver = new receiverModule.Receiver(new Socket());
    const packets: string[][] = [];
    receiver.read('7', (packet) => packets.push(packet));
    for (const piece of pieces) receiver.processRawData(piece);
    return packets;
  }

  test('text that is not Latin is lost in both directions', () => {
    expect(received(encodeSentence(['!re', '=name=Müller', '.tag=7']))).not.toEqual([['!re', '=name=Müller']]);
    const written: Buffer[] = [];
    const socket = Object.assign(new Socket(), { write: (data: Buffer) => written.push(data) > 0 });
    new transmitterModule.Transmitter(socket).write('=comment=網');
    expect(Buffer.concat(written)).toEqual(Buffer.from('\x0a=comment=?', 'latin1'));
  });

  test('a reply whose final zero comes in a segment of its own is not handed out', () => {
    const bytes = encodeSentence(['!re', '=name=a', '.tag=7']);
    expect(received(bytes)).toEqual([['!re', '=name=a']]);
    expect(received(bytes.subarray(0, -1), bytes.subarray(-1))).toEqual([]);
  });
});
