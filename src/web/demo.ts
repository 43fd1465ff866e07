// Simulated devices for `rosc ui --demo`: configured as the site says, then changed by somebody, so that there is a
// plan, and with hosts that talk.

import type { Clock } from '../device/device.ts';
import type { IpHeader } from '../device/sim/chip/packet.ts';
import type { Host } from '../device/sim/chip/tables.ts';
import { connectToSimulator } from '../device/sim/sim-device.ts';
import { createSimulator, type Simulator } from '../device/sim/simulator.ts';
import type { AnalysedSite } from '../pipeline/analyse/analyse-site.ts';
import type { DeviceAccess } from '../pipeline/device/open-device.ts';
import { planFromNothing } from '../plan/make-plan.ts';
import { renderScript } from '../report/script.ts';

export interface DemoOptions {
  readonly clock: Clock;
  /** By device: commands that were run since. */
  readonly drift: ReadonlyMap<string, string>;
}

export function demoDevices(site: AnalysedSite, { clock, drift }: DemoOptions): ReadonlyMap<string, DeviceAccess> {
  return new Map(
    site.devices.map(({ lowered: { device, target, config } }) => {
      const script = renderScript(planFromNothing(config), { title: [], holdsSecrets: true });
      const simulator = createSimulator({ target, clock, script: `${script}\n${drift.get(device) ?? ''}` });
      const url = { kind: 'sim', model: target.model, text: `sim:${target.model}` } as const;
      const ended = new AbortController();
      void runDemoTraffic(simulator, device, { clock, signal: ended.signal });
      const access: DeviceAccess = {
        url,
        connect: () => connectToSimulator(simulator, { url: url.text }),
        close: async () => ended.abort(),
      };
      return [device, access];
    }),
  );
}

// Hosts that talk through the simulated core of `rosc ui --demo`, so that its counters move: a little of each flow that
// the demo's site declares, one packet for many.

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
async function runDemoTraffic(
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
