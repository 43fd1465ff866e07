// Sense of profiles that have the right shape: names that exist, nothing said twice, every citation with its source.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { compareVersions, version } from '../model/version.ts';
import type { Location } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import type { LoadedProfile, NodePath, Places } from './document.ts';
import type { FactRecord } from './fact.ts';
import { findModel, foldSpelling } from './find-model.ts';
import { problem } from './problem.ts';
import {
  type ChipProfile,
  expandPorts,
  type ModelProfile,
  type PortGroup,
  type Profiles,
  portsMax,
} from './profiles.ts';

interface Surroundings {
  /** `base` and the loaded files. */
  readonly all: Profiles;
  readonly base: Profiles;
  /** No chip or source was left out, so a name that is not there does not exist. */
  readonly isComplete: boolean;
}

export function checkProfiles(
  loaded: readonly LoadedProfile[],
  { all, base, isComplete }: Surroundings,
): readonly Diagnostic[] {
  const diagnostics = loaded.flatMap((part) => {
    if (part.kind === 'chip') return [...checkChip(part.at, part.value, all), ...checkFacts(part.at, part.value, all)];
    if (part.kind === 'model')
      return [...checkModel(part.at, part.value, all), ...checkFacts(part.at, part.value, all)];
    return [];
  });
  const reliable = diagnostics.filter(({ code }) => isComplete || !dependsOnOtherFiles.includes(code));
  return [...checkNames(loaded, base), ...reliable];
}

const dependsOnOtherFiles = ['profile/unknown-chip', 'profile/unknown-citation'];

interface Claim {
  readonly name: string;
  /** Equal for names that would be mistaken for each other. */
  readonly folded: string;
  readonly place: Location;
  /** The model that claims it; undefined for chips. */
  readonly model?: string;
}

/** A chip, model or spelling that two files claim. A file may replace what `base` has under the same name. */
function checkNames(loaded: readonly LoadedProfile[], base: Profiles): readonly Diagnostic[] {
  const seen = new Map<string, Location>();
  return loaded.flatMap(claimsOf).flatMap(({ name, folded, place, model }) => {
    const first = seen.get(folded);
    if (first) {
      const what = `\`${name}\` is described twice, so which one counts is chance`;
      const related = [{ at: first, text: 'first here' }];
      return [problem('profile/duplicate-name', place, { what, label: 'again here', related })];
    }
    seen.set(folded, place);
    const owner = model === undefined ? undefined : findModel(base, name)?.id;
    if (owner === undefined || owner === model) return [];
    return problem('profile/duplicate-name', place, {
      what: `\`${name}\` already means the model ${owner}`,
      label: 'taken',
    });
  });
}

function claimsOf({ kind, at, value }: LoadedProfile): readonly Claim[] {
  switch (kind) {
    case 'chip':
      return [{ name: value.chip, folded: `chip ${value.chip}`, place: at.of(['chip']) }];
    case 'model': {
      const { model, names } = value;
      return [
        { name: model, folded: foldSpelling(model), place: at.of(['model']), model },
        ...names.map((name, index) => ({
          name,
          folded: foldSpelling(name),
          place: at.of(['names', index]),
          model,
        })),
      ];
    }
    case 'sources':
      return Object.keys(value).map((key) => ({
        name: key,
        folded: `source ${key}`,
        place: at.ofKey(['sources', key]),
      }));
  }
}

function checkChip(at: Places, { like }: ChipProfile, all: Profiles): readonly Diagnostic[] {
  if (like === undefined) return [];
  const base = all.chips.get(like);
  if (!base) return [unknownChip(at, ['like'], like, all)];
  if (base.like === undefined) return [];
  const what = `\`${like}\` takes its own facts from \`${base.like}\`, which is one step too many to follow`;
  return [problem('profile/unknown-chip', at.of(['like']), { what, label: 'name the chip that has the facts' })];
}

function checkModel(at: Places, model: ModelProfile, all: Profiles): readonly Diagnostic[] {
  const diagnostics: Found[] = [];
  for (const [name, chip] of Object.entries(model.switches)) {
    if (!all.chips.has(chip)) diagnostics.push(unknownChip(at, ['switches', name], chip, all));
  }
  const seen = new Map<string, Location>();
  const switches = ['cpu', ...Object.keys(model.switches)];
  for (const [index, group] of model.ports.entries()) {
    diagnostics.push(checkPortNames(at.of(['ports', index, 'ports']), group, seen));
    if (!switches.includes(group.switch)) {
      diagnostics.push(unknownSwitch(at.of(['ports', index, 'switch']), group, switches));
    }
    diagnostics.push(checkCitation(at, ['ports', index, 'cite'], group.cite, all));
    if (group.l2mtu) diagnostics.push(checkCitation(at, ['ports', index, 'l2mtu', 'cite'], group.l2mtu.cite, all));
  }
  return diagnostics.flat();
}

/** `seen`: the ports of the groups before, to which those of this one are added. */
function checkPortNames(place: Location, group: PortGroup, seen: Map<string, Location>): Found {
  const names = expandPorts(group).map(({ name }) => name);
  const twice = names.find((name) => seen.has(name));
  const first = twice === undefined ? undefined : seen.get(twice);
  for (const name of names) seen.set(name, place);
  if (names.length === 0) {
    const what = `\`${group.ports}\` names no port`;
    return problem('profile/invalid-value', place, {
      what,
      label: `the run ends before it starts, or is longer than ${portsMax}`,
    });
  }
  if (!first) return [];
  const related = [{ at: first, text: 'first here' }];
  const what = `the port \`${twice}\` is described twice`;
  return [problem('profile/duplicate-port', place, { what, label: 'again here', related })];
}

function unknownSwitch(place: Location, group: PortGroup, switches: readonly string[]): Diagnostic {
  const near = nearestName(group.switch, switches);
  return problem('profile/unknown-chip', place, {
    what: `\`${group.ports}\` hangs on the switch \`${group.switch}\`, which the model does not have`,
    label: near ? `did you mean \`${near}\`?` : `the model has ${switches.join(', ')}`,
    ...(near && { replacement: near }),
  });
}

function checkFacts(at: Places, { facts }: ChipProfile | ModelProfile, all: Profiles): readonly Diagnostic[] {
  return Object.entries<readonly FactRecord<unknown>[] | undefined>(facts)
    .flatMap(([key, records = []]) => [
      ...records.flatMap(({ cite }, index) => checkCitation(at, ['facts', key, index, 'cite'], cite, all)),
      checkRanges(at, key, records),
    ])
    .flat();
}

/** At every RouterOS version at most one record may hold. */
function checkRanges(at: Places, key: string, records: readonly FactRecord<unknown>[]): Found {
  const ranges = records.map(({ since = '0.0', until }) => ({
    since: version(since),
    until: until && version(until),
  }));
  const overlaps = ranges.some((a, index) =>
    ranges.slice(index + 1).some((b) => {
      const aFirst = !b.until || compareVersions(a.since, b.until) < 0;
      const bFirst = !a.until || compareVersions(b.since, a.until) < 0;
      return aFirst && bFirst;
    }),
  );
  const isBackward = ranges.some(({ since, until }) => until && compareVersions(since, until) >= 0);
  if (!overlaps && !isBackward) return [];
  return problem('profile/invalid-value', at.ofKey(['facts', key]), {
    what: `\`${key}\` does not say which value holds for which RouterOS version`,
    label: overlaps ? '`since` and `until` overlap' : '`until` is not after `since`',
  });
}

function checkCitation(at: Places, path: NodePath, cite: string, all: Profiles): Found {
  const [key = ''] = cite.split('#');
  if (all.sources.has(key)) return [];
  const near = nearestName(key, all.sources.keys());
  return problem('profile/unknown-citation', at.of(path), {
    what: `no source is called \`${key}\`, so the evidence leads nowhere`,
    label: near ? `did you mean \`${near}\`?` : 'unknown source',
    ...(near && { replacement: cite.replace(key, near) }),
  });
}

function unknownChip(at: Places, path: NodePath, chip: string, all: Profiles): Diagnostic {
  const near = nearestName(chip, all.chips.keys());
  return problem('profile/unknown-chip', at.of(path), {
    what: `no profile describes the chip \`${chip}\``,
    label: near ? `did you mean \`${near}\`?` : 'unknown chip',
    ...(near && { replacement: near }),
  });
}
