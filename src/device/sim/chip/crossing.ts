// One packet on its way through the device.

import type { Connections } from '../cpu/connections.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { Packet, PacketTraceLog } from './packet.ts';
import type { ForwardingDatabase, Host, Neighbours } from './tables.ts';

/** What the device has learned from earlier packets. */
export interface Learned {
  readonly fdb: ForwardingDatabase;
  readonly neighbours: Neighbours;
  readonly connections: Connections;
  /** What is plugged in, by port, tag and address. */
  readonly hosts: readonly Host[];
}

/** Everything that one packet's handling reads and writes. */
export interface Crossing {
  readonly router: ForwardingRouter;
  readonly plane: Learned;
  readonly log: PacketTraceLog;
  readonly packet: Packet;
}
