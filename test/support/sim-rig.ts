// Two VLANs routed by a simulated switch, two hosts that answer, and packets between them.

import type { IpHeader, Packet, PacketTrace } from '../../src/device/sim/chip/packet.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { targetOf } from './sim-target.ts';
import { createVirtualClock } from './virtual-clock.ts';

export const left = { address: '10.0.2.2', mac: '02:00:00:00:02:02', port: 'sfp-sfpplus1' };
export const right = { address: '10.0.3.2', mac: '02:00:00:00:03:02', port: 'sfp-sfpplus2' };

/** Two VLANs on two ports, routed by the chip. */
export const rig = `
/interface bridge
add name=bridge vlan-filtering=yes
/interface vlan
add interface=bridge name=left vlan-id=2
add interface=bridge name=right vlan-id=3
/interface bridge port
add bridge=bridge frame-types=admit-only-untagged-and-priority-tagged interface=sfp-sfpplus1 pvid=2
add bridge=bridge frame-types=admit-only-untagged-and-priority-tagged interface=sfp-sfpplus2 pvid=3
/interface bridge vlan
add bridge=bridge tagged=bridge vlan-ids=2
add bridge=bridge tagged=bridge vlan-ids=3
/ip address
add address=10.0.2.1/24 interface=left
add address=10.0.3.1/24 interface=right
/interface ethernet switch
set 0 l3-hw-offloading=yes
`;

export interface Options {
  readonly model?: string;
  readonly routeros?: string;
  readonly base?: string;
}

export function device(
  more = '',
  { model = 'CRS326-24G-2S+', routeros = '7.18.2', base = rig }: Options = {},
): Simulator {
  const simulator = createSimulator({
    target: targetOf(model, routeros),
    clock: createVirtualClock(),
    script: base + more,
    // Scripts of tests name VLANs by number.
    readings: { listsInFind: 'member' },
  });
  for (const host of [left, right]) simulator.attach(host);
  return simulator;
}

export interface Host {
  readonly address: string;
  readonly mac: string;
  readonly port: string;
  readonly vlan?: number;
}

export function packet(from: Host, to: Host, details: Partial<IpHeader> = {}, more: Partial<Packet> = {}): Packet {
  const ip = {
    source: from.address,
    destination: to.address,
    protocol: 'udp',
    sourcePort: 50_000,
    destinationPort: 514,
  };
  const tags = from.vlan === undefined ? [] : [{ vlan: from.vlan }];
  return { port: from.port, sourceMac: from.mac, tags, length: 500, ip: { ...ip, ...details }, ...more };
}

/** The way of a conversation that has been going on for a while: there, back, and there once more. */
export function settled(
  simulator: Simulator,
  from: Host,
  to: Host,
  details: Partial<IpHeader> = {},
  more: Partial<Packet> = {},
): PacketTrace {
  const there = packet(from, to, { protocol: 'tcp', ack: true, ...details }, more);
  const { sourcePort = 0, destinationPort = 0 } = there.ip ?? {};
  simulator.inject(packet(from, to, { protocol: 'tcp', syn: true, ack: false, ...details }, more));
  simulator.inject(
    packet(
      to,
      from,
      { protocol: 'tcp', syn: true, ack: true, ...details, sourcePort: destinationPort, destinationPort: sourcePort },
      more,
    ),
  );
  simulator.inject(there);
  return simulator.inject(there);
}
