// Profiles from YAML texts: shape, then sense. Authors of profiles are users too: each mistake is a diagnostic with its
// place.

import { type Diagnostic, type Found, isError, type Staged } from '../diagnostics/diagnostic.ts';
import { type SourceFile, span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import { checkProfiles } from './check.ts';
import { hasPath, type LoadedProfile, type ProfileDocument, readDocument } from './document.ts';
import { chipFacts, modelFacts } from './fact.ts';
import { withMeasured } from './measured.ts';
import { type ProbeFile, parseProbeFile } from './probe-file.ts';
import { problem } from './problem.ts';
import { noProfiles, type Profiles } from './profiles.ts';
import { knownKeys, type ProfileKind, schemas } from './schema.ts';

/** What is wrong with the file of a probe, seen beside what is known without any such file. */
export type JudgeProbe = (path: string, file: ProbeFile, known: Profiles) => readonly Diagnostic[];

/**
 * The profiles in the files, one chip or model or list of sources a file, added to those of `base`. A file that has not
 * the right shape is left out of the value, and so is the file of a probe that `judge` finds an error in.
 */
export function loadProfiles(
  files: readonly SourceFile[],
  base: Profiles = noProfiles,
  judge: JudgeProbe = () => [],
): Staged<Profiles> {
  const diagnostics: Diagnostic[] = [];
  const loaded: LoadedProfile[] = [];
  let isComplete = true;
  const documents = files.map(readDocument);
  for (const at of documents.filter((each) => !isProbeFile(each.value))) {
    const staged = loadDocument(at);
    diagnostics.push(...staged.diagnostics);
    loaded.push(...staged.value);
    // Where a file is left out, its names would seem unknown everywhere: the cause is said once, not its consequences.
    if (staged.value.length === 0 && kindOf(at.value) !== 'model') isComplete = false;
  }
  const value = merge(base, loaded);
  diagnostics.push(...checkProfiles(loaded, { all: value, base, isComplete }));
  let measured = value;
  for (const at of documents.filter((each) => isProbeFile(each.value))) {
    const staged = withAnswers(measured, at, (file) => judge(at.file.path, file, value));
    diagnostics.push(...staged.diagnostics);
    measured = staged.value;
  }
  return { value: measured, diagnostics };
}

function isProbeFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'probe' in value;
}

function withAnswers(
  profiles: Profiles,
  at: ProfileDocument,
  judge: (file: ProbeFile) => readonly Diagnostic[],
): Staged<Profiles> {
  const { path, text } = at.file;
  const file = parseProbeFile(text);
  const errors = typeof file === 'string' ? [] : judge(file).filter(isError);
  if (errors.length > 0) return { value: profiles, diagnostics: errors };
  const name = path.replace(/^.*[\\/]/, '').replace(/(?:\.probe)?\.yaml$/, '');
  const measured = typeof file === 'string' ? file : withMeasured(profiles, { cite: `measured/${name}`, file });
  if (typeof measured !== 'string') return { value: measured, diagnostics: [] };
  const what = `the answers in \`${path}\` are not taken for evidence`;
  return { value: profiles, diagnostics: [problem('profile/no-evidence', at.of([]), { what, label: measured })] };
}

function merge(base: Profiles, loaded: readonly LoadedProfile[]): Profiles {
  const chips = new Map(base.chips);
  const models = new Map(base.models);
  const sources = new Map(base.sources);
  for (const part of loaded) {
    if (part.kind === 'chip') chips.set(part.value.chip, part.value);
    else if (part.kind === 'model') models.set(part.value.model, part.value);
    else for (const [key, source] of Object.entries(part.value)) sources.set(key, source);
  }
  return { chips, models, sources };
}

function loadDocument(at: ProfileDocument): Staged<readonly LoadedProfile[]> {
  if (at.document.errors.length > 0) {
    const diagnostics = at.document.errors.map(({ message, pos: [start, end] }) =>
      problem('profile/invalid-yaml', span(at.file, start, end), {
        what: 'the profile is not valid YAML, so all of it is left out',
        label: message,
      }),
    );
    return { value: [], diagnostics };
  }
  const kind = kindOf(at.value);
  if (!kind) {
    const what = 'the file is no profile: it has none of the keys `chip`, `model`, `sources` and `probe`';
    return {
      value: [],
      diagnostics: [problem('profile/invalid-value', at.of([]), { what, label: 'no profile' })],
    };
  }
  const parsed = parse(kind, at);
  return 'issues' in parsed
    ? { value: [], diagnostics: parsed.issues.flatMap((issue) => issueProblems(kind, at, issue)) }
    : { value: [parsed], diagnostics: [] };
}

function kindOf(value: unknown): ProfileKind | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return (['chip', 'model', 'sources'] as const).find((kind) => kind in value);
}

/** What a zod issue tells; its own type has much more. */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function parse(kind: ProfileKind, at: ProfileDocument): LoadedProfile | { readonly issues: readonly Issue[] } {
  switch (kind) {
    case 'chip': {
      const { data, error } = schemas.chip.safeParse(at.value);
      return error ? { issues: error.issues } : { kind, at, value: data };
    }
    case 'model': {
      const { data, error } = schemas.model.safeParse(at.value);
      return error ? { issues: error.issues } : { kind, at, value: data };
    }
    case 'sources': {
      const { data, error } = schemas.sources.safeParse(at.value);
      return error ? { issues: error.issues } : { kind, at, value: data.sources };
    }
  }
}

function issueProblems(kind: ProfileKind, at: ProfileDocument, issue: Issue): Found {
  const name = printPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => unknownKey(kind, at, issue.path, key));
  }
  const last = issue.path.at(-1);
  const isMissing = !hasPath(at, issue.path);
  if (isMissing && (last === 'cite' || last === 'grade')) {
    const parent = issue.path.slice(0, -1);
    return problem('profile/uncited-fact', at.of(parent), {
      what: `\`${printPath(parent)}\` has no \`${last}\`, so nobody can judge it`,
      label: `\`${last}\` is missing`,
    });
  }
  const label = isMissing ? `\`${String(last)}\` is missing` : expectation(issue.message);
  return [problem('profile/invalid-value', at.of(issue.path), { what: `\`${name}\` is not valid`, label })];
}

/** zod's `Invalid input: expected int, received number`, in our readers' words. */
function expectation(message: string): string {
  return message
    .replace(/^Invalid \w+: /, '')
    .replace('expected int,', 'expected a whole number,')
    .replaceAll('"', '`')
    .replaceAll('|', ', ');
}

function unknownKey(kind: ProfileKind, at: ProfileDocument, path: readonly PropertyKey[], key: string): Diagnostic {
  const isFact = path.length === 1 && path[0] === 'facts';
  const known = isFact ? Object.keys(kind === 'chip' ? chipFacts : modelFacts) : knownKeys;
  const near = nearestName(key, known);
  return problem(isFact ? 'profile/unknown-fact' : 'profile/unknown-key', at.ofKey([...path, key]), {
    what: isFact ? `no rule will ever read the fact \`${key}\`` : `the key \`${key}\` means nothing here`,
    label: near ? `did you mean \`${near}\`?` : isFact ? 'not in the vocabulary' : 'unknown key',
    ...(near && { replacement: near }),
  });
}

/** `facts.l3.stp.value`; the index of a single record says nothing and is left out. */
function printPath(path: readonly PropertyKey[]): string {
  return path
    .filter((step) => step !== 0)
    .map(String)
    .join('.');
}
