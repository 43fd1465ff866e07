// How a script on the device finds the items that a plan changes, before and after the change. By key where there is
// one: ids do not survive everything that a script has to survive.

import { type Item, isDynamic, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { isFlag } from '../model/menus.ts';
import { effectiveText } from '../plan/compare.ts';
import { keyProperties } from '../plan/natural-key.ts';
import type { Change, Selector } from '../plan/plan.ts';
import { finderIn } from '../plan/select.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import type { Observation } from './observe.ts';
import { answerMax, looksLike, type Wanted } from './wanted.ts';

export interface Locator {
  /** The item on the device that a selector means, as observed. */
  item(menu: MenuPath, selector: Selector): Item | undefined;
  /** What makes an observed item again; what tells items apart is said also where it is the default. */
  contentOf(item: Item): Readonly<Record<string, string>>;
  /** An observed item as long as nobody changed what identifies it. */
  observed(item: Item): Wanted;
  /** An observed item and all that look like it; undefined = nothing does. */
  twins(item: Item): Wanted | undefined;
  /** Observed items that these properties find. */
  rowsWith(menu: MenuPath, match: Wanted['match']): readonly Item[];
  /** An observed item by what is set on it, whatever its comment; undefined = others look like it. */
  observedByContent(item: Item): Wanted | undefined;
  /**
   * An observed item one of whose properties changes by itself to the id of what it named. The first finds it or
   * nothing.
   */
  observedWithout(item: Item, property: string, id: string | undefined): readonly Wanted[];
  /**
   * A changed item, before or after the change. The first finds it or nothing; the others look for what is left of it,
   * and may find another item while the first finds it.
   */
  changed(change: Change): readonly Wanted[];
  /** An item that a change adds. */
  added(change: Change): readonly Wanted[];
  /** An item that an earlier change of the plan adds, for a later one. */
  planned(menu: MenuPath, selector: Selector): Wanted;
}

/** Told apart by these even where they have their defaults. */
const telling = ['chain', 'action'];

export function locatorFor({ config, rowOf }: Observation): Locator {
  const item = finderIn(config);
  const comments = new Map<MenuPath, ReadonlyMap<string, number>>();

  /** How many items of the menu had this comment. */
  const withComment = (menu: MenuPath, comment: string) => {
    return computeIfAbsent(comments, menu, () => countComments(itemsOf(config, menu))).get(comment) ?? 0;
  };
  const find = (
    menu: MenuPath,
    match: Readonly<Record<string, string>>,
    id: string | undefined,
    nth?: number,
  ): Wanted => ({
    menu,
    match,
    found: id === undefined ? [''] : [id],
    ...(nth !== undefined && { nth }),
  });
  const rowsWith = (menu: MenuPath, match: Readonly<Record<string, string>>) =>
    itemsOf(config, menu).filter((each) => !isDynamic(each) && hasWords(each, match));
  /** Nothing can show beforehand that it will be found, but that another row is found so. */
  const findLater = (menu: MenuPath, match: Readonly<Record<string, string>>): Wanted => {
    const like = looksLike(itemsOf(config, menu), rowOf, match);
    return { menu, match, found: [''], ...(like && { like }) };
  };

  /** These properties, and what other rows with them have and this one has not, but for what is left open. */
  const tellingApart = (
    found: Item,
    names: readonly string[],
    first: Readonly<Record<string, string>>,
    leaving: readonly string[] = [],
  ) => {
    const wanted: Record<string, string> = { ...first, ...inWordsOf(rowOf(found), found, names) };
    for (const other of rowsWith(found.menu, wanted)) {
      const more = [...other.properties.keys()].filter(
        (name) => !found.properties.has(name) && !leaving.includes(name),
      );
      for (const name of more) wanted[name] ??= rowOf(found)[name] ?? '';
    }
    return wanted;
  };
  /**
   * By these properties, and by having no comment if it has none: rosc's own items have one, so they never count among
   * those that look alike, wherever they stand.
   */
  const byContent = (found: Item, names: readonly string[]): Wanted => {
    const { menu } = found;
    const wanted = tellingApart(found, ['comment', ...telling, ...names], { comment: '' });
    const twins = rowsWith(menu, wanted);
    return find(menu, wanted, found.id, twins.length > 1 ? twins.indexOf(found) : undefined);
  };
  const observed = (found: Item): Wanted => {
    const { menu } = found;
    const row = rowOf(found);
    const key = keyProperties(menu, found);
    if (key.length > 0) return find(menu, inWordsOf(row, found, key), found.id);
    return isContent(found)
      ? byContent(found, [...found.properties.keys()])
      : find(menu, { comment: propertyValue(found, 'comment') ?? '' }, found.id);
  };

  const observedWithout = (found: Item, property: string, id: string | undefined): readonly Wanted[] => {
    const known = observed(found);
    if (keyProperties(found.menu, found).includes(property)) {
      return id === undefined ? [known] : [known, find(found.menu, { ...known.match, [property]: id }, undefined)];
    }
    if (!isContent(found)) return [known];
    const names = [...found.properties.keys()].filter((name) => name !== property);
    return [byContent(found, names)];
  };
  /** By all that is set on it but these; undefined = that tells it from no other. Somebody may change a comment. */
  const byWhatStays = (found: Item, leaving: readonly string[]): Wanted | undefined => {
    const names = [...found.properties.keys()].filter((name) => !leaving.includes(name));
    const content = tellingApart(found, [...telling.filter((name) => !leaving.includes(name)), ...names], {}, leaving);
    const twins = rowsWith(found.menu, content);
    return names.length > 0 && twins.length === 1 ? find(found.menu, content, found.id) : undefined;
  };
  /** By the comment that the change leaves it with, before and after, and by what the change does not touch. */
  const byComment = (found: Item, after: string, { menu, properties }: Change): readonly Wanted[] => {
    const isSame = propertyValue(found, 'comment') === after;
    const first = isSame ? find(menu, { comment: after }, found.id) : findLater(menu, { comment: after });
    const alike = byWhatStays(found, ['comment', ...properties.map(({ name }) => name)]);
    return [first, ...(isSame ? [] : [observed(found)]), ...(alike === undefined ? [] : [alike])];
  };
  /** Neither key nor comment tells it apart. */
  const isContent = (found: Item) => {
    const comment = propertyValue(found, 'comment');
    if (keyProperties(found.menu, found).length > 0) return false;
    return comment === undefined || withComment(found.menu, comment) !== 1;
  };

  return {
    item,
    rowsWith,
    twins(found) {
      const { menu, match, nth } = observed(found);
      const ids = rowsWith(menu, match).map(({ id = '' }) => id);
      return nth === undefined ? undefined : { menu, match, found: [ids.join(';').slice(0, answerMax)] };
    },
    contentOf: (found) => ({
      ...inWordsOf(rowOf(found), found, telling),
      ...Object.fromEntries([...found.properties].map(([name, { value }]) => [name, value])),
    }),
    observed,
    observedWithout,
    observedByContent: (found) => byWhatStays(found, ['comment']),
    changed(change) {
      const { menu } = change;
      const found = change.selector && item(menu, change.selector);
      if (!found) return [findLater(menu, change.selector?.match ?? {})];
      if (keyProperties(menu, found).length > 0) return [observed(found)];
      const sent = sentBy(change);
      const after = sent.comment ?? propertyValue(found, 'comment') ?? '';
      if (after !== '' && withComment(menu, after) <= 1) return byComment(found, after, change);
      const row = { ...rowOf(found), ...sent };
      const match = { ...inWordsOf(row, found, [...telling, ...found.properties.keys()]), ...sent };
      // Where the change is one of spelling alone, both find it.
      const later = findLater(menu, match);
      return [{ ...later, found: ['', ...(found.id === undefined ? [] : [found.id])] }, observed(found)];
    },
    added(change) {
      const { menu } = change;
      const sent = sentBy(change);
      const { comment, ...content } = sent;
      // A part of the key may change by itself: the interface of an address becomes `*1C` when it is gone.
      const byComment = comment && withComment(menu, comment) === 0 ? [findLater(menu, { comment })] : [];
      const key = keyProperties(menu).filter((name) => sent[name] !== undefined);
      if (key.length > 0) return [findLater(menu, pick(sent, key)), ...byComment];
      const isAlone = rowsWith(menu, content).length === 0;
      if (isAlone) return [...byComment, findLater(menu, content)];
      return byComment.length > 0 ? byComment : [findLater(menu, sent)];
    },
    planned: (menu, { match, nth }) => ({ ...findLater(menu, match), ...(nth !== undefined && { nth }) }),
  };
}

/** What it sets, by property. */
export function sentBy({ properties }: Change): Readonly<Record<string, string>> {
  return Object.fromEntries(properties.flatMap(({ name, after }) => (after === undefined ? [] : [[name, after]])));
}

function countComments(items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const comment = propertyValue(item, 'comment');
    if (comment !== undefined) counts.set(comment, (counts.get(comment) ?? 0) + 1);
  }
  return counts;
}

/** Values as the device prints them, where it does: another spelling might not be found. */
function inWordsOf(row: Readonly<Record<string, string>>, item: Item, names: Iterable<string>): Record<string, string> {
  const words: Record<string, string> = {};
  for (const name of names) {
    // What is on by being there is printed without a value.
    const value = (isFlag(item.menu, name) ? undefined : row[name]) ?? propertyValue(item, name);
    if (value !== undefined) words[name] = value;
  }
  return words;
}

/** As `find` on the device has it: what is not set equals empty text. */
function hasWords(item: Item, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const own = propertyValue(item, name);
    if (value === '') return !own;
    return effectiveText(item.menu, name, own) === effectiveText(item.menu, name, value);
  });
}

function pick(from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
