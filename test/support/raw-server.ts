// A TCP or TLS server that speaks exactly the bytes a test tells it to: the device at its worst.

import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { CodecError, encodeSentence, SentenceDecoder } from '../../src/device/api/codec.ts';

type Words = readonly string[];

/** One connection, seen from the server. */
export class RawPeer {
  readonly socket: Socket;
  /** Every sentence that came, in order. */
  readonly received: Words[] = [];
  readonly #decoder = new SentenceDecoder();
  readonly #waiting: ((words: Words) => void)[] = [];
  #taken = 0;
  #isGarbled = false;
  /** How the bytes of one `send` are cut into segments; each goes out alone. */
  segmentation: (bytes: Buffer) => readonly Buffer[] = (bytes) => [bytes];

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => undefined);
  }

  #receive(chunk: Buffer): void {
    if (this.#isGarbled) return;
    try {
      for (const words of this.#decoder.push(chunk)) {
        this.received.push(words);
        const waiting = this.#waiting.shift();
        if (waiting) {
          this.#taken++;
          waiting(words);
        }
      }
    } catch (error) {
      // A client that speaks TLS or HTTP says nothing that this server understands.
      if (!(error instanceof CodecError)) throw error;
      this.#isGarbled = true;
    }
  }

  /** The next sentence that no earlier call took. */
  next(): Promise<Words> {
    const ready = this.received[this.#taken];
    if (!ready) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken++;
    return Promise.resolve(ready);
  }

  /** Lets anybody in. */
  async acceptLogin(): Promise<void> {
    await this.reply(await this.next(), ['!done']);
  }

  /** Answers a sentence: its tag is put into each reply. */
  async reply(question: Words, ...sentences: readonly Words[]): Promise<void> {
    const tag = question.find((word) => word.startsWith('.tag='));
    await this.send(...sentences.map(([type = '', ...words]) => (tag ? [type, tag, ...words] : [type, ...words])));
  }

  async send(...sentences: readonly Words[]): Promise<void> {
    await this.sendBytes(Buffer.concat(sentences.map(encodeSentence)));
  }

  async sendBytes(bytes: Buffer): Promise<void> {
    const segments = this.segmentation(bytes);
    for (const segment of segments) {
      await new Promise<void>((resolve) => this.socket.write(segment, () => resolve()));
      if (segments.length > 1) await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
}

export interface RawServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback; the script runs once for each connection. */
export async function startRawServer(
  script: (peer: RawPeer) => Promise<void> | void,
  tls?: TlsOptions,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    sockets.add(socket);
    void script(new RawPeer(socket));
  };
  const server = tls ? createTlsServer(tls, accept) : createServer(accept);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  return {
    port: address.port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
