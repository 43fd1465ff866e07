// `--trust DIGEST`: apart from the options, because reading a fleet takes what most starts of the program do without.

import type { Io } from '../io/io.ts';
import { trustingFleet } from '../pipeline/fleet/trust-fleet.ts';

/** Undefined where the files of the fleet are others than those that are trusted. */
export function trustFleet(io: Io, path: string, digest: string): Promise<Io | undefined> {
  return trustingFleet(io, path, digest);
}
