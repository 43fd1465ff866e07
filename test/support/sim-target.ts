// The target of a shipped model, for tests of the simulator.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../src/model/version.ts';
import { loadProfiles } from '../../src/profile/load.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import type { Target } from '../../src/profile/target.ts';
import { projectRoot } from './project-root.ts';

const root = join(projectRoot, 'profiles');
const files = ['', 'chips', 'models'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ path: join('profiles', folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
);
const profiles = loadProfiles(files).value;

export function targetOf(model: string, routeros: string): Target {
  const target = makeTarget(profiles, model, version(routeros));
  if (!target) throw new Error(`no profile of ${model}`);
  return target;
}
