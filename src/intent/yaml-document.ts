// The nodes of a YAML text, composed while what has been read is counted: nothing large is built before it is refused.
// Anchors and keys are found in a time that does not grow with the file.

import {
  type Alias,
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml';
import { append } from '../source/append.ts';
import { derivedOnce } from '../source/grouping.ts';
import type { Limits } from '../source/limits.ts';
import { pairNamed } from '../source/yaml-keys.ts';

/** Too much of something, at this place of the text. */
export class YamlTooLarge extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = 'YamlTooLarge';
    this.at = at;
  }
}

export interface Composed {
  readonly document: Document.Parsed;
  /** What stands first in a further document of the same text. */
  readonly beyond?: Node;
}

/** How much of a site has been read: its files have their limits together. */
export interface YamlCounts {
  keys: number;
  values: number;
  marks: number;
  pieces: number;
  /** Values, aliases expanded. */
  expanded: number;
}

export function nothingRead(): YamlCounts {
  return { keys: 0, values: 0, marks: 0, pieces: 0, expanded: 0 };
}

/** Throws YamlTooLarge. */
export function composeDocument(text: string, limits: Limits, counts: YamlCounts): Composed {
  // Equal keys are told by `duplicateKeys`: the composer compares each key with each.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  let document: Document.Parsed | undefined;
  for (const each of composer.compose(parsed(text, limits, counts), true, text.length)) {
    if (document && each.contents && !isNothing(each.contents)) return { document, beyond: each.contents };
    document ??= each;
    // What follows a mistake of syntax is mostly its consequence.
    if (document.errors.length > 0) break;
  }
  if (!document) throw new Error('YAML without any document');
  return { document };
}

/** A last `---` begins a document that says nothing. */
function isNothing(node: Node): boolean {
  return isScalar(node) && node.value === null && !node.source;
}

/** Marks of the lexer, which stand for no text: a document, a scalar, the end of a flow that is cut short. */
const silent: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);
const scalarMark = '\u001f';

/** What each kind of token adds to. Marks cost the composer as much as a value does, and say less: `&a`, `!t`, `""`. */
const tallied: Readonly<Record<string, 'keys' | 'values' | 'marks'>> = {
  'map-value-ind': 'keys',
  'explicit-key-ind': 'keys',
  'seq-item-ind': 'values',
  comma: 'values',
  anchor: 'marks',
  tag: 'marks',
  'double-quoted-scalar': 'marks',
  'single-quoted-scalar': 'marks',
  'doc-start': 'marks',
  'doc-end': 'marks',
  'directive-line': 'marks',
  error: 'marks',
};

const nesting: Readonly<Record<string, 1 | -1>> = {
  'flow-map-start': 1,
  'flow-seq-start': 1,
  'flow-map-end': -1,
  'flow-seq-end': -1,
};

/** The composer takes what stands in double quotes apart letter by letter; a long text is a block. */
const lettersMax = 2_000_000;

/** Pieces of the text for each key that there may be, blanks and comments among them: a usual key has eight. */
const piecesPerKey = 12;

function* parsed(text: string, { keysMax, depthMax }: Limits, counts: YamlCounts): Generator<CST.Token, void> {
  const parser = new Parser();
  let [at, depth, letters] = [0, 0, 0];
  let isScalar = false;
  boundLines(text, piecesPerKey * keysMax);
  for (const lexeme of new Lexer().lex(text)) {
    const type = (!isScalar && CST.tokenType(lexeme)) || '';
    const kind = tallied[type];
    if (kind) counts[kind]++;
    depth += nesting[type] ?? 0;
    counts.pieces++;
    const excess = excessOf(counts, keysMax) ?? (depth > depthMax ? tooDeep(depthMax) : undefined);
    if (excess !== undefined) throw new YamlTooLarge(excess, at);
    letters = lettersWith(letters, type, { text: lexeme, at });
    if (isScalar || !silent.has(lexeme)) at += lexeme.length;
    isScalar = !isScalar && lexeme === scalarMark;
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

/** Of those in double quotes. */
function lettersWith(
  before: number,
  type: string,
  { text, at }: { readonly text: string; readonly at: number },
): number {
  const letters = type === 'double-quoted-scalar' ? before + text.length : before;
  if (letters > lettersMax) throw new YamlTooLarge(`more than ${lettersMax} characters in double quotes`, at);
  return letters;
}

/** Of lines without anything the lexer makes pieces as well, one by one. */
function boundLines(text: string, linesMax: number): void {
  let at = 0;
  for (let lines = 0; lines <= linesMax; lines++) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return;
  }
  throw new YamlTooLarge(`more than ${linesMax} lines`, 0);
}

function excessOf({ keys, values, marks, pieces }: YamlCounts, keysMax: number): string | undefined {
  if (keys > keysMax) return `more than ${keysMax} keys`;
  if (keys + values > 2 * keysMax) return `more than ${2 * keysMax} values`;
  if (marks > 2 * keysMax) return `more than ${2 * keysMax} quotes, tags and anchors`;
  return pieces > piecesPerKey * keysMax ? `more than ${piecesPerKey * keysMax} words` : undefined;
}

export function tooDeep(depthMax: number): string {
  return `nested more than ${depthMax} levels deep`;
}

/** What an alias stands for: the last node before it that has the name. */
export function resolveAlias(alias: Alias, document: Document): Node | undefined {
  const named = anchorsOf(document).get(alias.source) ?? [];
  const start = alias.range?.[0] ?? 0;
  let low = 0;
  let high = named.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((named[middle]?.range?.[0] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return named[low - 1];
}

const anchorsOf = derivedOnce((document: Document): ReadonlyMap<string, readonly Node[]> => {
  const found = new Map<string, Node[]>();
  visit(document, {
    Value(_, node) {
      if (node.anchor !== undefined) append(found, node.anchor, node);
    },
  });
  return found;
});

export const mergeKey = '<<';

/** `<<: *base` or `<<: [*a, *b]`: the maps whose keys this one takes over, the most important first, each once. */
export function mergedMaps(map: YAMLMap, document: Document): readonly YAMLMap[] {
  const all = mergedNodes(pairNamed(map, mergeKey)?.value, document).map(({ resolved }) => resolved);
  return [...new Set(all.filter((node) => isMap(node)))];
}

/** What stands behind `<<`, node by node, with what each is once aliases are resolved. */
export function mergedNodes(value: unknown, document: Document) {
  const nodes: readonly unknown[] = isSeq(value) ? value.items : [value];
  return nodes.map((node) => ({ node, resolved: isAlias(node) ? resolveAlias(node, document) : node }));
}
