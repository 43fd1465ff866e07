// Finds the place of a value in a site by its path: a wrong value is its own text, a missing one its enclosing map.

import { isAlias, isMap, isScalar, isSeq, type Pair } from 'yaml';
import { type Span, span } from '../source/location.ts';
import { keyText, whole, type YamlTree } from './yaml.ts';

export type Path = readonly PropertyKey[];

/** The text of the value at a path; where the path leads nowhere, its nearest ancestor that exists. */
export function locate({ file, document }: YamlTree, path: Path): Span {
  let node: unknown = document.contents;
  let at = rangeOf(node);
  for (const step of path) {
    node = childOf(resolve(node, document), step);
    const range = rangeOf(node);
    if (!range) break;
    at = range;
  }
  return at ? span(file, at.start, at.end) : whole(file);
}

/** The key at the end of a path; where there is no such key, the place of the map that lacks it. */
export function locateKey(tree: YamlTree, path: Path): Span {
  const parent = path.slice(0, -1);
  const map = parent.reduce<unknown>(
    (node, step) => childOf(resolve(node, tree.document), step),
    tree.document.contents,
  );
  const pair = pairOf(resolve(map, tree.document), path.at(-1));
  const range = rangeOf(pair?.key);
  return range ? span(tree.file, range.start, range.end) : locate(tree, parent);
}

function resolve(node: unknown, document: YamlTree['document']): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function childOf(node: unknown, step: PropertyKey): unknown {
  if (isMap(node)) return pairOf(node, step)?.value;
  if (isSeq(node)) return node.items[Number(step)];
  return undefined;
}

function pairOf(node: unknown, step: PropertyKey | undefined): Pair | undefined {
  return isMap(node) ? node.items.find(({ key }) => keyText(key) === String(step)) : undefined;
}

function rangeOf(node: unknown): { start: number; end: number } | undefined {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return undefined;
  const range = node.range;
  return range ? { start: range[0], end: range[1] } : undefined;
}
