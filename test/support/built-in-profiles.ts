// The profiles of this checkout, for tests.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProfiles } from '../../src/profile/load.ts';
import type { Profiles } from '../../src/profile/profiles.ts';
import { projectRoot } from './project-root.ts';

const directory = join(projectRoot, 'profiles');

export function builtInProfiles(): Profiles {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort()
    .map((path) => ({ path: `profiles/${path}`, text: readFileSync(join(directory, path), 'utf8') }));
  // What is wrong with a profile is the matter of the profiles' own test.
  return loadProfiles(files).value;
}
