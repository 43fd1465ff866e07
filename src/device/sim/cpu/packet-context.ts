// A packet in the kernel: what rules can see of it, and what they set.

import type { IpHeader, Packet } from '../chip/packet.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { StoredRow } from '../store/store.ts';
import type { Connection, ConnectionState } from './connections.ts';

/** What rules can see and set while the packet is in the kernel. */
export interface PacketContext {
  readonly router: ForwardingRouter;
  ip: IpHeader;
  readonly length: number;
  readonly sourceMac: string;
  readonly inInterface: string | undefined;
  outInterface: string | undefined;
  state: ConnectionState;
  /** A raw rule took it out of tracking. */
  isExempt: boolean;
  direction: 'original' | 'reply';
  connection: Connection | undefined;
  packetMark: string | undefined;
  routingMark: string | undefined;
  /** Collects the verdicts of rules that take some packets and leave others; absent = which ones is a guess. */
  readonly byQuota?: Verdict[];
  /** Matchers that nobody modelled; then nothing follows from the outcome. */
  readonly unmodelled: string[];
}

export interface Verdict {
  readonly action: string;
  readonly row: StoredRow;
}

/** Of a packet that no rule has seen. */
export function arriving(
  router: ForwardingRouter,
  { length, sourceMac }: Packet,
  ip: IpHeader,
  inInterface: string,
): PacketContext {
  return {
    router,
    ip,
    length,
    sourceMac,
    inInterface,
    outInterface: undefined,
    state: 'untracked',
    isExempt: false,
    direction: 'original',
    connection: undefined,
    packetMark: undefined,
    routingMark: undefined,
    unmodelled: [],
  };
}

/** What a rule of mangle gives the packet, or its connection, where it gives anything. */
export function setMark(context: PacketContext, { values }: StoredRow, action: string): void {
  if (action === 'mark-packet') context.packetMark = values.get('new-packet-mark');
  else if (action === 'mark-routing') context.routingMark = values.get('new-routing-mark');
  else if (action === 'mark-connection' && context.connection)
    context.connection.mark = values.get('new-connection-mark');
}
