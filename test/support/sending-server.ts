// A server that sends each who connects the same bytes, in the segments that a test cuts them into, and hangs up.

import { createServer, type Server } from 'node:net';

export function sendingServer(segments: () => readonly Buffer[]): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    for (const each of segments()) socket.write(each);
    socket.end();
  });
}
