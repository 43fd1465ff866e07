// Whether a file is a fleet: looked up before anything of it is parsed, because commands of sites are other programs.

import { resolve } from 'node:path';
import type { Io } from '../io/io.ts';
import { decode } from '../io/read-source.ts';
import { defaultLimits } from '../source/limits.ts';

/** By its key `fleet` at the top, which no site has. Standard input is a site, and so is what cannot be read. */
export async function isFleetFile(io: Io, path: string): Promise<boolean> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  const { bytesMax } = defaultLimits;
  const bytes = await io.readFile(resolve(io.cwd, path), { bytesMax }).catch(() => undefined);
  if (!bytes) return false;
  const text = decode(bytes);
  return /^(?:fleet|"fleet"|'fleet')[ \t]*:/m.test(text) || (/^\s*\{/.test(text) && hasFleet(text));
}

function hasFleet(json: string): boolean {
  try {
    const data: unknown = JSON.parse(json);
    return typeof data === 'object' && data !== null && 'fleet' in data && 'sites' in data;
  } catch {
    return false;
  }
}
