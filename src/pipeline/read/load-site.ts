// A site file, read with the files that it includes, and what it means: for commands that need no verdicts.

import type { Staged } from '../../diagnostics/diagnostic.ts';
import type { Intent } from '../../intent/intent.ts';
import { loadIntent } from '../../intent/load.ts';
import type { Io } from '../../io/io.ts';
import { loadAllProfiles } from './load-profiles.ts';
import { readSite } from './read-site.ts';

/** `directory` holds further profiles. */
export async function loadSite(io: Io, path: string, directory?: string): Promise<Staged<Intent | undefined>> {
  const source = await readSite(io, path);
  if (!source.value) return { value: undefined, diagnostics: source.diagnostics };
  const profiles = await loadAllProfiles(io, directory);
  const loaded = loadIntent(source.value, { profiles: profiles.value });
  return { ...loaded, diagnostics: [...profiles.diagnostics, ...loaded.diagnostics] };
}
