// Whether a file is a fleet: looked up before anything of it is parsed, because commands of sites are other programs.

import type { Io } from '../../io/io.ts';
import { decode, readBytes } from '../../io/read-source.ts';
import { isRecord, parseJson } from '../../source/plain-data.ts';

/** By its key `fleet` at the top, which no site has. Standard input is a site, and so is what cannot be read. */
export async function isFleetFile(io: Io, path: string): Promise<boolean> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  // Whoever reads it as a site says what is wrong with it.
  const { value } = await readBytes(io, path);
  if (!value) return false;
  const text = decode(value.bytes);
  return /^(?:fleet|"fleet"|'fleet')[ \t]*:/m.test(text) || (/^\s*\{/.test(text) && hasFleet(text));
}

function hasFleet(json: string): boolean {
  const data = parseJson(json);
  return isRecord(data) && 'fleet' in data && 'sites' in data;
}
