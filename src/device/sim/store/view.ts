// Rows as the device prints them: stored values, defaults, flags and state, and the rows that the device makes by
// itself.

import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import { listValues, type MenuPath } from '../../../model/config.ts';
import { computeIfAbsent } from '../../../source/grouping.ts';
import type { Row } from '../../device.ts';
import { type Derived, deriveTools } from '../derived/derive.ts';
import type { Router } from '../router.ts';
import type { SimMenu, SimProperty } from './sim-menu.ts';
import { isToolMenu, printId, type StoredRow } from './store.ts';
import { printBool, printValue } from './values.ts';

/** What was viewed lasts as long as what was derived from the same rows. */
const known = new WeakMap<Derived, Map<MenuPath, readonly Row[]>>();

/** Stored rows in order, and those that the device made. */
export function viewMenu(router: Router, menu: SimMenu): readonly Row[] {
  if (isToolMenu(menu.path)) return viewWith(deriveTools(router), router, menu);
  const derived = router.derived();
  // Its counters count on.
  if (menu.path === '/interface/ethernet') return viewWith(derived, router, menu);
  const views = computeIfAbsent(known, derived, () => new Map());
  return computeIfAbsent(views, menu.path, () => viewWith(derived, router, menu));
}

function viewWith(derived: Pick<Derived, 'state' | 'dynamic'>, router: Router, menu: SimMenu): readonly Row[] {
  const stored = router.store.rows(menu.path);
  router.effort.spend((1 + menu.properties.size) * stored.length);
  const rows: Row[] = stored.map((row, index) => {
    const next = stored[index + 1];
    return {
      ...(menu.kind !== 'settings' && { '.id': printId(row.id) }),
      ...(menu.kind === 'ordered' && next && { '.nextid': printId(next.id) }),
      ...printStored(router, menu, row),
      ...derived.state.get(row),
      ...(menu.path === '/interface/ethernet' && router.forwarding.counters.rowOf(row.values.get('name') ?? '')),
    };
  });
  const made = derived.dynamic.get(menu.path) ?? [];
  return madeFirst.has(menu.path) ? [...made, ...rows] : [...rows, ...made];
}

/** Menus whose made rows stand ahead of the stored ones. */
const madeFirst: ReadonlySet<MenuPath> = new Set(['/interface/ethernet/switch/rule']);

/** The stored row that has this number in the view; undefined when it is one that the device made, or none. */
export function storedAt(router: Router, menu: SimMenu, number: number): StoredRow | undefined {
  const ahead = madeFirst.has(menu.path) ? (router.derived().dynamic.get(menu.path)?.length ?? 0) : 0;
  return router.store.rows(menu.path)[number - ahead];
}

function printStored(router: Router, menu: SimMenu, row: StoredRow): Row {
  const printed: Record<string, string> = {};
  for (const [name, property] of menu.properties) {
    const value = row.values.get(name) ?? (menu.printsDefaults || name === 'disabled' ? property.default : undefined);
    if (value === undefined || (!row.values.has(name) && isHidden(router, menu.path, row, name))) continue;
    printed[name] = printValue(property, row.values.has(name) ? value : emptyList(property, value));
  }
  // Without a type, `yes` and `no` are taken for booleans.
  if (menu.open) for (const [name, value] of row.values) printed[name] = printBool(value);
  return printed;
}

/** A list that nobody set prints as empty, also where the manual calls its default `none`. */
function emptyList(property: SimProperty, value: string): string {
  return value === 'none' && (property.type === 'set' || property.type === 'list') ? '' : value;
}

/** Bridge properties that only show while the feature that they belong to is on. */
const featureOf: Readonly<Record<string, readonly string[]>> = table.features;

/** Defaults that a row does not print, because its kind does not have the property. */
function isHidden(router: Router, menu: MenuPath, row: StoredRow, name: string): boolean {
  switch (menu) {
    case '/interface/bridge': {
      const [feature, value] = featureOf[name] ?? [];
      return feature !== undefined && row.values.get(feature) !== value;
    }
    case '/interface/ethernet': {
      const medium = router.target.ports.get(row.values.get('default-name') ?? '')?.medium;
      return /^(poe-|combo-|speed$|power-cycle)/.test(name) || (/^sfp-/.test(name) && medium === 'rj45');
    }
    case '/interface/ethernet/switch/port':
      return name === 'l3-hw-offloading' && listValues(row.values.get('name')).some((port) => port.endsWith('-cpu'));
    default:
      return /^\/(ip|ipv6)\/firewall\//.test(menu) && name === 'disabled';
  }
}
