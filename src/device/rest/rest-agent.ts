// HTTP connections that are opened by the same code as the API's: same TLS checks before the first byte, same messages.

import { Agent, type ClientRequestArgs } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Endpoint, type Opening, openSocket } from '../socket.ts';

export class RestAgent extends Agent {
  readonly #endpoint: Endpoint;
  readonly #opening: Opening;

  constructor(endpoint: Endpoint, opening: Opening) {
    // How many there are is for who asks: an agent does not count connections that are still being opened.
    super({ keepAlive: true });
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
