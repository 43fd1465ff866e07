// Server-sent events: tells every open page when there is a new analysis.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../device/device.ts';
import { Refusal } from '../io/refusal.ts';

/** Proxies and browsers give up on silent connections. */
const heartbeatMs = 15_000;
/** Pages that may be open at once. */
const streamsMax = 64;

export class EventStreams {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  /** By connection: a response that waits behind an endless one does not even learn that the connection is closed. */
  readonly #open = new Map<Socket, ServerResponse>();

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    void this.#beat();
  }

  /** Undefined when the response is one of the streams now. */
  add({ socket }: IncomingMessage, response: ServerResponse): Refusal | undefined {
    if (this.#open.has(socket)) return new Refusal(409, 'stream-open', 'This connection carries the events already');
    if (this.#open.size >= streamsMax) return new Refusal(503, 'too-many-pages', 'Too many pages are open');
    if (socket.destroyed) return undefined;
    this.#open.set(socket, response);
    socket.once('close', () => this.#open.delete(socket));
    return undefined;
  }

  send(event: string, data: unknown): void {
    for (const response of this.#open.values()) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  close(): void {
    for (const response of this.#open.values()) response.end();
    this.#open.clear();
  }

  async #beat(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#clock.sleep(heartbeatMs, this.#signal).catch(() => undefined);
      for (const response of this.#open.values()) response.write(': still here\n\n');
    }
  }
}
