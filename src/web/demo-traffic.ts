// Hosts that talk through the simulated core of `rosc ui --demo`, so that its counters move: a little of each flow that
// the demo's site declares, one packet for many.

import type { Clock } from '../device/device.ts';
import type { IpHeader } from '../device/sim/chip/packet.ts';
import type { Host } from '../device/sim/chip/tables.ts';
import type { Simulator } from '../device/sim/simulator.ts';

interface Conversation {
  readonly from: Host;
  readonly to: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  /** Of each round. */
  readonly packets: number;
}

/** Between one round of packets and the next. */
const roundMs = 500;

function host(address: string, port: string, last: string): Host {
  return { address, port, mac: `02:00:5E:10:00:${last}` };
}

const registry = host('10.10.0.11', 'ether1', '11');
const files = host('10.20.0.21', 'ether11', '21');
const volumes = host('10.25.0.31', 'ether17', '31');
const secondLine = host('10.20.0.9', 'ether13', '09');
const edge = host('10.0.0.2', 'ether23', '02');

const hosts: Readonly<Record<string, readonly Host[]>> = { core: [registry, files, volumes, secondLine, edge] };

const conversations: Readonly<Record<string, readonly Conversation[]>> = {
  core: [
    { from: registry, to: files.address, protocol: 'tcp', port: 445, packets: 20 },
    { from: files, to: volumes.address, protocol: 'tcp', port: 3260, packets: 40 },
    { from: files, to: '198.51.100.7', protocol: 'tcp', port: 873, packets: 12 },
    { from: registry, to: '198.51.100.8', protocol: 'tcp', port: 443, packets: 8 },
  ],
};

/** Sends until the signal says to stop. */
export async function runDemoTraffic(
  simulator: Simulator,
  device: string,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const talks = conversations[device] ?? [];
  if (talks.length === 0) return;
  for (const each of hosts[device] ?? []) simulator.attach(each);
  simulator.settle();
  for (let round = 0; !signal.aborted; round++) {
    for (const talk of talks) sendRound(simulator, talk, round);
    await clock.sleep(roundMs, signal).catch(() => undefined);
  }
}

/** No two rounds are alike, or the charts were straight lines. */
function sendRound(simulator: Simulator, { from, to, protocol, port, packets }: Conversation, round: number): void {
  const count = Math.round(packets * (1 + 0.4 * Math.sin((round + port) / 5)));
  const ip: IpHeader = { source: from.address, destination: to, protocol, sourcePort: 50_000, destinationPort: port };
  for (let sent = 0; sent < count; sent++) {
    simulator.inject({ port: from.port, sourceMac: from.mac, tags: [], length: 1500, ip: { ...ip, ack: true } });
  }
}
