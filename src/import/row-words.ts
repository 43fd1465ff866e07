// Rows that the rest of a site leaves over, in the words that it has for rows: leases, DNS records, lists of interfaces
// and of addresses.

import { members, type RowWord, rowWords } from '../intent/row-words.ts';
import { tagPrefix } from '../lower/tag.ts';
import { type Config, type Item, isYes, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import { isUsual } from '../model/values.ts';
import { rowId } from '../plan/natural-key.ts';
import { append } from '../source/append.ts';
import { descriptionOf } from './comments.ts';
import { scalarOf } from './said-of.ts';
import { type DeviceDraft, oneOrMany } from './site-draft.ts';

/** What is said of a row, by the words of a site. */
type RowDraft = Readonly<Record<string, unknown>>;

/** `lowered`: what the site makes without these words; `config` has the names that the site uses. */
export function rowDrafts(config: Config, lowered: Config): Partial<DeviceDraft> {
  const made = new Set(lowered.items.map(rowId));
  const left = (menu: MenuPath) => itemsOf(config, menu).filter((item) => !made.has(rowId(item)));
  const rows = new Map(rowWords.map((word) => [word.at, rowsOf(word, left(word.menu))] as const));
  return {
    'interface-lists': interfaceLists(left),
    'address-lists': addressLists(left),
    leases: rows.get('leases'),
    'dns-records': rows.get('dns-records'),
  };
}

function rowsOf(word: RowWord, items: readonly Item[]): RowDraft[] | undefined {
  const rows = items.map((item) => rowOf(word, item)).filter((row) => row !== undefined);
  return rows.length > 0 ? rows : undefined;
}

/** Undefined when the row says something that the words cannot. */
function rowOf({ at, menu, columns }: RowWord, item: Item): RowDraft | undefined {
  const known = new Map(Object.entries(columns).map(([name, column]) => [column.property, { ...column, word: name }]));
  if (!isOpenTo(item, at)) return undefined;
  const draft: Record<string, unknown> = {};
  for (const [name, { value }] of item.properties) {
    if (name === 'comment' || isUsual(propertySpec(menu, name), value)) continue;
    const column = known.get(name);
    const said = saidOf(menu, name, value);
    if (!column || said === undefined || !column.schema.safeParse(said).success) return undefined;
    draft[column.word] = said;
  }
  for (const [name, { schema }] of Object.entries(columns)) {
    if (draft[name] === undefined && !schema.safeParse(undefined).success) return undefined;
  }
  const description = descriptionOf(item);
  return { ...draft, ...(description !== undefined && { description }) };
}

/** A value as a site writes it; undefined where it has none. */
function saidOf(menu: MenuPath, name: string, value: string): string | number | boolean | undefined {
  const spec = propertySpec(menu, name);
  if (!spec || spec.secret || value === '') return undefined;
  const isFlag = spec.type === 'bool' || value === 'yes' || value === 'no';
  return isFlag ? isYes(value) !== (name === 'disabled') : scalarOf(value);
}

type Left = (menu: MenuPath) => readonly Item[];

/** Lists of which the site knows all members; what they include stays where it is. */
function interfaceLists(left: Left): DeviceDraft['interface-lists'] {
  const rows = left('/interface/list/member').filter((item) => !isYes(propertyValue(item, 'disabled')));
  const lists = left('/interface/list').flatMap((item) => {
    const name = propertyValue(item, 'name') ?? '';
    const own = rows.filter((row) => propertyValue(row, 'list') === name);
    const names = own.flatMap((row) => propertyValue(row, 'interface') ?? []);
    return isPlain(item, ['name']) && members.safeParse(names).success ? [[name, oneOrMany(names)] as const] : [];
  });
  return lists.length > 0 ? Object.fromEntries(lists) : undefined;
}

function addressLists(left: Left): DeviceDraft['address-lists'] {
  const lists = new Map<string, string[]>();
  for (const menu of ['/ip/firewall/address-list', '/ipv6/firewall/address-list'] as const) {
    for (const item of left(menu)) {
      const list = propertyValue(item, 'list') ?? '';
      const address = propertyValue(item, 'address') ?? '';
      const isOfFamily = address.includes(':') === menu.startsWith('/ipv6');
      if (list === '' || address === '' || !isOfFamily || !isPlain(item, ['list', 'address'])) continue;
      append(lists, list, address);
    }
  }
  const drafts = [...lists].map(([list, addresses]) => [list, oneOrMany(addresses)] as const);
  return drafts.length > 0 ? Object.fromEntries(drafts) : undefined;
}

/** Whether nothing is set besides these and a comment. */
function isPlain(item: Item, names: readonly string[]): boolean {
  const { menu, properties } = item;
  if (!isOpenTo(item, 'list')) return false;
  return [...properties].every(
    ([name, { value }]) => name === 'comment' || names.includes(name) || isUsual(propertySpec(menu, name), value),
  );
}

/** Nobody's, or made by this word: what other words of a site made is theirs. */
export function isOpenTo(item: Item, word: string): boolean {
  const comment = propertyValue(item, 'comment') ?? '';
  return !comment.startsWith(tagPrefix) || comment.startsWith(`${tagPrefix}${word}/`);
}
