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
  Lexer,
  type Node,
  type Pair,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml';
import type { Limits } from '../source/limits.ts';

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

/** Throws YamlTooLarge. */
export function composeDocument(text: string, limits: Limits): Composed {
  countTokens(text, limits);
  // Equal keys are told by `duplicateKeys`: the composer compares each key with each.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  let document: Document.Parsed | undefined;
  for (const each of composer.compose(new Parser().parse(text), true, text.length)) {
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
const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);
const scalarMark = '\u001f';

/** What each kind of token adds to. */
const tallied: Readonly<Record<string, readonly ['keys' | 'values' | 'depth', 1 | -1]>> = {
  'map-value-ind': ['keys', 1],
  'explicit-key-ind': ['keys', 1],
  'seq-item-ind': ['values', 1],
  comma: ['values', 1],
  'flow-map-start': ['depth', 1],
  'flow-seq-start': ['depth', 1],
  'flow-map-end': ['depth', -1],
  'flow-seq-end': ['depth', -1],
};

function countTokens(text: string, { keysMax, depthMax }: Limits): void {
  const tally = { keys: 0, values: 0, depth: 0 };
  let at = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const [kind, step] = (!isScalar && tallied[CST.tokenType(lexeme) ?? '']) || (['keys', 0] as const);
    tally[kind] += step;
    if (tally.keys > keysMax) throw new YamlTooLarge(`more than ${keysMax} keys`, at);
    if (tally.keys + tally.values > 2 * keysMax) throw new YamlTooLarge(`more than ${2 * keysMax} values`, at);
    if (tally.depth > depthMax) throw new YamlTooLarge(`nested more than ${depthMax} levels deep`, at);
    if (isScalar || !marks.has(lexeme)) at += lexeme.length;
    isScalar = !isScalar && lexeme === scalarMark;
  }
}

const anchors = new WeakMap<Document, ReadonlyMap<string, readonly Node[]>>();

/** What an alias stands for: the last node before it that has the name. */
export function resolveAlias(alias: Alias, document: Document): Node | undefined {
  let known = anchors.get(document);
  if (!known) {
    known = anchorsOf(document);
    anchors.set(document, known);
  }
  const named = known.get(alias.source) ?? [];
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

function anchorsOf(document: Document): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, Node[]>();
  visit(document, {
    Value(_, node) {
      if (node.anchor === undefined) return;
      const named = found.get(node.anchor);
      if (named) named.push(node);
      else found.set(node.anchor, [node]);
    },
  });
  return found;
}

/** A key as the site's author wrote it: `2001` and `"2001"` are the same key. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return String(key);
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

/** The pair of that key; of equal keys the first. */
export function pairNamed(map: YAMLMap, name: string): Pair | undefined {
  let known = pairs.get(map);
  if (!known) {
    const named = new Map<string, Pair>();
    for (const pair of map.items) {
      const text = keyText(pair.key);
      if (!named.has(text)) named.set(text, pair);
    }
    known = named;
    pairs.set(map, known);
  }
  return known.get(name);
}

/** Keys that stand in their map a second time, each with the first one. */
export function duplicateKeys(document: Document): readonly { readonly first: Node; readonly again: Node }[] {
  const found: { first: Node; again: Node }[] = [];
  visit(document, {
    Map(_, map) {
      for (const { key } of map.items) {
        const first = pairNamed(map, keyText(key))?.key;
        if (isScalar(key) && isScalar(first) && first !== key) found.push({ first, again: key });
      }
    },
  });
  return found;
}

export const mergeKey = '<<';

/** `<<: *base` or `<<: [*a, *b]`: the maps whose keys this one takes over, the most important first, each once. */
export function mergedMaps(map: YAMLMap, document: Document): readonly YAMLMap[] {
  const value = pairNamed(map, mergeKey)?.value;
  const nodes: readonly unknown[] = isMap(value) || isAlias(value) ? [value] : itemsOf(value);
  const resolved = nodes.map((node) => (isAlias(node) ? resolveAlias(node, document) : node));
  return [...new Set(resolved.filter((node) => isMap(node)))];
}

function itemsOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
    ? value.items
    : [];
}
