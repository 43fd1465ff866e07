// What is left over of menus that a site says row by row in RouterOS's own properties.

import { type MenuWord, menuOf, menuWords, problemIn, wordOf, wrongWith } from '../intent/menu-words.ts';
import { ownWords } from '../intent/row-words.ts';
import type { TypedValue } from '../intent/typed-value.ts';
import { tagPrefix } from '../lower/tag.ts';
import { type Config, type Item, isDynamic, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { isRadio } from '../model/is-radio.ts';
import { menus } from '../model/menus.ts';
import { parseInterfaceAddress, printAddress } from '../model/prefix.ts';
import { keyProperties, rowId } from '../plan/natural-key.ts';
import { isRecord } from '../source/plain-data.ts';
import { descriptionOf } from './comments.ts';
import { isOpenTo } from './lists.ts';
import { isSame, isUsual, saidOf } from './said-of.ts';
import type { DeviceDraft } from './site-draft.ts';

type Row = Readonly<Record<string, TypedValue>>;

/** `lowered`: what the site makes without these words; `config` has the names that the site uses. */
export function menuDrafts(config: Config, lowered: Config): Partial<DeviceDraft> {
  const draft: Record<string, unknown> = {};
  for (const word of menuWords) {
    const value = word.form === 'rows' ? rowsOf(word, config, lowered) : settingsOf(word, config, lowered);
    if (value === undefined) continue;
    const [group, key] = word.at;
    if (key === undefined) draft[group] = value;
    else draft[group] = { ...(draft[group] ?? {}), [key]: value };
  }
  return draft;
}

/** Rows of lists among these words, where the site has no words of its own for the menu. */
export function menuRowCount(draft: DeviceDraft): number {
  const counts = menuWords.map(({ at, menu }) => {
    if (ownWords.has(menu)) return 0;
    const rows = at.reduce<unknown>((below, key) => (isRecord(below) ? below[key] : undefined), draft);
    return Array.isArray(rows) ? rows.length : 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function rowsOf(word: MenuWord, config: Config, lowered: Config): readonly Row[] | undefined {
  const own = [word.menu, ...(word.menu6 === undefined ? [] : [word.menu6])];
  const rows = own.flatMap((menu) => {
    const left = leftIn(menu, config, lowered);
    const drafts = left.map((item) => rowOf(word, item));
    // Rules of a menu stand among each other: either a site has them all, or `raw:` has.
    const isWhole = drafts.every((row) => row !== undefined);
    return menus.get(menu)?.kind === 'ordered' && !isWhole ? [] : drafts.filter((row) => row !== undefined);
  });
  return rows.length > 0 ? rows : undefined;
}

function leftIn(menu: MenuPath, config: Config, lowered: Config): readonly Item[] {
  const made = itemsOf(lowered, menu);
  if (menus.get(menu)?.kind === 'ordered' && made.length > 0) return [];
  const known = new Set(made.map(rowId));
  return itemsOf(config, menu).filter(
    (item) => !known.has(rowId(item)) && !isDynamic(item) && !standsByItself(item) && isOpen(item),
  );
}

/** Rows that every device has: a site that said them would add them again. Source: manual, pages of these menus. */
const everywhere: Readonly<Record<MenuPath, ReadonlySet<string>>> = {
  '/user/group': new Set(['full', 'read', 'write']),
  '/system/logging/action': new Set(['disk', 'echo', 'memory', 'remote']),
};

export function isEverywhere(item: Item): boolean {
  return everywhere[item.menu]?.has(propertyValue(item, 'name') ?? '') === true;
}

function standsByItself(item: Item): boolean {
  return isRadio(item) || propertyValue(item, 'name') === 'default' || isEverywhere(item);
}

/** Undefined when the row says something that its words cannot. */
function rowOf(word: MenuWord, item: Item): Row | undefined {
  const row: Record<string, TypedValue> = {};
  for (const [name, { value }] of item.properties) {
    if (name === 'comment' || isUsual(item.menu, name, value) || isDerived(item, name, value)) continue;
    const said = saidOf(item.menu, name, value);
    const own = wordOf(item.menu, name);
    if (said === undefined || own === undefined) return undefined;
    row[own] = said;
  }
  const description = descriptionOf(item);
  const comment = propertyValue(item, 'comment') ?? '';
  // Words that a site could not hold are not to be lost.
  if (comment !== '' && description === undefined && !comment.startsWith(tagPrefix)) return undefined;
  const whole = description === undefined ? row : { ...row, description };
  return menuOf(word, whole) === item.menu && problemIn(item.menu, whole) === undefined ? whole : undefined;
}

/** The network of an address says nothing beside its length, but for the other end of a point-to-point link. */
function isDerived(item: Item, name: string, value: string): boolean {
  if (item.menu !== '/ip/address' || name !== 'network') return false;
  const own = parseInterfaceAddress(propertyValue(item, 'address') ?? '');
  return own !== undefined && printAddress(own.network) === value;
}

/** The one row of a menu, or its rows by name: what differs from what the site says already. */
function settingsOf(word: MenuWord, config: Config, lowered: Config): Row | Readonly<Record<string, Row>> | undefined {
  const items = itemsOf(config, word.menu).filter((item) => isRadio(item) === (word.form === 'radios'));
  const rows = items.flatMap((item) => {
    const keyed = new Set(keyProperties(word.menu, item));
    const made = itemsOf(lowered, word.menu).find((each) => rowId(each) === rowId(item));
    const entries = [...item.properties].flatMap(([name, { value }]): [string, TypedValue][] => {
      if (keyed.has(name) || isSame(item.menu, name, value, made)) return [];
      const said = saidOf(item.menu, name, value);
      const own = wordOf(item.menu, name);
      return said === undefined || own === undefined || wrongWith(item.menu, own, said) !== undefined
        ? []
        : [[own, said]];
    });
    const key = propertyValue(item, 'default-name') ?? item.key;
    return entries.length > 0 ? [[key, Object.fromEntries(entries)] as const] : [];
  });
  if (rows.length === 0) return undefined;
  return word.form !== 'settings' ? Object.fromEntries(rows) : rows[0]?.[1];
}

/** Nobody's, or made by these words: what other words of a site made is theirs. */
function isOpen(item: Item): boolean {
  return menuWords.some(({ at }) => isOpenTo(item, at.join('/')));
}
