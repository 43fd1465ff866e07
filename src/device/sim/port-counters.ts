// Bytes and packets by port, as the port itself and as the CPU's driver count them. Source: manual, ethernet, `stats`.

import { computeIfAbsent } from '../../source/grouping.ts';
import type { Row } from '../device.ts';
import type { Packet, PacketTrace } from './chip/packet.ts';

interface Count {
  packets: number;
  bytes: number;
}

interface Counts {
  readonly rx: Count;
  readonly tx: Count;
  readonly cpuRx: Count;
  readonly cpuTx: Count;
}

export class PortCounters {
  readonly #ports = new Map<string, Counts>();

  count({ port, length }: Packet, { stages, exits }: PacketTrace): void {
    const entry = this.#countsOf(port);
    add(entry.rx, length);
    if (stages.some(({ where }) => where === 'cpu')) add(entry.cpuRx, length);
    for (const exit of exits) {
      const way = this.#countsOf(exit.port);
      add(way.tx, length);
      if (exit.by === 'cpu') add(way.cpuTx, length);
    }
  }

  /** A frame that the CPU lets out of a port by itself. */
  send({ port, length }: Packet): void {
    const { tx, cpuTx } = this.#countsOf(port);
    add(tx, length);
    add(cpuTx, length);
  }

  /** What `/interface/ethernet/print` shows of a port. */
  rowOf(port: string): Row {
    const { rx, tx, cpuRx, cpuTx } = this.#countsOf(port);
    return {
      'driver-rx-byte': String(cpuRx.bytes),
      'driver-rx-packet': String(cpuRx.packets),
      'driver-tx-byte': String(cpuTx.bytes),
      'driver-tx-packet': String(cpuTx.packets),
      'rx-bytes': String(rx.bytes),
      'tx-bytes': String(tx.bytes),
    };
  }

  clear(): void {
    this.#ports.clear();
  }

  #countsOf(port: string): Counts {
    const none = () => ({ packets: 0, bytes: 0 });
    return computeIfAbsent(this.#ports, port, () => ({ rx: none(), tx: none(), cpuRx: none(), cpuTx: none() }));
  }
}

function add(count: Count, length: number): void {
  count.packets += 1;
  count.bytes += length;
}
