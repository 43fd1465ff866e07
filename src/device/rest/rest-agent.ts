// HTTP connections that are opened by the same code as the API's: same TLS checks before the first byte, same messages.

import { Agent, type ClientRequestArgs } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Endpoint, type Opening, openSocket } from '../socket.ts';

/** A request of a user may hold up his others on the device; few at a time are enough to hide the round trip. */
const socketsMax = 4;

export class RestAgent extends Agent {
  readonly #endpoint: Endpoint;
  readonly #opening: Opening;

  constructor(endpoint: Endpoint, opening: Opening) {
    super({ keepAlive: true, maxSockets: socketsMax });
    this.#endpoint = endpoint;
    this.#opening = opening;
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    openSocket(this.#endpoint, this.#opening).then(
      (socket) => {
        callback?.(null, socket);
        socket.resume();
      },
      (error: Error) => callback?.(error, new Socket()),
    );
  }
}
