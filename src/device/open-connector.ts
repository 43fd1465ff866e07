// Starts a connection by the Connector of node-routeros and hands out its socket. The one place that knows what that
// package is made of; its own decoder and encoder are not used (CONTRIBUTING.md says why, with figures).

import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import connectorModule from 'node-routeros/dist/connector/Connector.js';

export interface ConnectorOptions {
  readonly host: string;
  readonly port: number;
  /** Idle seconds until it gives up. */
  readonly timeout: number;
  /** Absent = plain TCP. */
  readonly tls: ConnectionOptions | undefined;
}

export interface OpenConnector {
  /** Connecting; it may still fail. */
  readonly socket: Socket;
  /** Called once, when TCP, and TLS where it is asked for, stand. */
  onConnected(listener: () => void): void;
  destroy(): void;
}

/** What the package keeps to itself: checked where it is read, because its types do not promise it. */
interface ConnectorInternals {
  readonly socket: Socket;
  receiver: { processRawData(data: Buffer): void };
}

export function openConnector(options: ConnectorOptions): OpenConnector {
  const connector = new connectorModule.Connector(options);
  // Without a listener its `error` would end the process; the socket's own error says more.
  connector.on('error', () => undefined);
  const inside: object = connector.connect();
  if (!hasInternals(inside)) throw new Error('node-routeros is not made as version 1.6.9 was');
  // Its receiver would throw on valid replies: it must see no byte.
  inside.receiver = { processRawData: () => undefined };
  return {
    socket: inside.socket,
    onConnected: (listener) => void connector.once('connected', listener),
    destroy: () => connector.destroy(),
  };
}

function hasInternals(connector: object): connector is ConnectorInternals {
  if (!('socket' in connector) || !(connector.socket instanceof Socket)) return false;
  if (!('receiver' in connector) || typeof connector.receiver !== 'object' || connector.receiver === null) return false;
  return 'processRawData' in connector.receiver && typeof connector.receiver.processRawData === 'function';
}
