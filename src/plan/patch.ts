// What a configuration becomes when changes are applied to it: the device's own arithmetic, on data.

import { type Config, type Item, itemsOf, type MenuPath, menusOf, type Property } from '../model/config.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import type { Change, Selector } from './plan.ts';
import { selectedFinder } from './select.ts';

/** Selectors mean items of `config` as it is before the first change, or, failing that, what earlier changes made. */
export function applyChanges(config: Config, changes: readonly Change[]): Config {
  const touched = new Map<MenuPath, PatchedMenu>();
  for (const change of changes) {
    applyChange(
      computeIfAbsent(touched, change.menu, () => startMenu(itemsOf(config, change.menu))),
      change,
    );
  }
  const order = new Set([...menusOf(config), ...touched.keys()]);
  return { ...config, items: [...order].flatMap((menu) => touched.get(menu)?.rows ?? itemsOf(config, menu)) };
}

interface PatchedMenu {
  rows: Item[];
  /** The row as it is now, by the row as it was. */
  readonly current: Map<Item, Item>;
  readonly findPrior: (selector: Selector) => Item | undefined;
}

function startMenu(prior: readonly Item[]): PatchedMenu {
  return { rows: [...prior], current: new Map(), findPrior: selectedFinder(prior) };
}

function applyChange(menu: PatchedMenu, change: Change): void {
  const found = findRow(menu, change.selector ?? { match: {} });
  if (change.action === 'add') insert(menu, withProperties(blank(change), change), change.before);
  else if (change.action === 'remove') take(menu, found?.row);
  else if (change.action !== 'move') replace(menu, found, change);
  else if (found) {
    take(menu, found.row);
    insert(menu, found.row, change.before);
  }
}

function take(menu: PatchedMenu, row: Item | undefined): void {
  menu.rows = menu.rows.filter((each) => each !== row);
}

function findRow(menu: PatchedMenu, selector: Selector): { readonly row: Item; readonly origin: Item } | undefined {
  const origin = menu.findPrior(selector) ?? selectedFinder(menu.rows)(selector);
  return origin && { row: menu.current.get(origin) ?? origin, origin };
}

function replace(menu: PatchedMenu, found: ReturnType<typeof findRow>, change: Change): void {
  if (!found) {
    // Rows and settings that every device has are there even if nobody read them.
    menu.rows.push(withProperties(blank(change), change));
    return;
  }
  const next = withProperties(found.row, change);
  menu.rows = menu.rows.map((row) => (row === found.row ? next : row));
  menu.current.set(found.origin, next);
}

function insert(menu: PatchedMenu, item: Item, before: Selector | undefined): void {
  const anchor = before && findRow(menu, before)?.row;
  const at = anchor ? menu.rows.indexOf(anchor) : -1;
  if (at < 0) menu.rows.push(item);
  else menu.rows.splice(at, 0, item);
}

function blank({ menu, key, selector }: Change): Item {
  const origin = { kind: 'device', device: '', menu, key } as const;
  const properties = Object.entries(selector?.match ?? {}).map(([name, value]) => [name, { value, origin }] as const);
  return { menu, key, properties: new Map(properties), origin };
}

function withProperties(item: Item, change: Change): Item {
  const properties = new Map<string, Property>(item.properties);
  for (const { name, after } of change.properties) {
    if (after === undefined) properties.delete(name);
    else properties.set(name, { value: after, origin: item.origin });
  }
  return { ...item, properties };
}
