// The simulated device on the network: the binary API over TCP or TLS. Bytes become sentences and back; time passes by
// sleeping until the simulator's next event.

import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { CodecError, encodeSentence, SentenceDecoder } from '../api/codec.ts';
import type { Clock } from '../device.ts';
import { type Listening, type ListenOptions, listen } from './listening.ts';
import type { Simulator } from './simulator.ts';

export interface ServerOptions extends ListenOptions {
  /** Time that a reply is on its way, in ms. */
  readonly latencyMs?: number;
  /** Cuts replies into segments of this many bytes, to try a client's decoder. */
  readonly segmentBytes?: number;
  /** How long it sleeps at most, because clocks may be turned; 1000 by default. */
  readonly napMs?: number;
}

/** Sentences before login are short; the limit is the simulator's own. */
const bytesBeforeLoginMax = 4096;

export async function startServer(simulator: Simulator, options: ServerOptions): Promise<Listening> {
  const ticker = startTicker(simulator, options.napMs);
  const onSocket = (socket: Socket) => serve(simulator, socket, options, ticker.wake);
  const server = options.certificate ? createTlsServer(options.certificate, onSocket) : createServer(onSocket);
  // Whoever fails the handshake is gone already.
  server.on('tlsClientError', () => undefined);
  const listening = await listen(server, options);
  return {
    ...listening,
    close: async () => {
      ticker.stop();
      await listening.close();
    },
  };
}

function serve(simulator: Simulator, socket: Socket, options: ServerOptions, wake: () => void): void {
  const decoder = new SentenceDecoder();
  let bytes = 0;
  socket.setNoDelay(true);
  const session = simulator.connect(
    {
      reply: (words) => send(socket, encodeSentence(words), simulator.clock, options),
      closed: () => socket.destroySoon(),
    },
    socket.remoteAddress ?? '',
  );
  if (!session) {
    socket.resetAndDestroy();
    return;
  }
  let isGreeted = false;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (!isGreeted && bytes > bytesBeforeLoginMax) return socket.destroy();
    // What is answered at once leaves together, unless somebody wants it in pieces.
    if (options.segmentBytes === undefined) socket.cork();
    try {
      const sentences = [...decoder.push(chunk)];
      session.receive(sentences);
      isGreeted ||= sentences.length > 0;
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      socket.destroy();
    }
    socket.uncork();
    wake();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => session.close('the client went away'));
}

function send(socket: Socket, sentence: Buffer, clock: Clock, { latencyMs = 0, segmentBytes }: ServerOptions): void {
  const write = (): void => {
    if (socket.destroyed) return;
    if (segmentBytes === undefined) socket.write(sentence);
    else
      for (let at = 0; at < sentence.length; at += segmentBytes) socket.write(sentence.subarray(at, at + segmentBytes));
  };
  if (latencyMs > 0) void clock.sleep(latencyMs).then(write);
  else write();
}

interface Ticker {
  /** To be called when the next event may have come nearer. */
  wake(): void;
  stop(): void;
}

function startTicker(simulator: Simulator, napMs = 1000): Ticker {
  const { clock } = simulator;
  let nap = new AbortController();
  let wakesAt = Number.POSITIVE_INFINITY;
  const plan = (): void => {
    const now = clock.now();
    const dueMs = Math.min(napMs, Math.max(0, (simulator.nextEventAt() ?? now + napMs) - now));
    if (nap.signal.aborted || now + dueMs >= wakesAt) return;
    nap.abort(earlier);
    nap = new AbortController();
    wakesAt = now + dueMs;
    clock.sleep(dueMs, nap.signal).then(tick, () => undefined);
  };
  const tick = (): void => {
    wakesAt = Number.POSITIVE_INFINITY;
    simulator.advance();
    plan();
  };
  plan();
  return { wake: plan, stop: () => nap.abort(earlier) };
}

/** Why a sleep ends; an error for each would cost more than the sleep. */
const earlier = 'there is something to do earlier, or nothing any more';
