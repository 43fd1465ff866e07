// Connection tracking: which packets belong together, in which state a packet finds its connection, and how it is
// translated. Source: manual, connection-tracking; NAT works on the connection, not on the packet.

import type { IpHeader } from '../chip/packet.ts';
import type { StoredRow } from '../store/store.ts';

export type ConnectionState = 'new' | 'established' | 'related' | 'invalid' | 'untracked';

/** Addresses and ports as packets of one direction carry them. */
export type Tuple = Required<Pick<IpHeader, 'source' | 'destination' | 'protocol' | 'sourcePort' | 'destinationPort'>>;

export interface Connection {
  /** Of the packets that opened it, before translation. */
  readonly original: Tuple;
  /** Of the packets that answer, as they arrive here. */
  reply: Tuple;
  seenReply: boolean;
  /** A packet of it got through: from then on NAT is settled, and no drop ends it. */
  isConfirmed: boolean;
  /** TCP: the opener was seen, so packets in its direction before an answer make no sense. */
  readonly openedBySyn: boolean;
  mark: string | undefined;
  /** What NAT did when it opened. */
  isSourceTranslated: boolean;
  isDestinationTranslated: boolean;
  /** The interface whose address `masquerade` gave it. */
  masqueradedAt: string | undefined;
  /** The rules that did so. */
  readonly translatedBy: StoredRow[];
  isFasttracked: boolean;
  /** The interfaces by which packets of either direction entered and left. */
  between: readonly string[];
  /** The chip's driver is to program it. */
  isQueued: boolean;
  /** The chip forwards it. */
  isInHardware: boolean;
}

export interface Tracked {
  readonly connection: Connection | undefined;
  readonly state: ConnectionState;
  readonly direction: 'original' | 'reply';
}

function tupleOf(ip: IpHeader): Tuple {
  const { source, destination, protocol, sourcePort = 0, destinationPort = 0 } = ip;
  return { source, destination, protocol, sourcePort, destinationPort };
}

function reversed({ source, destination, protocol, sourcePort, destinationPort }: Tuple): Tuple {
  return {
    source: destination,
    destination: source,
    protocol,
    sourcePort: destinationPort,
    destinationPort: sourcePort,
  };
}

function keyOf({ source, destination, protocol, sourcePort, destinationPort }: Tuple): string {
  return `${protocol} ${source} ${sourcePort} ${destination} ${destinationPort}`;
}

/** It belongs to no connection. Source: manual, connection-tracking, `invalid`. */
const invalid: Tracked = { connection: undefined, state: 'invalid', direction: 'original' };

export class Connections {
  readonly #byTuple = new Map<string, Connection>();
  readonly #all = new Set<Connection>();

  /** Connections that the chip forwards. */
  get inHardware(): number {
    let count = 0;
    for (const { isInHardware } of this.#all) if (isInHardware) count++;
    return count;
  }

  get translatedInHardware(): number {
    let count = 0;
    for (const each of this.#all) {
      if (each.isInHardware && (each.isSourceTranslated || each.isDestinationTranslated)) count++;
    }
    return count;
  }

  all(): readonly Connection[] {
    return [...this.#all];
  }

  /** The connection of a packet and the packet's direction in it, without changing anything. */
  find(ip: IpHeader): { readonly connection: Connection; readonly direction: 'original' | 'reply' } | undefined {
    const tuple = tupleOf(ip);
    const connection = this.#byTuple.get(keyOf(tuple));
    if (!connection) return undefined;
    const isOriginal = keyOf(connection.original) === keyOf(tuple);
    return { connection, direction: isOriginal ? 'original' : 'reply' };
  }

  /**
   * `isLoose`: TCP packets from the middle of a conversation start a connection, too. An answer to an opener that was
   * never seen starts none. New is whatever has been seen in one direction only.
   */
  track(ip: IpHeader, isLoose: boolean): Tracked {
    const found = this.find(ip);
    if (found) {
      const state = stateIn(found.connection, found.direction, ip);
      return state === 'invalid' ? invalid : { ...found, state };
    }
    const isTcp = ip.protocol === 'tcp';
    const isOpener = isTcp ? ip.syn === true && ip.ack !== true : ip.isEchoReply !== true;
    const isAnswer = ip.isEchoReply === true || (ip.syn === true && ip.ack === true);
    if (!isOpener && (isAnswer || !isLoose)) return invalid;
    const original = tupleOf(ip);
    const connection: Connection = {
      original,
      reply: reversed(original),
      seenReply: false,
      isConfirmed: false,
      openedBySyn: isOpener && isTcp,
      mark: undefined,
      isSourceTranslated: false,
      isDestinationTranslated: false,
      masqueradedAt: undefined,
      translatedBy: [],
      isFasttracked: false,
      between: [],
      isQueued: false,
      isInHardware: false,
    };
    this.#add(connection);
    return { connection, state: 'new', direction: 'original' };
  }

  /** Changes what the answers look like, once NAT has decided. */
  translate(connection: Connection, reply: Tuple): void {
    this.#byTuple.delete(keyOf(connection.reply));
    connection.reply = reply;
    this.#byTuple.set(keyOf(reply), connection);
  }

  /** A connection whose opener was dropped is not kept. */
  forget(connection: Connection): void {
    this.#all.delete(connection);
    this.#byTuple.delete(keyOf(connection.original));
    this.#byTuple.delete(keyOf(connection.reply));
  }

  clear(): void {
    this.#byTuple.clear();
    this.#all.clear();
  }

  #add(connection: Connection): void {
    this.#all.add(connection);
    this.#byTuple.set(keyOf(connection.original), connection);
    this.#byTuple.set(keyOf(connection.reply), connection);
  }
}

function stateIn(connection: Connection, direction: 'original' | 'reply', ip: IpHeader): ConnectionState {
  if (direction === 'reply') {
    connection.seenReply = true;
    return 'established';
  }
  if (connection.seenReply) return 'established';
  if (!connection.openedBySyn) return 'new';
  // A repeated opener is still new; anything else in this direction needs an answer first.
  return ip.syn === true && ip.ack !== true ? 'new' : 'invalid';
}

/** What a packet becomes on its way through, by its connection's translation. */
export function translated(ip: IpHeader, connection: Connection, direction: 'original' | 'reply'): IpHeader {
  const target = direction === 'original' ? reversed(connection.reply) : reversed(connection.original);
  return {
    ...ip,
    source: target.source,
    destination: target.destination,
    ...(ip.sourcePort !== undefined && { sourcePort: target.sourcePort }),
    ...(ip.destinationPort !== undefined && { destinationPort: target.destinationPort }),
  };
}
