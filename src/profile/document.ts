// One profile file: its YAML, the plain value in it, and the place of every node.

import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  YAMLParseError,
} from 'yaml';
import { type Location, type SourceFile, span } from '../source/location.ts';
import { duplicateKeys, keyText, pairNamed } from '../source/yaml-keys.ts';
import type { ChipProfile, ModelProfile, Source } from './profiles.ts';

export type NodePath = readonly (string | number | symbol)[];

/** Where the parts of a profile stand. */
export interface Places {
  /** The value at a path; the nearest enclosing one where the path leads nowhere. */
  of(path: NodePath): Location;
  /** The key at a path's end, for problems with the key itself. */
  ofKey(path: NodePath): Location;
}

export interface ProfileDocument extends Places {
  readonly file: SourceFile;
  readonly document: Document.Parsed;
  readonly value: unknown;
}

/** A file of the right shape, and where each part of it stands. */
export type LoadedProfile =
  | { readonly kind: 'chip'; readonly at: Places; readonly value: ChipProfile }
  | { readonly kind: 'model'; readonly at: Places; readonly value: ModelProfile }
  | { readonly kind: 'sources'; readonly at: Places; readonly value: Readonly<Record<string, Source>> };

/** Reads the YAML; syntax errors stay in `document.errors`. */
export function readDocument(file: SourceFile): ProfileDocument {
  const document = parseDocument(file.text, { uniqueKeys: false, prettyErrors: false });
  for (const { again } of duplicateKeys(document)) {
    const [start, end] = again.range ?? [0, 0];
    document.errors.push(new YAMLParseError([start, end], 'DUPLICATE_KEY', 'Map keys must be unique'));
  }
  if (document.errors.length === 0) keepAsWritten(document);
  const value = dataOf(document);
  return {
    file,
    document,
    value,
    of: (path) => locationOf(file, nodeAt(document, path)),
    ofKey: (path) => locationOf(file, pairAt(document, path)?.key ?? nodeAt(document, path)),
  };
}

/** An alias of nothing, or aliases in aliases, are errors of the document; the parser throws them here. */
export function dataOf(document: Document.Parsed): unknown {
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    document.errors.push(new YAMLParseError([0, 0], 'BAD_ALIAS', error.message));
    return undefined;
  }
}

/** The nearest enclosing node where the path leads nowhere. */
function nodeAt(document: Document.Parsed, path: NodePath): unknown {
  let node: unknown = document.contents;
  for (const step of path) {
    const next = childOf(node, step);
    if (next === undefined) break;
    node = next;
  }
  return node;
}

function pairAt(document: Document.Parsed, path: NodePath): Pair | undefined {
  const parent = nodeAt(document, path.slice(0, -1));
  return isMap(parent) ? pairNamed(parent, String(path.at(-1))) : undefined;
}

export function hasPath({ document }: ProfileDocument, path: NodePath): boolean {
  let node: unknown = document.contents;
  for (const step of path) node = childOf(node, step);
  return node !== undefined && node !== null;
}

/** One step down. Index 0 of what is no list is the thing itself: a single record may stand without its list. */
function childOf(node: unknown, step: string | number | symbol): unknown {
  if (isSeq(node)) return typeof step === 'number' ? node.items[step] : undefined;
  if (step === 0) return node;
  if (!isMap(node)) return undefined;
  return pairNamed(node, String(step))?.value ?? undefined;
}

function locationOf(file: SourceFile, node: unknown): Location {
  const [start, end] = (node as Partial<Node> | undefined)?.range ?? [0, 0];
  return span(file, start, Math.max(start, end));
}

/** The keys whose scalars are numbers; everywhere else a number is a name that looks like one. */
const numericKeys = ['value', 'mbps', 'pps', 'packetBytes', 'bps', 'rules'];

/** RouterOS 7.10 is not 7.1, the chip name 1E6 is not a million, and the year 2026 is a date. */
function keepAsWritten(document: Document.Parsed): void {
  visit(document, {
    Pair(_, pair) {
      if (!isPair(pair) || numericKeys.includes(keyText(pair.key)) || !isScalar(pair.value)) return;
      if (typeof pair.value.value === 'number' && pair.value.source) pair.value.value = pair.value.source;
    },
  });
}
