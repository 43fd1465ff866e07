// Whether the file of a probe holds together, for whoever would take it for evidence.

import type { Diagnostic, Found } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { version } from '../../model/version.ts';
import { problemsOf } from '../../probe/check-file.ts';
import { makeTarget } from '../../profile/make-target.ts';
import type { ProbeFile } from '../../profile/probe-file.ts';
import type { Profiles } from '../../profile/profiles.ts';

/** Errors where a conclusion does not follow from the answers beside it, or nobody can tell. */
export function judgeProbe(path: string, file: ProbeFile, profiles: Profiles): readonly Diagnostic[] {
  const target = makeTarget(profiles, file.model, version(file.routeros));
  const found = target ? problemsOf(file, target).map((each) => doesNotFollow(path, each)) : [unknown(path, file)];
  return [...found, simulated(path, file)].flat();
}

function doesNotFollow(path: string, what: string): Diagnostic {
  return deviceProblem(path, 'probe/does-not-follow', {
    what,
    label: path,
    why: 'Evidence is what the device answered, not what somebody made of it.',
    fix: 'probe the device again with this version of rosc',
  });
}

function unknown(path: string, { model }: ProbeFile): Diagnostic {
  return deviceProblem(path, 'probe/unknown-model', {
    what: `no profile describes \`${model}\`, so its answers cannot be judged`,
    label: path,
    why: 'Which chip a device has decides which questions make sense.',
    fix: 'give the folder of its profile with `--profiles`',
  });
}

function simulated(path: string, file: ProbeFile): Found {
  if (!file.simulated) return [];
  return deviceProblem(path, 'probe/simulated', {
    severity: 'warning',
    what: `\`${path}\` tells what a simulated device answered`,
    label: path,
    why: 'The simulator answers what rosc believes: it is no evidence.',
    fix: 'probe a real device',
  });
}
