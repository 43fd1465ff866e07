// Turns what zod found wrong with a site into diagnostics: places from the YAML, words for people, the nearest
// known name.

import type { z } from 'zod';
import { DiagnosticLog } from '../diagnostics/alike.ts';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../source/near-name.ts';
import { locate, locateKey, type Path } from './locate.ts';
import { advise, mistake } from './mistake.ts';
import { siteSchema } from './schema.ts';
import { device } from './schema-device.ts';
import { Secret } from './secret.ts';
import type { YamlTree } from './yaml.ts';

type Issue = z.core.$ZodIssue;

/** What kind of file it is, in messages. */
export type FileKind = 'site' | 'fleet';

export function issueDiagnostics(tree: YamlTree, issues: readonly Issue[], kind: FileKind = 'site'): Diagnostic[] {
  const log = new DiagnosticLog();
  for (const issue of issues) describe({ tree: { ...tree, kind }, log }, issue, []);
  return log.diagnostics();
}

interface Tree extends YamlTree {
  readonly kind: FileKind;
}

interface Telling {
  readonly tree: Tree;
  readonly log: DiagnosticLog;
}

function describe(telling: Telling, issue: Issue, base: Path): void {
  const { tree, log } = telling;
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(' ');
    for (const key of issue.keys) log.add('intent/unknown-key', () => unknownKey(tree, { path, key, known }));
  } else if (issue.code === 'invalid_key') {
    log.add('intent/bad-value', () => badName(tree, path, issue.issues[0]?.message ?? 'this name is not allowed'));
  } else if (dataAt(tree, path) === undefined) log.add('intent/missing-key', () => missingKey(tree, path));
  else if (issue.code === 'invalid_union') describeUnion(telling, issue, path);
  else if (issue.code === 'invalid_type') log.add('intent/wrong-type', () => wrongType(tree, path, issue.expected));
  else if (isLiteralSecret(issue)) log.add('intent/literal-secret', () => literalSecret(tree, path));
  else log.add('intent/bad-value', () => badValue(tree, issue, path));
}

/**
 * A union fails in every one of its forms. The form that the author meant is the one whose outer type fits; where none
 * fits, the value is of a wrong type altogether.
 */
function describeUnion(telling: Telling, issue: Issue & { code: 'invalid_union' }, path: Path): void {
  const forms = issue.errors.filter((errors) => !errors.every(isOuterTypeProblem));
  const [meant] = forms.length > 0 ? forms : issue.errors;
  if (forms.length === 0 && issue.errors.length > 1) {
    const { tree, log } = telling;
    log.add('intent/wrong-type', () => wrongType(tree, path, expectedBy(issue.errors)));
  } else for (const each of meant ?? []) describe(telling, each, path);
}

function isLiteralSecret(issue: Issue): boolean {
  return issue.code === 'custom' && issue.message === 'literal secret';
}

function isOuterTypeProblem(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union') return issue.errors.every((errors) => errors.every(isOuterTypeProblem));
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
}

function expectedBy(forms: readonly (readonly Issue[])[]): string {
  const words = forms.flatMap((issues) =>
    issues.map((issue) => {
      if (issue.code === 'invalid_type') return typeWords[issue.expected] ?? issue.expected;
      if (issue.code === 'invalid_value') return issue.values.map((value) => `\`${String(value)}\``).join(', ');
      return issue.code === 'invalid_union' ? expectedBy(issue.errors) : '';
    }),
  );
  return [...new Set(words.filter((word) => word !== ''))].join(' or ');
}

const typeWords: Readonly<Record<string, string>> = {
  object: 'a map',
  record: 'a map',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
};

/** Keys of the two levels that people mix up, and what to call them. */
const levels: readonly (readonly [where: string, keys: readonly string[]])[] = [
  ['stands at the top level', Object.keys(siteSchema.shape)],
  ['stands under a device', Object.keys(device.shape)],
];

function unknownKey(tree: Tree, { path, key, known }: { path: Path; key: string; known: readonly string[] }) {
  const at = locateKey(tree, [...path, key]);
  const elsewhere = tree.kind === 'site' ? levels.flatMap(([, keys]) => keys) : [];
  const nearest = nearestName(key, [...known, ...elsewhere]);
  const level = levels.find(([, keys]) => nearest !== undefined && keys.includes(nearest));
  if (nearest !== undefined && !known.includes(nearest) && level) {
    return mistake('intent/unknown-key', {
      what: `${placeOf(tree, path)} has no key \`${key}\`, so what it says would not happen`,
      at,
      label: `\`${nearest}\` ${level[0]}`,
      fix: advise(`move it there, as \`${nearest}:\``),
    });
  }
  const near = nearest !== undefined && known.includes(nearest) ? nearest : nearestName(key, known);
  const fix: Fix = near
    ? { title: `write \`${near}\``, applicability: 'review', edits: [{ span: at, text: near }] }
    : advise(`use one of ${known.map((each) => `\`${each}\``).join(', ')}`);
  return mistake('intent/unknown-key', {
    what: `${placeOf(tree, path)} has no key \`${key}\`, so what it says would not happen`,
    at,
    label: near ? `did you mean \`${near}\`?` : 'unknown here',
    fix,
  });
}

function placeOf(tree: Tree, path: Path): string {
  return path.length > 0 ? `\`${path.map(String).join('.')}\`` : `a ${tree.kind}`;
}

function missingKey(tree: Tree, path: Path): Diagnostic {
  const key = String(path.at(-1) ?? '');
  const parent = path.slice(0, -1);
  const owner = parent.length > 0 ? `\`${parent.map(String).join('.')}\`` : `the ${tree.kind}`;
  return mistake('intent/missing-key', {
    what: `${owner} does not say its \`${key}\``,
    at: parent.length > 0 ? locateKey(tree, parent) : locate(tree, parent),
    label: `\`${key}\` is missing here`,
    fix: advise(`add \`${key}:\` here`),
  });
}

function wrongType(tree: Tree, path: Path, expected: string): Diagnostic {
  const value = dataAt(tree, path);
  const at = locate(tree, path);
  const wanted = typeWords[expected] ?? expected;
  const isQuotable = expected === 'string' && (typeof value === 'number' || typeof value === 'boolean');
  const quoted = JSON.stringify(at.file.text.slice(at.start, at.end));
  return mistake('intent/wrong-type', {
    what: `\`${path.map(String).join('.')}\` is ${kindOf(value)} where a ${tree.kind} has ${wanted}`,
    at,
    label: `expected ${wanted}`,
    ...(isQuotable && {
      fix: { title: 'quote it', applicability: 'safe', edits: [{ span: at, text: quoted }] } satisfies Fix,
    }),
  });
}

function badName(tree: Tree, path: Path, message: string): Diagnostic {
  return mistake('intent/bad-value', {
    what: `\`${String(path.at(-1))}\` cannot be a name here`,
    at: locateKey(tree, path),
    label: message,
  });
}

function badValue(tree: Tree, issue: Issue, path: Path): Diagnostic {
  const at = locate(tree, path);
  const replacement = issue.code === 'custom' ? issue.params?.replacement : undefined;
  return mistake('intent/bad-value', {
    what: `\`${path.map(String).join('.')}\` cannot be this`,
    at,
    label: issue.message,
    ...(typeof replacement === 'string' && {
      fix: {
        title: `write \`${replacement}\``,
        applicability: 'review',
        edits: [{ span: at, text: replacement }],
      } satisfies Fix,
    }),
  });
}

function literalSecret(tree: Tree, path: Path): Diagnostic {
  return mistake('intent/literal-secret', {
    what: 'a secret stands in the site, where everybody who can read the file reads it',
    at: locate(tree, path),
    label: 'a secret is written as `!env NAME` or `!file PATH`',
    why: 'A site is kept in git and shown in plans; rosc fetches secrets when it needs them and stores none.',
    fix: advise(`put the secret into an environment variable and write \`${String(path.at(-1))}: !env NAME\``),
  });
}

function dataAt(tree: Tree, path: Path): unknown {
  let value = tree.data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Secret) return 'a secret';
  switch (typeof value) {
    case 'object':
      return 'a map';
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    default:
      return typeof value === 'boolean' ? `\`${String(value)}\`` : 'something else';
  }
}
