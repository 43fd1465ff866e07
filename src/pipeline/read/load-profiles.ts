// The profiles that rosc ships, plus those of a directory of the user's.

import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import type { Io } from '../../io/io.ts';
import { decode, readOwn, readSource, unreadable } from '../../io/read-source.ts';
import { readCompiledProfiles } from '../../profile/compile.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { SourceFile } from '../../source/location.ts';

/** `directory` holds further profile files (`chips/*.yaml`, `models/*.yaml`, `measured/*.yaml`, `sources.yaml`, or all flat). */
export async function loadAllProfiles(io: Io, directory: string | undefined): Promise<Staged<Profiles>> {
  const builtIn = await loadBuiltInProfiles(io);
  if (directory === undefined) return { value: builtIn, diagnostics: [] };
  const { files, diagnostics } = await filesOf(io, resolve(io.cwd, directory));
  const { loadProfiles } = await import('../../profile/load.ts');
  const { judgeProbe } = await import('./judge-probe.ts');
  if (files.length === 0)
    diagnostics.push(unreadable(directory, new Error('it is no folder with profiles (`*.yaml`)')));
  const loaded = loadProfiles(files, builtIn, judgeProbe);
  return { value: loaded.value, diagnostics: [...diagnostics, ...loaded.diagnostics] };
}

/** From `profiles.json` beside the program, or, when rosc runs from its source, from `profiles/`. */
async function loadBuiltInProfiles(io: Io): Promise<Profiles> {
  const here = dirname(fileURLToPath(import.meta.url));
  const compiled = await readOwn(io, join(here, 'profiles.json'));
  if (compiled) return readCompiledProfiles(decode(compiled));
  const { files } = await filesOf(io, join(here, '..', '..', '..', 'profiles'));
  const { loadProfiles } = await import('../../profile/load.ts');
  const { value, diagnostics } = loadProfiles(files);
  if (diagnostics.length > 0) throw new Error(`profiles/ has errors: ${diagnostics[0]?.what}`);
  return value;
}

async function filesOf(io: Io, directory: string) {
  const files: SourceFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const folder of ['', 'chips', 'models', 'measured']) {
    for (const name of await io.listFiles(join(directory, folder))) {
      if (!name.endsWith('.yaml')) continue;
      const source = await readSource(io, join(directory, folder, name));
      diagnostics.push(...source.diagnostics);
      if (source.value) files.push(source.value);
    }
  }
  return { files, diagnostics };
}
