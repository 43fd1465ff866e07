// Server-sent events: tells every open page when there is a new analysis.

import type { ServerResponse } from 'node:http';
import type { Clock } from '../device/device.ts';

/** Proxies and browsers give up on silent connections. */
const heartbeatMs = 15_000;
/** Pages that may be open at once. */
const streamsMax = 64;

export class EventStreams {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #open = new Set<ServerResponse>();

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    void this.#beat();
  }

  /** False when too many pages are open. */
  add(response: ServerResponse): boolean {
    if (this.#open.size >= streamsMax) return false;
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
    return true;
  }

  send(event: string, data: unknown): void {
    for (const response of this.#open) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  close(): void {
    for (const response of this.#open) response.end();
    this.#open.clear();
  }

  async #beat(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#clock.sleep(heartbeatMs, this.#signal).catch(() => undefined);
      for (const response of this.#open) response.write(': still here\n\n');
    }
  }
}
