// RouterOS durations: read in any of their spellings, printed as the API prints them (`1w3d`, `5m`, `300ms`).

const unitsMs: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
};

/** Milliseconds; undefined when it is not a duration. A bare number is seconds. */
export function parseDuration(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const match = /^((?:\d+(?:w|d|h|ms|m|s))*)(?:(\d+):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/.exec(text);
  if (!match || text === '') return undefined;
  let total = 0;
  for (const [, count, unit] of (match[1] ?? '').matchAll(/(\d+)(ms|w|d|h|m|s)/g)) {
    total += Number(count) * (unitsMs[unit ?? ''] ?? 0);
  }
  const [, , hours, minutes, seconds, fraction] = match;
  if (hours !== undefined) {
    total += Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds ?? 0) * 1000;
    total += Number((fraction ?? '').padEnd(3, '0'));
  }
  return total;
}

export function printDuration(ms: number): string {
  let rest = Math.max(0, Math.round(ms));
  let text = '';
  for (const [unit, size] of Object.entries(unitsMs)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === '' ? '0s' : text;
}
