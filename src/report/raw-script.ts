// What separates a configuration from the one that a site lowers to, as the `raw:` lines that make up for it: in export
// style, with one command for many items where one says it.

import { type Config, type Item, isDynamic, itemsOf, type MenuPath, menusOf, propertyValue } from '../model/config.ts';
import { isFlag, menus } from '../model/menus.ts';
import { quoteValue, scriptSyntax } from '../model/quote.ts';
import { defaultArgument, effectiveText, propertyChanges } from '../plan/compare.ts';
import { matchItems } from '../plan/match.ts';
import { keyProperties } from '../plan/natural-key.ts';
import { isBuiltin } from '../plan/ownership.ts';
import { printCondition } from '../plan/script-command.ts';
import { append } from '../source/append.ts';

/** The commands of one menu, without its path. */
export interface MenuScript {
  readonly menu: MenuPath;
  readonly commands: readonly string[];
  /** Rows of the wanted configuration that the commands are about. */
  readonly rows: number;
}

/** Property → value; undefined clears it. */
type Settings = ReadonlyMap<string, string | undefined>;

/**
 * What has to run on `lowered` to make it `wanted`. Comments of items that both have are no difference: rosc's tag
 * comes with its ownership. Menus without a table, and rows that a device has by itself, are left out.
 */
export function rawScript(wanted: Config, lowered: Config): readonly MenuScript[] {
  const known = [...new Set([...menusOf(wanted), ...menusOf(lowered)])].filter((menu) => menus.has(menu));
  return known.flatMap((menu) => {
    const own = (config: Config) => itemsOf(config, menu).filter((item) => !isDynamic(item) && !isBuiltin(item));
    const script = menuScript(menu, own(wanted), own(lowered));
    return script.commands.length > 0 ? [script] : [];
  });
}

/** Export style: a menu's path on a line of its own where several commands follow. */
export function printRawScript(scripts: readonly MenuScript[]): string {
  const lines = scripts.flatMap(({ menu, commands }) =>
    commands.length === 1 ? commands.map((command) => `${menu} ${command}`) : [menu, ...commands],
  );
  return lines.map((line) => `${line}\n`).join('');
}

function menuScript(menu: MenuPath, wanted: readonly Item[], lowered: readonly Item[]): MenuScript {
  const kind = menus.get(menu)?.kind;
  if (kind === 'settings') {
    const settings = rowSettings(wanted[0], lowered[0]);
    const commands = settings.size > 0 ? [`set ${printSettings(menu, settings)}`] : [];
    return { menu, commands, rows: commands.length };
  }
  const originals = new Map<Item, Item>();
  const bare = (item: Item): Item => {
    const copy = { ...item, properties: new Map([...item.properties].filter(([name]) => name !== 'comment')) };
    originals.set(copy, item);
    return copy;
  };
  const original = (item: Item) => originals.get(item) ?? item;
  const { pairs, added, left } = matchItems(wanted.map(bare), lowered.map(bare));
  if (kind === 'fixed') {
    const rows = [
      ...pairs.map((pair) => ({
        row: pair.desired,
        settings: rowSettings(original(pair.prior), original(pair.desired)),
      })),
      ...added.map((row) => ({ row, settings: rowSettings(undefined, original(row)) })),
      ...left.map((row) => ({ row, settings: rowSettings(original(row), undefined) })),
    ];
    return { menu, commands: setCommands(menu, rows, lowered), rows: changed(rows) };
  }
  const sets = pairs.map(({ prior, desired }) => ({
    row: desired,
    settings: new Map(
      propertyChanges(prior, desired, 'whole').map(({ name, before }) => [name, argument(menu, name, before)]),
    ),
  }));
  const positions = new Map(wanted.map((item, index) => [item, index]));
  const isInOrder = pairs.every(({ prior }, index) => {
    const before = pairs[index - 1];
    return !before || (positions.get(original(before.prior)) ?? 0) < (positions.get(original(prior)) ?? 0);
  });
  if (kind === 'ordered' && lowered.length > 0 && (added.length + left.length > 0 || !isInOrder)) {
    // What the site makes and what it lacks stand among each other: only the whole menu has an order.
    const rows = wanted.map((item) => `add ${printSettings(menu, valuesOf(item))}`);
    return { menu, commands: ['remove [ find ]', ...rows], rows: wanted.length };
  }
  const commands = [
    ...added.map((item) => `remove ${selector(menu, item, lowered)}`),
    ...setCommands(menu, sets, lowered),
    ...left.map((item) => lackingRow(menu, original(item))),
  ];
  return { menu, commands, rows: changed(sets) + left.length };
}

/** Radios are there by themselves: nobody adds them. */
function lackingRow(menu: MenuPath, item: Item): string {
  const { 'default-name': own, ...rest } = Object.fromEntries(valuesOf(item));
  const settings = new Map(Object.entries(rest));
  return own === undefined
    ? `add ${printSettings(menu, settings)}`
    : `set [ find default-name=${quoteValue(own)} ] ${printSettings(menu, settings)}`;
}

function changed(rows: readonly ChangedRow[]): number {
  return rows.filter(({ settings }) => settings.size > 0).length;
}

/** For rows that every device has: only what one of the two says counts. */
function rowSettings(wanted: Item | undefined, lowered: Item | undefined): Settings {
  const menu = (wanted ?? lowered)?.menu ?? '/';
  const keys = keyProperties(menu);
  const settings = new Map<string, string | undefined>();
  const names = new Set([...(wanted?.properties.keys() ?? []), ...(lowered?.properties.keys() ?? [])]);
  for (const name of names) {
    if (keys.includes(name) || (name === 'comment' && lowered?.properties.has(name))) continue;
    const before = wanted && propertyValue(wanted, name);
    const after = lowered && propertyValue(lowered, name);
    if (effectiveText(menu, name, before) === effectiveText(menu, name, after)) continue;
    settings.set(name, argument(menu, name, before));
  }
  return settings;
}

function argument(menu: MenuPath, name: string, value: string | undefined): string | undefined {
  return value ?? defaultArgument(menu, name);
}

interface ChangedRow {
  readonly row: Item;
  readonly settings: Settings;
}

function setCommands(menu: MenuPath, rows: readonly ChangedRow[], siblings: readonly Item[]): readonly string[] {
  const groups = new Map<string, Item[]>();
  const touched = new Set<string>();
  for (const { row, settings } of rows) {
    if (settings.size === 0) continue;
    for (const name of settings.keys()) touched.add(name);
    append(groups, printSettings(menu, settings), row);
  }
  return [...groups].flatMap(([text, group]) =>
    selectorsOf(menu, group, { siblings, touched }).map((each) => `set ${each} ${text}`),
  );
}

interface SelectorContext {
  readonly siblings: readonly Item[];
  /** Properties that commands of this menu change, and that select nothing for certain. */
  readonly touched: ReadonlySet<string>;
}

/** One selector for all where a property, or being there, tells them from the others. */
function selectorsOf(menu: MenuPath, rows: readonly Item[], { siblings, touched }: SelectorContext): readonly string[] {
  const spec = menus.get(menu);
  const singly = () => rows.map((row) => selector(menu, row, siblings));
  if (spec?.kind === 'fixed' || 'name' in (spec?.properties ?? {})) return byNames(rows, siblings) ?? singly();
  if (rows.length < 2) return singly();
  if (rows.length === siblings.length) return ['[ find ]'];
  const common = [...(rows[0]?.properties ?? [])].find(([name, { value }]) => {
    const type = spec?.properties[name]?.type;
    if (touched.has(name) || name === 'comment' || type === 'set' || type === 'list') return false;
    const text = effectiveText(menu, name, value);
    const same = siblings.filter((item) => effectiveText(menu, name, propertyValue(item, name)) === text);
    return same.length === rows.length && rows.every((row) => isAmong(same, row));
  });
  return common ? [`[ find ${printCondition(menu, common[0], common[1].value, scriptSyntax)} ]`] : singly();
}

/** Undefined where some name cannot stand in a list of names. */
function byNames(rows: readonly Item[], siblings: readonly Item[]): readonly string[] | undefined {
  // A port that the model does not have is known by its factory name alone.
  if (rows.some((row) => !row.properties.has('name'))) return undefined;
  const names = rows.map((row) => propertyValue(row, 'name') ?? row.key);
  // Rows that only the device has cannot be found several at a time.
  if (!rows.every((row) => isAmong(siblings, row))) return names.map(quoteValue);
  return names.every((name) => /^[\w.-]+$/.test(name)) ? [names.join(',')] : undefined;
}

function isAmong(items: readonly Item[], { key }: Item): boolean {
  return items.some((item) => item.key === key);
}

/** The key of an item, without the parts of it that all of its menu share. */
function selector(menu: MenuPath, item: Item, siblings: readonly Item[]): string {
  const keys = keyProperties(menu, item);
  const names = keys.length > 0 ? keys : [...item.properties.keys()].filter((name) => name !== 'comment');
  const distinct = names.filter((name) => new Set(siblings.map((each) => propertyValue(each, name))).size > 1);
  const conditions = (distinct.length > 0 ? distinct : names).map((name) =>
    printCondition(menu, name, propertyValue(item, name) ?? '', scriptSyntax),
  );
  return `[ find ${conditions.join(' ')} ]`;
}

function valuesOf({ properties }: Item): Settings {
  return new Map([...properties].map(([name, { value }]) => [name, value]));
}

function printSettings(menu: MenuPath, settings: Settings): string {
  return [...settings]
    .map(([name, value]) => {
      if (value === undefined) return `!${name}`;
      const isSwitch = isFlag(menu, name) && (value === '' || value === 'yes' || value === 'true');
      return isSwitch ? name : `${name}=${quoteValue(value)}`;
    })
    .join(' ');
}
