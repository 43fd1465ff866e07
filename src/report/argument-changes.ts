// Arguments of a configuration that come, go or get another value.

import { type Palette, printable } from '../diagnostics/palette.ts';
import { type Config, type Item, propertyValue } from '../model/config.ts';
import type { Row } from './table.ts';

export interface ArgumentChange {
  readonly device: string;
  readonly menu: string;
  readonly key: string;
  readonly name: string;
  /** Absent = not set. */
  readonly before?: string;
  readonly after?: string;
  /** The whole item is new, or gone. */
  readonly item?: 'added' | 'removed';
}

/** What a device would be given. */
export interface ConfiguredDevice {
  readonly device: string;
  readonly config: Config;
}

type Arguments = ReadonlyMap<string, Omit<ArgumentChange, 'before' | 'after' | 'item'> & { readonly value: string }>;

function argumentsOf(configs: readonly ConfiguredDevice[]): Arguments {
  const all = configs.flatMap(({ device, config }) => {
    const keys = lastingKeys(config.items);
    return config.items.flatMap((item) =>
      [...item.properties].map(([name, { value }]) => ({
        device,
        menu: item.menu,
        key: keys.get(item) ?? item.key,
        name,
        value,
      })),
    );
  });
  return new Map(all.map((each) => [[itemId(each), each.name].join('\n'), each]));
}

function itemId({ device, menu, key }: Pick<ArgumentChange, 'device' | 'menu' | 'key'>): string {
  return [device, menu, key].join('\n');
}

export function compareArguments(
  from: readonly ConfiguredDevice[],
  to: readonly ConfiguredDevice[],
): readonly ArgumentChange[] {
  const [before, after] = [argumentsOf(from), argumentsOf(to)];
  const [had, has] = [before, after].map((all) => new Set([...all.values()].map(itemId)));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id): ArgumentChange[] => {
    const [a, b] = [before.get(id), after.get(id)];
    const known = b ?? a;
    if (!known || a?.value === b?.value) return [];
    const { value: _, ...where } = known;
    const item = !had?.has(itemId(known)) ? 'added' : !has?.has(itemId(known)) ? 'removed' : undefined;
    return [{ ...where, ...(a && { before: a.value }), ...(b && { after: b.value }), ...(item && { item }) }];
  });
}

const argumentsMax = 20;

export function argumentRows(changed: readonly ArgumentChange[], palette: Palette): readonly Row[] {
  const value = (text: string | undefined) =>
    text === undefined ? { text: 'not set', paint: palette.faint } : { text: printable(text) };
  const whole = new Set<string>();
  const told = changed.filter((each) => {
    if (each.item === undefined) return true;
    const isFirst = !whole.has(itemId(each));
    whole.add(itemId(each));
    return isFirst;
  });
  const rows = told.slice(0, argumentsMax).map(({ device, menu, key, name, before, after, item }): Row => {
    const where = [device, `${menu} ${printable(key)}`];
    if (item) return [...where, { text: item, paint: palette.faint }];
    return [...where, name, value(before), { text: '→', paint: palette.faint }, value(after)];
  });
  const hidden = told.length - rows.length;
  return hidden > 0 ? [...rows, [{ text: `and ${hidden} more`, paint: palette.faint }]] : rows;
}

/**
 * Items are numbered where they have no name, and one more moves all that follow: what rosc made is known by its tag,
 * `acl/guests/deny/2`, and the second of the same tag by its number among them.
 */
export function lastingKeys(items: readonly Item[]): ReadonlyMap<Item, string> {
  const seen = new Map<string, number>();
  const keys = new Map<Item, string>();
  for (const item of items) {
    const tag = /^rosc:(.+)$/.exec(propertyValue(item, 'comment') ?? '')?.[1];
    if (tag === undefined || !/:\d+$/.test(item.key)) continue;
    const id = `${item.menu} ${tag}`;
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    keys.set(item, count > 1 ? `${tag} (${count})` : tag);
  }
  return keys;
}
