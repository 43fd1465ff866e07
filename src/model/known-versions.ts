// What rosc knows of RouterOS ends with the releases that its tables were made from.

import defaults from '../../profiles/defaults.json' with { type: 'json' };
import { compareVersions, isSameMinor, type Version, version } from './version.ts';

export const oldestKnown = version(defaults.known.oldest);
export const newestKnown = version(defaults.known.newest);

/** On which side of what the tables know; patches of the newest release do not count. */
export function beyondKnown(running: Version): 'newer' | 'older' | undefined {
  if (compareVersions(running, oldestKnown) < 0) return 'older';
  return compareVersions(running, newestKnown) > 0 && !isSameMinor(running, newestKnown) ? 'newer' : undefined;
}

/** Why what is said of another release may be wrong, and what to do about it. */
export function adviceBeyondKnown(side: 'newer' | 'older'): { readonly why: string; readonly fix: string } {
  return {
    why: `Its tables are of RouterOS ${oldestKnown.text} to ${newestKnown.text}: properties, defaults and verdicts may differ.`,
    fix: side === 'newer' ? 'look for a newer rosc, and read the changelog of RouterOS' : 'upgrade RouterOS',
  };
}
