// Finds the place of a value in a site by its path: a wrong value is its own text, a missing one its enclosing map.

import { isAlias, isMap, isScalar, isSeq, type Pair } from 'yaml';
import { type Span, span } from '../source/location.ts';
import { pairNamed } from '../source/yaml-keys.ts';
import { type Moved, spanOfFile, type YamlTree } from './yaml.ts';
import { mergedMaps, resolveAlias } from './yaml-document.ts';

export type Path = readonly PropertyKey[];

/** The text of the value at a path; where the path leads nowhere, its nearest ancestor that exists. */
export function locate(tree: YamlTree, path: Path): Span {
  const moved = movedTo(tree, path);
  if (moved) return locate(moved.tree, moved.path);
  const { file, document } = tree;
  let node: unknown = document.contents;
  let at = rangeOf(node);
  for (const step of path) {
    node = childOf(resolve(node, document), step, document);
    const range = rangeOf(node);
    if (!range) break;
    at = range;
  }
  return at ? span(file, at.start, at.end) : spanOfFile(file);
}

/** The key at the end of a path; where there is no such key, the place of the map that lacks it. */
export function locateKey(tree: YamlTree, path: Path): Span {
  const moved = movedTo(tree, path);
  if (moved) return locateKey(moved.tree, moved.path);
  const parent = path.slice(0, -1);
  const map = parent.reduce<unknown>(
    (node, step) => childOf(resolve(node, tree.document), step, tree.document),
    tree.document.contents,
  );
  const pair = pairOf(resolve(map, tree.document), path.at(-1), tree.document);
  const range = rangeOf(pair?.key);
  return range ? span(tree.file, range.start, range.end) : locate(tree, parent);
}

function resolve(node: unknown, document: YamlTree['document']): unknown {
  return isAlias(node) ? resolveAlias(node, document) : node;
}

function childOf(node: unknown, step: PropertyKey, document: YamlTree['document']): unknown {
  if (isMap(node)) return pairOf(node, step, document)?.value;
  if (isSeq(node)) return node.items[Number(step)];
  return undefined;
}

/** The map's own pair, or that of a map that it takes over by `<<`; each is asked once, however many take it over. */
function pairOf(
  node: unknown,
  step: PropertyKey | undefined,
  document: YamlTree['document'],
  asked: Set<unknown> = new Set(),
): Pair | undefined {
  if (!isMap(node) || asked.has(node)) return undefined;
  asked.add(node);
  const own = pairNamed(node, String(step));
  if (own) return own;
  for (const merged of mergedMaps(node, document)) {
    const pair = pairOf(merged, step, document, asked);
    if (pair) return pair;
  }
  return undefined;
}

/** The same place in the included file that has it. */
function movedTo({ moved }: YamlTree, path: Path): Moved | undefined {
  if (!moved) return undefined;
  const [section, entry, ...rest] = path;
  if (section === undefined) return undefined;
  const whole = moved.get(String(section));
  const part = entry === undefined ? undefined : moved.get(`${String(section)}\n${String(entry)}`);
  if (part) return { tree: part.tree, path: [...part.path, ...rest] };
  return whole && { tree: whole.tree, path: [...whole.path, ...path.slice(1)] };
}

function rangeOf(node: unknown): { start: number; end: number } | undefined {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return undefined;
  const range = node.range;
  return range ? { start: range[0], end: range[1] } : undefined;
}
