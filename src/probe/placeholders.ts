// What stands for something else in the texts of a question.

import { parseDeviceTime, startAfter } from '../apply/device-clock.ts';
import type { Row } from '../device/device.ts';
import { probeName, type Scratch } from './asking.ts';

export interface Placeholders {
  readonly scratch: Scratch | undefined;
  /** As /system/clock prints it; absent where no text speaks of it. */
  readonly clock?: Row;
  /** Number of the row. */
  readonly n?: number;
}

/** How far `{date}` and `{time}` lie ahead, in ms. */
const aheadMs = 3000;

export function speaksOfTime(texts: readonly string[]): boolean {
  return texts.some((text) => text.includes('{date}') || text.includes('{time}'));
}

export function fillIn(text: string, { scratch, clock, n }: Placeholders): string {
  if (!text.includes('{')) return text;
  const now = clock && parseDeviceTime(clock);
  const start = now && startAfter(now, aheadMs);
  const values: Readonly<Record<string, string | undefined>> = {
    port: scratch?.ports[0],
    switch: scratch?.switchName,
    near: scratch?.loop?.[0],
    far: scratch?.loop?.[1],
    name: scratch && probeName(scratch),
    n: n === undefined ? undefined : String(n),
    host: n === undefined ? undefined : numbered('198.19', 0x0100 + n),
    gateway: n === undefined ? undefined : numbered('198.18', 0x8100 + n),
    date: start?.date,
    time: start?.time,
  };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Of the network 198.18.0.0/15, which is for measurements (RFC 2544). */
function numbered(network: string, number: number): string {
  return `${network}.${number >> 8}.${number & 0xff}`;
}

export function fillInAll(
  named: Readonly<Record<string, string>>,
  placeholders: Placeholders,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, fillIn(value, placeholders)]));
}
