// What share of the traffic that enters a port the CPU gets to see: the one proof by packets. In hardware it is close
// to nothing: first packets, broadcasts, the device's own traffic. `rx-bytes` counts at the port, `driver-rx-byte` what
// its driver gave to the CPU. Source: manual, ethernet, `stats`; the thresholds are inferred, and so far apart that no
// first packets and no skew between the two counters bridge them.

import { itemsOf, listValues, type MenuPath, propertyValue } from '../../model/config.ts';
import { type CheckLine, inHardware, type PortTraffic, type PostCheck, type Reading, type Traffic } from '../check.ts';

const menu = '/interface/ethernet';

/**
 * In a second a port gets some kilobytes that are the CPU's by nature: ARP, spanning tree, DHCP, neighbour discovery.
 * Of a megabyte that is a few per cent at most.
 */
export const floorBytes = 1_000_000;
const hardwareShareMax = 0.1;
const cpuShareMin = 0.9;

export const cpuShare: PostCheck = {
  reads: [],
  judge(reading) {
    const { traffic } = reading;
    if (!traffic) return [];
    const wanted = portsInHardware(reading);
    const ports = traffic.ports.filter(({ name }) => wanted.has(name));
    const busy = ports.filter(({ rxBytes }) => rxBytes >= floorBytes);
    const quiet = ports.filter(({ rxBytes }) => rxBytes < floorBytes);
    return [...busy.map((port) => busyLine(port, reading)), ...(quiet.length === 0 ? [] : [quietLine(quiet, traffic)])];
  },
};

function busyLine(port: PortTraffic, reading: Reading): CheckLine {
  const { name, rxBytes } = port;
  const share = shareOf(port);
  const reason = share > hardwareShareMax ? reasonAgainst(port, reading) : undefined;
  const through = `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} % of ${megabytes(rxBytes)} through the CPU`;
  const proof = share <= hardwareShareMax ? 'proved' : share < cpuShareMin || reason ? 'unproved' : 'not-offloaded';
  return line(`traffic into ${name}`, { observed: reason ? `${through}, ${reason}` : through, proof, key: name });
}

/** The two counters are not read at the same moment. */
function shareOf({ rxBytes, cpuRxBytes }: PortTraffic): number {
  return Math.min(1, cpuRxBytes / rxBytes);
}

/** What else may be behind a high share than a chip that does not do what was planned; undefined = nothing is. */
function reasonAgainst({ name }: PortTraffic, reading: Reading): string | undefined {
  if (!isAllHardware(reading)) return 'and a part of it ought to be';
  const { management, trafficBefore } = reading;
  if (!management || management.has(name)) return 'and rosc’s own session may come by it';
  // A receiver that is switched off, or a speed test against the device: a change is undone for what it made worse.
  const before = trafficBefore?.ports.find((port) => port.name === name && port.rxBytes >= floorBytes);
  const wasBetter = !trafficBefore || (before && shareOf(before) <= hardwareShareMax);
  return wasBetter ? undefined : 'and it was not seen to be less before';
}

function quietLine(ports: readonly PortTraffic[], { ms }: Traffic): CheckLine {
  const most = Math.max(...ports.map(({ rxBytes }) => rxBytes));
  const names = ports.length === 1 ? ports[0]?.name : `${ports.length} ports`;
  const time = ms < 1000 ? 'less than a second' : `${Math.round(ms / 1000)} s`;
  const observed = `at most ${megabytes(most)} in ${time}: too little to tell`;
  return line(`traffic into ${names}`, { observed, proof: 'unproved', key: '' });
}

function line(subject: string, found: Pick<CheckLine, 'observed' | 'proof'> & { readonly key: string }): CheckLine {
  const { observed, proof, key } = found;
  return {
    check: 'post-check/cpu-share',
    subject,
    expected: `at most ${100 * hardwareShareMax} % of ${megabytes(floorBytes)} or more through the CPU`,
    observed,
    command: `${menu}/print stats${key === '' ? '' : ` where name=${key}`}`,
    proof,
    at: { menu, key },
  };
}

/** Front ports whose packets the chip switches or routes: of the bridge, of its bonds, and with addresses. */
function portsInHardware(reading: Reading): ReadonlySet<string> {
  const { expected } = reading;
  const routed = (['/ip/address', '/ipv6/address'] as const).flatMap((each) => {
    const keys = new Set(inHardware(reading, each).map(({ key }) => key));
    return itemsOf(expected, each).flatMap((item) =>
      keys.has(item.key) ? (propertyValue(item, 'interface') ?? []) : [],
    );
  });
  const names = new Set([...inHardware(reading, '/interface/bridge/port').map(({ key }) => key), ...routed]);
  const slaves = itemsOf(expected, '/interface/bonding' satisfies MenuPath)
    .filter((bond) => names.has(propertyValue(bond, 'name') ?? ''))
    .flatMap((bond) => listValues(propertyValue(bond, 'slaves')));
  return new Set([...names, ...slaves]);
}

/** Only then is a high share the contrary of what was predicted: who knows which of the site's traffic is flowing? */
function isAllHardware({ predictions }: Reading): boolean {
  return predictions.every(({ placement }) => placement === 'hardware' || placement === 'dropped');
}

function megabytes(bytes: number): string {
  return bytes >= 100_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.round(bytes / 1000)} kB`;
}
