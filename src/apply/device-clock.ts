// The device's own date and time, which its schedulers go by. It may be wrong; rosc only ever adds to it.

import type { Row } from '../device/device.ts';

export interface DeviceTime {
  /** Milliseconds, as if the device's wall clock were UTC. */
  readonly ms: number;
  /** Before 7.10 dates are `apr/21/2026`. */
  readonly isIso: boolean;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** From a row of `/system/clock`; undefined when it makes no sense. */
export function parseDeviceTime({ date = '', time = '' }: Row): DeviceTime | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const old = /^([a-z]{3})\/(\d{2})\/(\d{4})$/i.exec(date);
  const clock = /^(\d{2}):(\d{2}):(\d{2})$/.exec(time);
  if (!clock || (!iso && !old)) return undefined;
  const year = Number(iso?.[1] ?? old?.[3]);
  const month = iso ? Number(iso[2]) - 1 : months.indexOf(old?.[1]?.toLowerCase() ?? '');
  const day = Number(iso?.[3] ?? old?.[2]);
  const ms = Date.UTC(year, month, day, Number(clock[1]), Number(clock[2]), Number(clock[3]));
  return { ms, isIso: iso !== null };
}

/** `start-date` and `start-time` of a scheduler. */
export interface Start {
  readonly date: string;
  readonly time: string;
}

/** Of one that is to begin `delayMs` from then. */
export function startAfter({ ms, isIso }: DeviceTime, delayMs: number): Start {
  const at = new Date(ms + delayMs).toISOString();
  const [date = '', rest = ''] = at.split('T');
  const [year, month, day] = date.split('-');
  return {
    date: isIso ? date : `${months[Number(month) - 1]}/${day}/${year}`,
    time: rest.slice(0, 8),
  };
}

/** After a power cut the clock starts on 1970-01-02 until somebody sets it. */
export function isUnset({ ms }: DeviceTime): boolean {
  return ms < Date.UTC(2020, 0, 1);
}
