// What a device counts, read once: bytes by port, how many of them its CPU saw, and the chip's own numbers.
// Source: manual, ethernet (`stats`) and l3-hardware-offloading, "Monitor".

import { parseDuration } from '../model/duration.ts';
import { type Clock, type Device, type Row, rowsOrNothing } from './device.ts';

export interface Counters {
  readonly device: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** Ports that count; empty = the device shows no counters. */
  readonly ports: readonly PortCounters[];
  /** Numbers of `l3hw-settings/monitor`, by its names. */
  readonly hardware: Readonly<Record<string, number>>;
}

/** Bytes since the device booted. */
export interface PortCounters {
  readonly name: string;
  /** All that the port received. */
  readonly rxBytes: number;
  readonly txBytes: number;
  /** What of it the CPU received; undefined = this port does not tell. */
  readonly cpuRxBytes?: number;
  readonly cpuTxBytes?: number;
}

export async function readCounters(device: Device, name: string, clock: Clock): Promise<Counters> {
  const [ports, monitor] = await Promise.all([
    readPortCounters(device),
    rowsOrNothing(device.monitor('/interface/ethernet/switch/l3hw-settings/monitor')),
  ]);
  return {
    device: name,
    atMs: clock.now(),
    ports,
    hardware: Object.fromEntries(
      Object.entries(monitor[0] ?? {}).flatMap(([key, value]) => (/^\d+$/.test(value) ? [[key, Number(value)]] : [])),
    ),
  };
}

/** Milliseconds since the device booted; undefined = it does not tell. Source: manual, resource. */
export async function readUptime(device: Device): Promise<number | undefined> {
  const [resource] = await rowsOrNothing(device.print('/system/resource', { proplist: ['uptime'] }));
  return parseDuration(resource?.uptime ?? '');
}

/** Empty where the device shows no counters. */
export async function readPortCounters(device: Device): Promise<readonly PortCounters[]> {
  const rows = await rowsOrNothing(device.print('/interface/ethernet', { proplist }));
  return rows.flatMap(portCounters);
}

const proplist = ['name', 'rx-bytes', 'tx-bytes', 'driver-rx-byte', 'driver-tx-byte'];

function portCounters(row: Row): PortCounters | [] {
  const [rxBytes, txBytes] = [count(row['rx-bytes']), count(row['tx-bytes'])];
  if (row.name === undefined || rxBytes === undefined || txBytes === undefined) return [];
  const [cpuRxBytes, cpuTxBytes] = [count(row['driver-rx-byte']), count(row['driver-tx-byte'])];
  return {
    name: row.name,
    rxBytes,
    txBytes,
    ...(cpuRxBytes !== undefined && { cpuRxBytes }),
    ...(cpuTxBytes !== undefined && { cpuTxBytes }),
  };
}

/** Some firmware prints blanks between thousands. */
function count(text: string | undefined): number | undefined {
  const digits = text?.replace(/\s/g, '');
  return digits !== undefined && /^\d+$/.test(digits) ? Number(digits) : undefined;
}
