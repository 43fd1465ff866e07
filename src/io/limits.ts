// The limits that the environment sets in place of the default ones.

import { defaultLimits, type Limits } from '../source/limits.ts';

/** Throws RangeError when a variable is no number: who sets a limit wants to know. */
export function limitsOf(env: Readonly<Record<string, string | undefined>>): Limits {
  const read = (name: string, otherwise: number): number => {
    const given = env[name];
    if (given === undefined || given === '') return otherwise;
    if (!/^[1-9]\d{0,11}$/.test(given)) throw new RangeError(`${name} is no number: ${given}`);
    return Number(given);
  };
  return {
    bytesMax: read('ROSC_MAX_BYTES', defaultLimits.bytesMax),
    keysMax: read('ROSC_MAX_KEYS', defaultLimits.keysMax),
    filesMax: read('ROSC_MAX_FILES', defaultLimits.filesMax),
    depthMax: read('ROSC_MAX_DEPTH', defaultLimits.depthMax),
    rowsMax: read('ROSC_MAX_ROWS', defaultLimits.rowsMax),
  };
}
