// Pages that go away leave their place to others, also when their stream waits behind another answer of the same
// connection, or begins when nobody is there any more.

import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { EventStreams } from '../../src/web/event-stream.ts';
import { turnedClock } from '../support/turned-clock.ts';

const stopped = new AbortController();
afterEach(() => stopped.abort());

/** The response is not its connection's turn: nothing of what happens to the connection reaches it. */
function waitingOn(socket: Socket): readonly [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(socket);
  return [request, new ServerResponse(request)];
}

test('as many connections as there are places, and the next ones when those are closed', async () => {
  const streams = new EventStreams(turnedClock(), stopped.signal);
  for (let round = 0; round < 3; round++) {
    const sockets = Array.from({ length: 64 }, () => new Socket());
    for (const socket of sockets) expect(streams.add(...waitingOn(socket))).toBeUndefined();
    expect(streams.add(...waitingOn(new Socket()))?.code).toBe('too-many-pages');
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
});

test('connections that are closed already take no place', () => {
  const streams = new EventStreams(turnedClock(), stopped.signal);
  for (let count = 0; count < 100; count++) expect(streams.add(...waitingOn(new Socket().destroy()))).toBeUndefined();
});

test('one connection carries one stream', () => {
  const streams = new EventStreams(turnedClock(), stopped.signal);
  const socket = new Socket();
  expect(streams.add(...waitingOn(socket))).toBeUndefined();
  expect(streams.add(...waitingOn(socket))?.code).toBe('stream-open');
});
