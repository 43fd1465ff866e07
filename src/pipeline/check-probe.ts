// `rosc probe --check FILE`: whether the file of a probe holds together, before anybody takes it for evidence.

import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import type { Io } from '../io/io.ts';
import { readSource } from '../io/read-source.ts';
import { version } from '../model/version.ts';
import { problemsOf } from '../probe/check-file.ts';
import { makeTarget } from '../profile/make-target.ts';
import { type ProbeFile, parseProbeFile } from '../profile/probe-file.ts';
import { diagnosticAt } from './device-problem.ts';
import { loadAllProfiles } from './load-profiles.ts';
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
  const target = makeTarget(profiles.value, file.model, version(file.routeros));
  const diagnostics = target
    ? problemsOf(file, target).map((each) => doesNotFollow(path, each))
    : [unknown(path, file)];
  return { value: file, diagnostics: [...profiles.diagnostics, ...diagnostics, ...simulated(path, file)] };
}

function doesNotFollow(path: string, what: string): Diagnostic {
  return diagnosticAt(path, {
    code: 'probe/does-not-follow',
    severity: 'error',
    what,
    label: path,
    why: 'Evidence is what the device answered, not what somebody made of it.',
    fix: 'probe the device again with this version of rosc',
  });
}

function unknown(path: string, { model }: ProbeFile): Diagnostic {
  return diagnosticAt(path, {
    code: 'probe/unknown-model',
    severity: 'error',
    what: `no profile describes \`${model}\`, so its answers cannot be judged`,
    label: path,
    why: 'Which chip a device has decides which questions make sense.',
    fix: 'give the folder of its profile with `--profiles`',
  });
}

function simulated(path: string, file: ProbeFile): readonly Diagnostic[] {
  if (!file.simulated) return [];
  return [
    diagnosticAt(path, {
      code: 'probe/simulated',
      severity: 'warning',
      what: `\`${path}\` tells what a simulated device answered`,
      label: path,
      why: 'The simulator answers what rosc believes: it is no evidence.',
      fix: 'probe a real device',
    }),
  ];
}
