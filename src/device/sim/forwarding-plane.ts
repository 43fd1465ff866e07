// The device's way of handling traffic: what it has learned, and the entry by which packets are sent into it.

import { announce, tagsOf } from './chip/egress.ts';
import { receive } from './chip/ingress.ts';
import { type Packet, type PacketTrace, PacketTraceLog } from './chip/packet.ts';
import type { HostCounts } from './chip/route-driver.ts';
import { ForwardingDatabase, type Host, Neighbours } from './chip/tables.ts';
import { isBesideChip } from './chip/unmodelled.ts';
import { Connections } from './cpu/connections.ts';
import type { Interface } from './derived/interfaces.ts';
import type { ForwardingRouter } from './forwarding-router.ts';
import { PortCounters } from './port-counters.ts';

export class ForwardingPlane {
  readonly fdb = new ForwardingDatabase();
  readonly neighbours = new Neighbours();
  readonly connections = new Connections();
  /** By port, tag and address. */
  readonly hosts: Host[] = [];
  readonly counters = new PortCounters();

  /** Sends one packet in, and tells what became of it. What it teaches the device stays. */
  inject(router: ForwardingRouter, packet: Packet): PacketTrace {
    const log = new PacketTraceLog();
    const trace = receive({ router, plane: this, log, packet });
    // Of what is routed there the outcome is undefined.
    const ports = trace.nextHopMac === undefined ? log.exits.map(({ port }) => port) : [];
    if (ports.length > 0 && [packet.port, ...ports].some((port) => isBesideChip(router, port))) {
      log.unmodelled.push('frames of a port beside the chip in its bridge');
    }
    this.counters.count(packet, trace);
    return trace;
  }

  /** Each host asks for its gateway, as hosts do before anything else. */
  settle(router: ForwardingRouter): void {
    for (const host of this.hosts) {
      const packet: Packet = { port: host.port, sourceMac: host.mac, tags: tagsOf(host), length: 64 };
      announce({ router, plane: this, log: new PacketTraceLog(), packet }, host);
    }
  }

  /** Whether a host with that address answers on the interface now; what it says teaches the device. */
  hears(router: ForwardingRouter, target: Interface, address: string): boolean {
    const packet: Packet = { port: '', sourceMac: target.mac, tags: [], length: 64 };
    const crossing = { router, plane: this, log: new PacketTraceLog(), packet };
    return this.hosts.some((host) => host.address === address && announce(crossing, host) === target.name);
  }

  hostCounts(): HostCounts {
    return { 4: this.neighbours.count(4), 6: this.neighbours.count(6) };
  }

  /** After a reboot nothing of it is left; the hosts are still plugged in. */
  clear(): void {
    this.fdb.clear();
    this.neighbours.clear();
    this.connections.clear();
    this.counters.clear();
  }
}
