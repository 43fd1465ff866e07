// A server that listens: its port, and closing it with everything that is connected.

import type { Server, Socket } from 'node:net';
import type { MadeCertificate } from './make-certificate.ts';

export interface Listening {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  /** What `api-ssl` or `www-ssl` shows; absent = the connection is not encrypted. */
  readonly certificate?: MadeCertificate;
}

/** Rejects when the port cannot be had. */
export async function listen(server: Server, { host, port }: ListenOptions): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    host,
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
