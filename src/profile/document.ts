// One profile file: its YAML, the plain value in it, and the place of every node.

import { type Document, isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument, visit } from 'yaml';
import { type Location, type SourceFile, span } from '../source/location.ts';
import type { ChipProfile, ModelProfile, Source } from './profiles.ts';

export type NodePath = readonly (string | number | symbol)[];

export interface ProfileDocument {
  readonly file: SourceFile;
  readonly document: Document.Parsed;
  readonly value: unknown;
}

/** A file of the right shape, with the document that says where each part of it stands. */
export type LoadedProfile =
  | { readonly kind: 'chip'; readonly at: ProfileDocument; readonly value: ChipProfile }
  | { readonly kind: 'model'; readonly at: ProfileDocument; readonly value: ModelProfile }
  | { readonly kind: 'sources'; readonly at: ProfileDocument; readonly value: Readonly<Record<string, Source>> };

/** Reads the YAML; syntax errors stay in `document.errors`. */
export function readDocument(file: SourceFile): ProfileDocument {
  const document = parseDocument(file.text, { uniqueKeys: true, prettyErrors: false });
  if (document.errors.length === 0) keepAsWritten(document);
  return { file, document, value: document.errors.length === 0 ? document.toJS() : undefined };
}

/** The value at a path; the nearest enclosing node where the path leads nowhere. */
export function placeOf({ file, document }: ProfileDocument, path: NodePath): Location {
  let node: unknown = document.contents;
  for (const step of path) {
    const next = childOf(node, step);
    if (next === undefined) break;
    node = next;
  }
  return locationOf(file, node);
}

/** The key at a path's end, for problems with the key itself. */
export function placeOfKey(source: ProfileDocument, path: NodePath): Location {
  const name = path.at(-1);
  let node: unknown = source.document.contents;
  for (const step of path.slice(0, -1)) node = childOf(node, step) ?? node;
  const pair = isMap(node) ? node.items.find((item) => keyText(item) === name) : undefined;
  return pair ? locationOf(source.file, pair.key) : placeOf(source, path);
}

export function hasPath({ document }: ProfileDocument, path: NodePath): boolean {
  let node: unknown = document.contents;
  for (const step of path) node = childOf(node, step);
  return node !== undefined && node !== null;
}

/** One step down. Index 0 of something that is no list is the thing itself: a single record may stand without its list. */
function childOf(node: unknown, step: string | number | symbol): unknown {
  if (isSeq(node)) return typeof step === 'number' ? node.items[step] : undefined;
  if (step === 0) return node;
  if (!isMap(node)) return undefined;
  return node.items.find((item) => keyText(item) === step)?.value ?? undefined;
}

function keyText(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

function locationOf(file: SourceFile, node: unknown): Location {
  const [start, end] = (node as Partial<Node> | undefined)?.range ?? [0, 0];
  return span(file, start, Math.max(start, end));
}

/** The keys whose scalars are numbers; everywhere else a number is a name that looks like one. */
const numericKeys = ['value', 'mbps', 'pps', 'packetBytes', 'bps'];

/** RouterOS 7.10 is not 7.1, the chip 88E6190 is not 88 times ten to the 6190th, and the year 2026 is a date. */
function keepAsWritten(document: Document.Parsed): void {
  visit(document, {
    Pair(_, pair) {
      if (!isPair(pair) || numericKeys.includes(keyText(pair)) || !isScalar(pair.value)) return;
      if (typeof pair.value.value === 'number' && pair.value.source) pair.value.value = pair.value.source;
    },
  });
}
