// Turns what zod found wrong with a site into diagnostics: places from the YAML, one for each thing that has to be
// changed. What each says is `issue-words.ts`.

import type { z } from 'zod';
import { DiagnosticLog } from '../diagnostics/alike.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { groupBy } from '../source/grouping.ts';
import {
  badName,
  badValue,
  type FileKind,
  type Issue,
  isStrange,
  literalSecret,
  missingKey,
  strangeEntry,
  type Tree,
  typeWords,
  unknownKey,
  wrongType,
} from './issue-words.ts';
import type { Path } from './locate.ts';
import { placeOf } from './schema-places.ts';
import { dataAt, type YamlTree } from './yaml.ts';

/** One thing that is wrong, before anybody has written it down. */
interface Wrong {
  readonly code: Code;
  readonly path: Path;
  /** A key that no spelling explains: what stands around it is another language. */
  isStrange?(): boolean;
  make(): Diagnostic;
}

/** Keys of one map whose spelling is looked at: of more it is clear what they are. */
const strangeMax = 100;

export function issueDiagnostics(tree: YamlTree, issues: readonly Issue[], kind: FileKind = 'site'): Diagnostic[] {
  const log = new DiagnosticLog();
  const told = { ...tree, kind };
  for (const wrongs of byEntry(issues.flatMap((issue) => wrongsOf(told, issue, [])))) {
    if (wrongs.length > 1 && wrongs.slice(0, strangeMax).some((each) => each.isStrange?.())) {
      const entry = entryOf(wrongs[0]?.path ?? []);
      log.add('intent/unknown-key', () =>
        strangeEntry(
          told,
          entry,
          wrongs.map(({ make }) => make().primary),
        ),
      );
    } else for (const { code, make } of wrongs) log.add(code, make);
  }
  return log.diagnostics();
}

/** A key that means nothing, where no address, port or rule is written: without it the rest is as it was meant. */
export function isBesideTheRest(tree: YamlTree, { code, path, ...issue }: Issue): boolean {
  if (code !== 'unrecognized_keys' || !('keys' in issue)) return false;
  if (!/^((devices|hosts|acls)\.\*|flows\[\])?$/.test(placeOf(path))) return false;
  const known = issue.message.split(' ');
  if (issue.keys.length > strangeMax) return false;
  return issue.keys.every((key) => isStrange({ ...tree, kind: 'site' }, { path, key, known }));
}

/** What is wrong within one entry of a list stands together: an entry that nobody can read is one mistake. */
function byEntry(wrongs: readonly Wrong[]): readonly (readonly Wrong[])[] {
  const groups = groupBy(wrongs, (wrong): string | Wrong => {
    const entry = entryOf(wrong.path);
    return entry.length === 0 ? wrong : entry.map(String).join('\n');
  });
  return [...groups.values()];
}

/** The innermost entry of a list around a path; none = empty. */
function entryOf(path: Path): Path {
  return path.slice(0, path.findLastIndex((step) => typeof step === 'number') + 1);
}

function wrongsOf(tree: Tree, issue: Issue, base: Path): readonly Wrong[] {
  const path = [...base, ...issue.path];
  const one = (code: Code, make: () => Diagnostic): readonly Wrong[] => [{ code, path, make }];
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(' ');
    return issue.keys.map((key) => ({
      code: 'intent/unknown-key',
      path,
      isStrange: () => isStrange(tree, { path, key, known }),
      make: () => unknownKey(tree, { path, key, known }),
    }));
  }
  if (issue.code === 'invalid_key') {
    return one('intent/bad-value', () => badName(tree, path, issue.issues[0]?.message ?? 'this name is not allowed'));
  }
  if (dataAt(tree, path) === undefined) return one('intent/missing-key', () => missingKey(tree, path));
  if (issue.code === 'invalid_union') return wrongsOfUnion(tree, issue, path);
  if (issue.code === 'invalid_type') return one('intent/wrong-type', () => wrongType(tree, path, issue.expected));
  const isLiteralSecret = issue.code === 'custom' && issue.message === 'literal secret';
  if (isLiteralSecret) return one('intent/literal-secret', () => literalSecret(tree, path));
  return one('intent/bad-value', () => badValue(tree, issue, path));
}

/**
 * A union fails in every one of its forms. The form that the author meant is the one whose outer type fits; where none
 * fits, the value is of a wrong type altogether.
 */
function wrongsOfUnion(tree: Tree, issue: Issue & { code: 'invalid_union' }, path: Path): readonly Wrong[] {
  const forms = issue.errors.filter((errors) => !errors.every(isOuterTypeProblem));
  const [meant] = forms.length > 0 ? forms : issue.errors;
  if (forms.length === 0 && issue.errors.length > 1) {
    const expected = expectedBy(issue.errors);
    return [{ code: 'intent/wrong-type', path, make: () => wrongType(tree, path, expected) }];
  }
  return (meant ?? []).flatMap((each) => wrongsOf(tree, each, path));
}

function isOuterTypeProblem(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union') return issue.errors.every((errors) => errors.every(isOuterTypeProblem));
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
}

function expectedBy(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const words = forms.flatMap((issues) =>
    issues.map((issue) => {
      if (issue.code === 'invalid_type') return typeWords[issue.expected] ?? issue.expected;
      if (issue.code === 'invalid_value') return issue.values.map((value) => `\`${String(value)}\``).join(', ');
      return issue.code === 'invalid_union' ? expectedBy(issue.errors) : '';
    }),
  );
  return [...new Set(words.filter((word) => word !== ''))].join(' or ');
}
