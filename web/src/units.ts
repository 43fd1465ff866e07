// Rates, counts and places as people read them; the same forms as on the command line.

import type { LocationJson } from '../../src/web/api/report-schema.ts';

export { printBitRate, printPacketRate } from '../../src/model/rates.ts';
export { plural, printRates, printResource } from '../../src/report/units.ts';

/** `1G`, `2.5G`, `100M`: the speed of a port. */
export function printSpeed(mbps: number): string {
  return mbps >= 1000 ? `${mbps / 1000}G` : `${mbps}M`;
}

export function printLocation(location: LocationJson): string {
  if ('file' in location)
    return `${shortened(location.file.split(/[\\/]/).at(-1) ?? '')}:${location.line}:${location.column}`;
  return [location.device, location.menu, location.key].filter((part) => part !== '').join(' ');
}

/** Longer names of files would push the line number out of sight on a phone. */
const nameMax = 32;

function shortened(name: string): string {
  if (name.length <= nameMax) return name;
  const half = Math.floor((nameMax - 1) / 2);
  return `${name.slice(0, half)}…${name.slice(-half)}`;
}
