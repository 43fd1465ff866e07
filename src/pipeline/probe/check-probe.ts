// `rosc probe --check FILE`: whether the file of a probe holds together, before anybody takes it for evidence.

import type { Staged } from '../../diagnostics/diagnostic.ts';
import type { Io } from '../../io/io.ts';
import { readSource } from '../../io/read-source.ts';
import { type ProbeFile, parseProbeFile } from '../../profile/probe-file.ts';
import { judgeProbe } from '../read/judge-probe.ts';
import { loadAllProfiles } from '../read/load-profiles.ts';
import { noProbeFile } from './probe-device.ts';

export async function checkProbe(
  io: Io,
  path: string,
  options: { readonly profiles?: string },
): Promise<Staged<ProbeFile | undefined>> {
  const source = await readSource(io, path);
  if (!source.value) return { value: undefined, diagnostics: source.diagnostics };
  const file = parseProbeFile(source.value.text);
  if (typeof file === 'string') return { value: undefined, diagnostics: [noProbeFile(path, file)] };
  const profiles = await loadAllProfiles(io, options.profiles);
  return { value: file, diagnostics: [...profiles.diagnostics, ...judgeProbe(path, file, profiles.value)] };
}
