// Reads YAML text into plain data, keeping the node of every value so that a path finds its place again. It knows the
// two secret tags and nothing of the site's schema, except that RouterOS versions are read as written.

import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { DiagnosticLog } from '../diagnostics/alike.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { defaultLimits, type Limits } from '../source/limits.ts';
import { type SourceFile, type Span, span } from '../source/location.ts';
import { fieldOf } from '../source/plain-data.ts';
import { duplicateKeys, keyText } from '../source/yaml-keys.ts';
import { Secret } from './secret.ts';
import {
  type Composed,
  composeDocument,
  mergedMaps,
  mergedNodes,
  mergeKey,
  nothingRead,
  resolveAlias,
  tooDeep,
  type YamlCounts,
  YamlTooLarge,
} from './yaml-document.ts';
import { yamlTrouble } from './yaml-words.ts';

export interface YamlTree {
  readonly file: SourceFile;
  readonly document: Document;
  /** Plain data: objects, arrays, strings, numbers, booleans, null, `Secret`. */
  readonly data: unknown;
  /** What comes from an included file, by section (`vlans`) or section and entry, with a line break between. */
  readonly moved?: ReadonlyMap<string, Moved>;
  /** An included file is missing from the data. */
  readonly isIncomplete?: boolean;
}

/** Where a part of the data stands. */
export interface Moved {
  readonly tree: YamlTree;
  readonly path: readonly PropertyKey[];
}

/** Keys whose scalars are read as text: 7.10 is a version, not the number 7.1. */
const textKeys: ReadonlySet<string> = new Set(['routeros']);

/** `counts`: what was read of the same site before. */
export function readYaml(file: SourceFile, counts: YamlCounts = nothingRead()): Staged<YamlTree | undefined> {
  const unreadable = textProblem(file) ?? indentationProblem(file);
  if (unreadable) return { value: undefined, diagnostics: [unreadable] };
  const limits = file.limits ?? defaultLimits;
  const composed = composedOf(file, limits, counts);
  if ('code' in composed) return { value: undefined, diagnostics: [composed] };
  const { document, beyond } = composed;
  // What follows the first mistake of syntax is mostly its consequence.
  const [syntax] = document.errors;
  if (syntax) return { value: undefined, diagnostics: [syntaxProblem(file, syntax)] };
  if (beyond) return { value: undefined, diagnostics: [secondDocument(file, beyond)] };
  const reading: Reading = { document, limits, counts };
  const data = dataOf(document.contents, { reading, depth: 0, key: '' });
  if (reading.problem) return { value: undefined, diagnostics: [tooLarge(spanOfFile(file), reading.problem)] };
  const log = new DiagnosticLog();
  for (const { first, again } of duplicateKeys(document)) {
    log.add('intent/duplicate-key', () => duplicateProblem(file, first, again));
  }
  mergeProblems(log, file, document);
  tagProblems(log, file, document);
  return { value: { file, document, data }, diagnostics: log.diagnostics() };
}

function composedOf(file: SourceFile, limits: Limits, counts: YamlCounts): Composed | Diagnostic {
  try {
    return composeDocument(file.text, limits, counts);
  } catch (error) {
    if (!(error instanceof YamlTooLarge)) throw error;
    return tooLarge(span(file, error.at, error.at + 1), error.message);
  }
}

interface Reading {
  readonly document: Document;
  readonly limits: Limits;
  readonly counts: YamlCounts;
  problem?: string;
}

interface NodeContext {
  readonly reading: Reading;
  readonly depth: number;
  readonly key: string;
}

function dataOf(node: unknown, context: NodeContext): unknown {
  const { reading, depth } = context;
  const { keysMax, depthMax } = reading.limits;
  const valuesMax = 2 * keysMax;
  if (++reading.counts.expanded > valuesMax)
    reading.problem ??= `more than ${valuesMax} values once its aliases are expanded`;
  if (depth > depthMax) reading.problem ??= tooDeep(depthMax);
  if (reading.problem) return undefined;
  if (isAlias(node)) return dataOf(resolveAlias(node, reading.document), { ...context, depth: depth + 1 });
  if (isMap(node)) return mapData(node, context);
  if (isCommand(node)) return new Secret('exec', JSON.stringify(node.items.map(String)));
  if (isSeq(node)) return node.items.map((item) => dataOf(item, { ...context, depth: depth + 1 }));
  if (isScalar(node)) return scalarData(node, context.key);
  return null;
}

function mapData(map: YAMLMap, { reading, depth }: NodeContext): Record<string, unknown> {
  // Without a prototype, so that a key such as `__proto__` is a key like any other.
  const data: Record<string, unknown> = Object.create(null);
  for (const { key, value } of map.items) {
    const name = keyText(key);
    // `x-…` at the top of a file is the author's own: a place for anchors.
    if (name === mergeKey || (depth === 0 && name.startsWith('x-'))) continue;
    if (!(name in data)) data[name] = dataOf(value, { reading, depth: depth + 1, key: name });
  }
  // What a map writes itself wins over what it takes from others.
  for (const merged of mergedMaps(map, reading.document)) {
    const more = dataOf(merged, { reading, depth: depth + 1, key: '' });
    for (const [name, value] of Object.entries(more ?? {})) if (!(name in data)) data[name] = value;
  }
  return data;
}

function scalarData(scalar: Scalar, key: string): unknown {
  if (scalar.tag === '!env' || scalar.tag === '!file') {
    return new Secret(scalar.tag === '!env' ? 'env' : 'file', String(scalar.value));
  }
  if (textKeys.has(key) && typeof scalar.value === 'number') return scalar.source ?? String(scalar.value);
  return scalar.value;
}

/** `!exec [pass, show, NAME]` */
function isCommand(node: unknown): node is YAMLSeq<Scalar> {
  return isSeq(node) && node.tag === '!exec' && node.items.length > 0 && node.items.every(isScalar);
}

function textProblem(file: SourceFile): Diagnostic | undefined {
  const { text } = file;
  const binary = /(?![\t\n\r\u0085])\p{Cc}/u.exec(text);
  if (binary) {
    return mistake('intent/not-text', {
      what: `\`${file.path}\` is not a YAML file`,
      at: span(file, binary.index, binary.index + 1),
      why: 'It holds control characters, which YAML does not allow.',
    });
  }
  if (/^\s*[^\s#]/m.test(text.replace(/^\uFEFF/, ''))) return undefined;
  return mistake('intent/empty', {
    what: `\`${file.path}\` describes no network: it is empty`,
    at: spanOfFile(file),
    fix: 'start from `rosc init`',
  });
}

/** The parser is recursive in block nesting and compiles patterns as wide as the indentation: here is their bound. */
function indentationProblem(file: SourceFile): Diagnostic | undefined {
  const deep = /^[ \t?-]{400}/m.exec(file.text);
  return deep ? tooLarge(span(file, deep.index, deep.index + 1), 'nested too deeply') : undefined;
}

function syntaxProblem(file: SourceFile, { code, message, pos: [start, end] }: YAMLError): Diagnostic {
  if (code === 'RESOURCE_EXHAUSTION') return tooLarge(spanOfFile(file), 'nested too deeply');
  const { what, openedAt } = yamlTrouble(message, file.text, start);
  return mistake('intent/yaml-syntax', {
    what: `the file stops being YAML here: ${what}`,
    at: errorSpan(file, start, end),
    related: openedAt === undefined ? [] : [{ at: span(file, openedAt, openedAt + 1), text: 'opened here' }],
    why: 'Nothing after this place can be read for certain.',
  });
}

function secondDocument(file: SourceFile, beyond: Node): Diagnostic {
  const at = beyond.range?.[0] ?? 0;
  const end = file.text.indexOf('\n', at);
  return mistake('intent/second-document', {
    what: 'what stands behind `---` is a second document, and nothing of it would happen',
    at: span(file, at, end < 0 ? file.text.length : end),
    label: 'begins here',
    why: 'A site is one document; further files are named under `include`.',
    fix: 'remove the `---` above, or put the rest into a file of its own',
  });
}

/** The parser marks the end of a file that stops too early as one place beyond it. */
function errorSpan(file: SourceFile, start: number, end: number): Span {
  const last = file.text.length;
  return span(file, Math.min(start, last), Math.min(Math.max(end, start + 1), last));
}

function duplicateProblem(file: SourceFile, first: Node, again: Node): Diagnostic {
  return mistake('intent/duplicate-key', {
    what: `key \`${keyText(again)}\` is written twice, and only one of the two would count`,
    at: nodeSpan(file, again),
    label: 'written again here',
    related: [{ at: nodeSpan(file, first), text: 'first here' }],
    fix: 'remove one of the two, or merge them',
  });
}

function nodeSpan(file: SourceFile, { range }: Node): Span {
  return range ? span(file, range[0], range[1]) : spanOfFile(file);
}

/** What a map would take over by `<<` and does not. */
function mergeProblems(log: DiagnosticLog, file: SourceFile, document: Document): void {
  if (!file.text.includes(mergeKey)) return;
  visit(document, {
    Pair(_, { key, value }) {
      if (keyText(key) !== mergeKey) return;
      for (const { node, resolved } of mergedNodes(value, document)) {
        if (isMap(resolved)) continue;
        const at = isNode(node) ? nodeSpan(file, node) : spanOfFile(file);
        log.add('intent/wrong-type', () => (isAlias(node) && !resolved ? noAnchor(at, node.source) : noMap(at)));
      }
    },
  });
}

function noMap(at: Span): Diagnostic {
  return mistake('intent/wrong-type', { what: '`<<` takes over the keys of maps, and this is none', at });
}

export function noAnchor(at: Span, name: string): Diagnostic {
  return mistake('intent/wrong-type', {
    what: `\`*${name}\` stands for nothing: no \`&${name}\` comes before it`,
    at,
    label: 'no such anchor',
  });
}

function tagProblems(log: DiagnosticLog, file: SourceFile, document: Document): void {
  // Most sites have no tag, and the walk is long.
  if (!file.text.includes('!')) return;
  visit(document, {
    Node(_, node) {
      const tag = isAlias(node) ? undefined : node.tag;
      if (tag === undefined || !node.range || tag.startsWith('tag:yaml.org,2002:')) return;
      if ((isScalar(node) && (tag === '!env' || tag === '!file')) || isCommand(node)) return;
      log.add('intent/unknown-tag', () =>
        mistake('intent/unknown-tag', {
          what: `\`${tag}\` means nothing here`,
          at: tagSpan(file, node, tag),
          why: 'The only tags are `!env NAME`, `!file PATH` and `!exec [COMMAND, …]`, which fetch a secret.',
          fix: 'quote the value if it should start with `!`',
        }),
      );
    },
  });
}

function tagSpan(file: SourceFile, node: Node, tag: string): Span {
  const valueStart = node.range?.[0] ?? 0;
  const start = file.text.lastIndexOf(tag, valueStart);
  return start < 0 ? span(file, valueStart, valueStart + 1) : span(file, start, start + tag.length);
}

function tooLarge(at: Span, reason: string): Diagnostic {
  return mistake('intent/yaml-too-large', {
    what: `the file cannot be a site: it is ${reason}`,
    at,
    why: 'No network needs so much, and reading on would take without bound; ROSC_MAX_KEYS and ROSC_MAX_DEPTH allow more.',
  });
}

/** The value at a path; undefined where the path leads nowhere. */
export function dataAt({ data }: YamlTree, path: readonly PropertyKey[]): unknown {
  return path.reduce(fieldOf, data);
}

/** The file's first line, for problems of the whole file. */
export function spanOfFile(file: SourceFile): Span {
  const end = file.text.indexOf('\n');
  return span(file, 0, end < 0 ? file.text.length : end);
}
