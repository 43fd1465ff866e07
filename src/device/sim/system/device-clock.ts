// Dates and times as the device writes them. Source: manual, system clock and scheduler; ISO dates since 7.10.

const dayMs = 86_400_000;

/** `2026-04-21` */
export function printDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `20:35:02` */
export function printTime(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}

/** `2026-04-21 20:35:02` */
export function printMoment(ms: number): string {
  return `${printDate(ms)} ${printTime(ms)}`;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Start of the day in ms, from `2026-04-21` or `apr/21/2026`; undefined when malformed. */
export function parseDate(text: string): number | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return validDate(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const old = /^([a-z]{3})\/(\d{2})\/(\d{4})$/i.exec(text);
  const month = monthNames.indexOf(old?.[1]?.toLowerCase() ?? '');
  return old && month >= 0 ? validDate(Number(old[3]), month, Number(old[2])) : undefined;
}

/** Milliseconds since midnight; undefined when malformed. */
export function parseTimeOfDay(text: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const ms = Number(match[1]) * 3_600_000 + Number(match[2]) * 60_000 + Number(match[3] ?? 0) * 1000;
  return ms < dayMs ? ms : undefined;
}

function validDate(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month, day);
  return new Date(ms).getUTCDate() === day ? ms : undefined;
}

export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}
