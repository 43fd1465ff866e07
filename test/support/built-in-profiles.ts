// The profiles of this checkout, for tests: read and validated once in each worker, because that takes longer than most
// tests do.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileProfiles } from '../../src/profile/compile.ts';
import { loadProfiles } from '../../src/profile/load.ts';
import type { Profiles } from '../../src/profile/profiles.ts';
import { projectRoot } from './project-root.ts';

const directory = join(projectRoot, 'profiles');

let profiles: Profiles | undefined;
let compiled: Buffer | undefined;

export function builtInProfiles(): Profiles {
  profiles ??= readProfiles();
  return profiles;
}

/** As the build writes them beside the program. */
export function compiledProfiles(): Buffer {
  compiled ??= Buffer.from(compileProfiles(builtInProfiles()));
  return compiled;
}

function readProfiles(): Profiles {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort()
    .map((path) => ({ path: `profiles/${path}`, text: readFileSync(join(directory, path), 'utf8') }));
  // What is wrong with a profile is the matter of the profiles' own test.
  return loadProfiles(files).value;
}
