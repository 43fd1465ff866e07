// Measures what enters the ports of a device, and how much of it its CPU gets to see, between looks that are made
// anyway.

import { type PortCounters, readPortCounters } from '../device/counters.ts';
import type { Clock, Device } from '../device/device.ts';
import type { PortTraffic, Traffic } from './check.ts';

/** Some drivers fetch the counters of their chip once a second, so less shows too little. Inferred. */
const windowMs = 1000;

export interface TrafficMeter {
  /** Over any connection. Throws DeviceError. */
  look(device: Device): Promise<void>;
  /** Undefined before the second look. */
  traffic(): Traffic | undefined;
  /** Whether a port that has seen traffic since it started has not been watched for long enough. */
  wantsMore(floorBytes: number): boolean;
}

interface Snapshot {
  readonly atMs: number;
  readonly ports: readonly PortCounters[];
}

export function trafficMeter(clock: Clock): TrafficMeter {
  const snapshots: Snapshot[] = [];
  return {
    async look(device) {
      const ports = await readPortCounters(device);
      snapshots.push({ atMs: clock.now(), ports });
      // Of those that are old enough, the youngest will do.
      while (isOldEnough(snapshots[1], snapshots.at(-1))) snapshots.shift();
    },
    traffic() {
      const [first, last] = [snapshots[0], snapshots.at(-1)];
      if (!first || !last || first === last) return undefined;
      return { ports: difference(first, last), ms: last.atMs - first.atMs };
    },
    wantsMore(floorBytes) {
      const last = snapshots.at(-1);
      const isBusy = last?.ports.some(({ rxBytes, cpuRxBytes }) => cpuRxBytes !== undefined && rxBytes >= floorBytes);
      return isBusy === true && !isOldEnough(snapshots[0], last);
    },
  };
}

function isOldEnough(one: Snapshot | undefined, last: Snapshot | undefined): boolean {
  return one !== undefined && last !== undefined && last.atMs - one.atMs >= windowMs;
}

/** Ports that tell, and whose counters did not begin anew meanwhile. */
function difference(first: Snapshot, last: Snapshot): readonly PortTraffic[] {
  const before = new Map(first.ports.map((port) => [port.name, port]));
  return last.ports.flatMap(({ name, rxBytes, cpuRxBytes }) => {
    const earlier = before.get(name);
    if (earlier?.cpuRxBytes === undefined || cpuRxBytes === undefined) return [];
    const [rx, cpu] = [rxBytes - earlier.rxBytes, cpuRxBytes - earlier.cpuRxBytes];
    return rx < 0 || cpu < 0 ? [] : [{ name, rxBytes: rx, cpuRxBytes: cpu }];
  });
}
