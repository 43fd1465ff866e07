// Lists of interfaces and of addresses that the rest of a site leaves over.

import { members } from '../intent/row-words.ts';
import { tagPrefix } from '../lower/tag.ts';
import { type Config, type Item, isYes, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import { isUsual } from '../model/values.ts';
import { rowId } from '../plan/natural-key.ts';
import { append } from '../source/append.ts';
import { type DeviceDraft, oneOrMany } from './site-draft.ts';

/** `lowered`: what the site makes without these words; `config` has the names that the site uses. */
export function listDrafts(config: Config, lowered: Config): Partial<DeviceDraft> {
  const made = new Set(lowered.items.map(rowId));
  const left = (menu: MenuPath) => itemsOf(config, menu).filter((item) => !made.has(rowId(item)));
  return { 'interface-lists': interfaceLists(left), 'address-lists': addressLists(left) };
}

type ItemsOfMenu = (menu: MenuPath) => readonly Item[];

/** Lists of which the site knows all members; what they include stays where it is. */
function interfaceLists(left: ItemsOfMenu): DeviceDraft['interface-lists'] {
  const rows = left('/interface/list/member').filter((item) => !isYes(propertyValue(item, 'disabled')));
  const lists = left('/interface/list').flatMap((item) => {
    const name = propertyValue(item, 'name') ?? '';
    const own = rows.filter((row) => propertyValue(row, 'list') === name);
    const names = own.flatMap((row) => propertyValue(row, 'interface') ?? []);
    return isPlain(item, ['name']) && members.safeParse(names).success ? [[name, oneOrMany(names)] as const] : [];
  });
  return lists.length > 0 ? Object.fromEntries(lists) : undefined;
}

function addressLists(left: ItemsOfMenu): DeviceDraft['address-lists'] {
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
