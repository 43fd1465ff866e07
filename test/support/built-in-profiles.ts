// The profiles of this checkout, for tests: read and validated once in a run, because that takes longer than most tests
// do; other processes take what the first one compiled, as the program takes what its build did.

import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileProfiles, readCompiledProfiles } from '../../src/profile/compile.ts';
import { loadProfiles } from '../../src/profile/load.ts';
import type { Profiles } from '../../src/profile/profiles.ts';
import { projectRoot } from './project-root.ts';

const directory = join(projectRoot, 'profiles');

let profiles: Profiles | undefined;
let compiled: Buffer | undefined;

export function builtInProfiles(): Profiles {
  profiles ??= sharedProfiles();
  return profiles;
}

/** With these models alone, where a golden file is not to change with every further model. */
export function profilesOf(...names: readonly string[]): Profiles {
  const all = builtInProfiles();
  return { ...all, models: new Map([...all.models].filter(([name]) => names.includes(name))) };
}

/** As the build writes them beside the program. */
export function compiledProfiles(): Buffer {
  compiled ??= Buffer.from(compileProfiles(builtInProfiles()));
  return compiled;
}

function sharedProfiles(): Profiles {
  const { ROSC_TEST_PROFILES: path } = process.env;
  if (path === undefined) return readProfiles();
  if (existsSync(path)) return readCompiledProfiles(readFileSync(path, 'utf8'));
  const read = readProfiles();
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, compileProfiles(read));
  renameSync(unfinished, path);
  return read;
}

function readProfiles(): Profiles {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort()
    .map((path) => ({ path: `profiles/${path}`, text: readFileSync(join(directory, path), 'utf8') }));
  // What is wrong with a profile is the matter of the profiles' own test.
  return loadProfiles(files).value;
}
