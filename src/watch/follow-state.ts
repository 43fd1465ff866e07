// What is known of a followed device at this moment: its last looks, and how often it was looked at.

import type { PortCounters } from '../device/counters.ts';
import type { DeviceSnapshot } from './device-snapshot.ts';

export interface FollowState {
  readonly device: string;
  /** Whether the newest look succeeded. */
  readonly isUp: boolean;
  /** The newest successful look, and the one before it. */
  readonly last?: DeviceSnapshot;
  readonly previous?: DeviceSnapshot;
  /** How long the newest successful look took. */
  readonly tookMs?: number;
  readonly looks: { readonly succeeded: number; readonly failed: number };
}

export function unseen(device: string): FollowState {
  return { device, isUp: false, looks: { succeeded: 0, failed: 0 } };
}

export function seen(state: FollowState, snapshot: DeviceSnapshot, tookMs: number): FollowState {
  const { device, last, looks } = state;
  return {
    device,
    isUp: true,
    last: snapshot,
    ...(last && state.isUp && { previous: last }),
    tookMs,
    looks: { ...looks, succeeded: looks.succeeded + 1 },
  };
}

/** Numbers of a device that cannot be reached are no numbers: only the count of looks stays. */
export function lost({ device, looks }: FollowState): FollowState {
  return { device, isUp: false, looks: { ...looks, failed: looks.failed + 1 } };
}

export interface CpuShare {
  readonly port: string;
  readonly direction: 'receive' | 'transmit';
  /** 0 to 1: what of the port's bytes the CPU handled between the last two looks. */
  readonly share: number;
}

/** Ports without traffic have no share, nor have counters that began anew. */
export function cpuShares({ last, previous }: FollowState): readonly CpuShare[] {
  const earlier = new Map(previous?.counters.ports.map((port) => [port.name, port]));
  return (last?.counters.ports ?? []).flatMap((now) => {
    const before = earlier.get(now.name);
    if (!before) return [];
    return [
      ...share(now.name, 'receive', rise(before, now, 'rxBytes'), rise(before, now, 'cpuRxBytes')),
      ...share(now.name, 'transmit', rise(before, now, 'txBytes'), rise(before, now, 'cpuTxBytes')),
    ];
  });
}

function rise(before: PortCounters, now: PortCounters, name: Exclude<keyof PortCounters, 'name'>): number {
  return (now[name] ?? Number.NaN) - (before[name] ?? Number.NaN);
}

function share(port: string, direction: CpuShare['direction'], all: number, cpu: number): readonly CpuShare[] {
  // The two are not read at the very same moment, so the part may look larger than the whole.
  return all > 0 && cpu >= 0 ? [{ port, direction, share: Math.min(1, cpu / all) }] : [];
}
