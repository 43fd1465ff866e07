// Maintenance windows: days, a time of day and a time zone, and when the next one opens or closes.

import { computeIfAbsent } from '../source/grouping.ts';

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** Longer than a week, and than any change of the clocks. */
const aheadMinutes = 9 * dayMinutes;

export interface Window {
  /** 0 = Monday; the days on which it opens. */
  readonly days: ReadonlySet<number>;
  /** Minutes of the day. One that closes no later than it opens closes on the next day. */
  readonly opens: number;
  readonly closes: number;
  /** A name of the IANA time zone database. */
  readonly zone: string;
}

/** `Mon-Fri 20:00-23:00 Europe/Vienna`; without days every day, without a zone UTC. Text = why it is none. */
export function parseWindow(text: string): Window | string {
  const match = /^(?:([A-Za-z,-]+) )?(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})(?: ([A-Za-z0-9_+/-]+))?$/.exec(text.trim());
  if (!match) return `\`${text}\` is no window; write it as \`Mon-Fri 20:00-23:00 Europe/Vienna\``;
  const [, written, openHour, openMinute, closeHour, closeMinute, zone = 'UTC'] = match;
  const days = written === undefined ? new Set(dayNames.keys()) : daysOf(written);
  if (!days) return `\`${written}\` names no days; write them as \`Mon-Fri\` or \`Sat,Sun\``;
  const opens = minutesOf(openHour, openMinute);
  const closes = minutesOf(closeHour, closeMinute);
  if (opens === undefined || closes === undefined || opens === dayMinutes) return `\`${text}\` names no time of day`;
  if (!isZone(zone)) return `\`${zone}\` is no time zone; write it as \`Europe/Vienna\` or \`UTC\``;
  return { days, opens, closes, zone };
}

function daysOf(written: string): ReadonlySet<number> | undefined {
  const days = new Set<number>();
  for (const part of written.split(',')) {
    const [first, last = first, ...more] = part.split('-').map(dayOf);
    if (first === undefined || last === undefined || more.length > 0) return undefined;
    for (let day = first; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === last) break;
    }
  }
  return days;
}

function dayOf(name: string): number | undefined {
  const day = dayNames.findIndex((each) => each.toLowerCase() === name.slice(0, 3).toLowerCase());
  return day < 0 ? undefined : day;
}

/** 24:00 is the end of a day. */
function minutesOf(hour = '', minute = ''): number | undefined {
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= dayMinutes ? minutes : undefined;
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** Whether any of the windows is open; without windows it is always. `atMs`: Unix time. */
export function isOpenAt(windows: readonly Window[], atMs: number): boolean {
  return windows.length === 0 || windows.some((window) => isInside(window, localTime(window.zone, atMs)));
}

/** When the next of the windows opens; now, where one is open. Undefined: never. */
export function opensAt(windows: readonly Window[], nowMs: number): number | undefined {
  return isOpenAt(windows, nowMs) ? nowMs : changeAfter(windows, nowMs, true);
}

/** When none of the windows is open any more; undefined: they never close. */
export function closesAt(windows: readonly Window[], nowMs: number): number | undefined {
  return isOpenAt(windows, nowMs) ? changeAfter(windows, nowMs, false) : nowMs;
}

/** Minute by minute, because the clocks of a zone change when its government wants. */
function changeAfter(windows: readonly Window[], nowMs: number, isOpen: boolean): number | undefined {
  const first = Math.floor(nowMs / minuteMs) + 1;
  for (let minute = first; minute < first + aheadMinutes; minute++) {
    if (isOpenAt(windows, minute * minuteMs) === isOpen) return minute * minuteMs;
  }
  return undefined;
}

interface LocalTime {
  readonly day: number;
  readonly minute: number;
}

function isInside({ days, opens, closes }: Window, { day, minute }: LocalTime): boolean {
  if (opens < closes) return days.has(day) && minute >= opens && minute < closes;
  return (days.has(day) && minute >= opens) || (days.has((day + 6) % 7) && minute < closes);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(zone: string, atMs: number): LocalTime {
  const fields = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const format = computeIfAbsent(formats, zone, () => new Intl.DateTimeFormat('en-US', { timeZone: zone, ...fields }));
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const day = dayOf(parts.get('weekday') ?? '') ?? 0;
  return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}
