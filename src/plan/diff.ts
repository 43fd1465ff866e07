// The difference between the configuration that a device has and the one that a site wants, as unordered changes.
// Removes nothing that rosc did not make, unless the site says that a menu is rosc's alone.

import { type Config, type Item, itemsOf, type MenuPath, menusOf, propertyValue } from '../model/config.ts';
import { isRadio } from '../model/is-radio.ts';
import { menus } from '../model/menus.ts';
import { holdsSecret } from '../model/secrets.ts';
import { type Location, positionAt } from '../source/location.ts';
import { propertyChanges, type Scope, uncomparedProperties } from './compare.ts';
import { displacements } from './displace.ts';
import { type ItemPosition, itemPositions } from './item-positions.ts';
import { matchItems, type Pair } from './match.ts';
import { keyProperties, naturalKey } from './natural-key.ts';
import { isBuiltin, isOwned, isUntouchable } from './ownership.ts';
import { disruptionOf, phaseOf } from './phase.ts';
import type { Action, Change, PropertyChange, Selector } from './plan.ts';
import { type Resets, type RowProperty, resetsOf, withFormerValues } from './resets.ts';
import { selectorsOf } from './select.ts';

export interface DiffOptions {
  /** Menus in which foreign items are removed too. */
  readonly exclusive?: readonly MenuPath[];
  /** The device was not read: the rows and settings that every device has are taken to be there, at their defaults. */
  readonly unread?: true;
}

export interface PlanChanges {
  /** Menu by menu; within one, additions and moves in desired order, then sets, then removals. */
  readonly changes: readonly Change[];
  /** Foreign items in the way. */
  readonly displaced: readonly Change[];
  /** Desired rows of menus in which nobody can add rows: a port that the device does not have. */
  readonly missing: readonly Item[];
  /** What rosc once set and cannot set back. */
  readonly kept: Resets['kept'];
  /** Secrets of the site, in rows as it wants them, that what was read of the device does not show. */
  readonly uncompared: readonly RowProperty[];
}

export function diff(prior: Config, site: Config, options: DiffOptions = {}): PlanChanges {
  const resets = resetsOf(prior, site);
  const desired = withFormerValues(prior, site, resets.kept);
  const parts = [...new Set([...menusOf(desired), ...menusOf(prior)])].map((menu) =>
    menuDifference(menu, itemsOf(prior, menu), itemsOf(desired, menu), { ...options, resets: resets.changes }),
  );
  const foreign = parts.flatMap((part) => part.foreign);
  return {
    changes: parts.flatMap((part) => part.changes),
    displaced: displacements(foreign, desired).map(({ item, resources, shrink }) => {
      const select = selectorsOf(itemsOf(prior, item.menu));
      const properties: PropertyChange[] = shrink
        ? [{ name: shrink.property, before: shrink.before, after: shrink.after }]
        : removedProperties(item);
      const because = `holds ${resources.join(', ')}`;
      return {
        ...makeChange(shrink ? 'set' : 'remove', item, { selector: select(item), properties, because }),
        ownership: 'displace' as const,
      };
    }),
    missing: parts.flatMap((part) => part.missing),
    kept: resets.kept,
    uncompared: parts.flatMap(({ pairs }) =>
      pairs.flatMap(({ prior, desired }) =>
        uncomparedProperties(prior, desired).map((name) => ({ item: desired, name })),
      ),
    ),
  };
}

interface MenuOptions extends DiffOptions {
  readonly resets: Resets['changes'];
}

interface MenuDifference {
  readonly changes: readonly Change[];
  /** Foreign items that stay. */
  readonly foreign: readonly Item[];
  readonly missing: readonly Item[];
  /** What was compared. */
  readonly pairs: readonly Pair[];
}

function menuDifference(
  menu: MenuPath,
  prior: readonly Item[],
  desired: readonly Item[],
  options: MenuOptions,
): MenuDifference {
  switch (menus.get(menu)?.kind) {
    case 'settings':
      return settingsDifference(prior[0], desired, options);
    case 'fixed':
      return fixedDifference(prior, desired, options);
    default:
      return withRadios(menu, prior, desired, options);
  }
}

/** Radios stand among rows that people add, and are there before and after. */
function withRadios(menu: MenuPath, prior: readonly Item[], desired: readonly Item[], options: MenuOptions) {
  const others = (items: readonly Item[]) => items.filter((item) => !isRadio(item));
  const radios = fixedDifference(prior.filter(isRadio), desired.filter(isRadio), options);
  const rows = listDifference(menu, others(prior), others(desired), options);
  return {
    changes: [...radios.changes, ...rows.changes],
    foreign: rows.foreign,
    missing: radios.missing,
    pairs: [...radios.pairs, ...rows.pairs],
  };
}

function settingsDifference(
  prior: Item | undefined,
  desired: readonly Item[],
  { resets }: MenuOptions,
): MenuDifference {
  const back = (prior && resets.get(prior)) ?? [];
  const pairs = desired.map((item) => ({ prior: prior ?? bare(item), desired: item }));
  const changes = pairs.flatMap((pair) => setChanges(pair, 'named'));
  const [first, ...others] = changes;
  const all = first ? [withMore(first, back), ...others] : prior && back.length > 0 ? [resetChange(prior, back)] : [];
  return { changes: all, foreign: [], missing: [], pairs };
}

function fixedDifference(
  prior: readonly Item[],
  desired: readonly Item[],
  { unread, resets }: MenuOptions,
): MenuDifference {
  const select = selectorsOf(prior);
  const { pairs, added } = matchItems(prior, desired);
  const changed = new Set<Item>();
  const present = pairs.flatMap((pair) => {
    const [change] = setChanges(pair, 'named', select(pair.prior));
    if (!change) return [];
    changed.add(pair.prior);
    return [withMore(change, resets.get(pair.prior) ?? [])];
  });
  const back = prior.flatMap((item) => {
    const properties = changed.has(item) ? undefined : resets.get(item);
    return properties ? [resetChange(item, properties, select(item))] : [];
  });
  if (!unread) return { changes: [...present, ...back], foreign: [], missing: added, pairs };
  const assumed = added.flatMap((item) => {
    const row = bare(item);
    return setChanges({ prior: row, desired: item }, 'named', selectorsOf([row])(row));
  });
  return { changes: [...present, ...assumed], foreign: [], missing: [], pairs };
}

/** One change for one row. */
function withMore(change: Change, more: readonly PropertyChange[]): Change {
  if (more.length === 0) return change;
  const whole = { ...change, properties: [...change.properties, ...more] };
  return { ...whole, phase: phaseOf(whole), disruption: disruptionOf(whole) };
}

function resetChange(item: Item, properties: readonly PropertyChange[], selector?: Selector): Change {
  return makeChange('set', item, {
    ...(selector && { selector }),
    properties,
    because: 'rosc set it, and the site no longer asks for it',
  });
}

function listDifference(
  menu: MenuPath,
  prior: readonly Item[],
  desired: readonly Item[],
  { exclusive = [] }: MenuOptions,
): MenuDifference {
  const builtin = new Set(prior.filter(isBuiltin).map(naturalKey));
  // A row that the device has from the start is nobody's to add.
  const wanted = desired.filter((item) => {
    const key = naturalKey(item);
    return !isBuiltin(item) && (key === undefined || !builtin.has(key));
  });
  const matching = matchItems(
    prior.filter((item) => !isUntouchable(item)),
    wanted,
  );
  const torn = matching.pairs.filter(isForeignPort);
  const pairs = matching.pairs.filter((pair) => !isForeignPort(pair));
  const isUnwanted = (item: Item) => isOwned(item) || exclusive.includes(menu);
  const unwanted = matching.left.filter(isUnwanted);
  const foreign = [...matching.left.filter((item) => !isUnwanted(item)), ...torn.map((pair) => pair.prior)];
  const added = new Set([...matching.added, ...torn.map((pair) => pair.desired)]);

  const select = selectorsOf(prior);
  const isOrdered = menus.get(menu)?.kind === 'ordered';
  const partners = new Map(pairs.map((pair) => [pair.desired, pair.prior]));
  const placed = isOrdered ? itemPositions({ prior, desired: wanted, partners, removed: new Set(unwanted) }) : noPlaces;
  const inOrder = wanted.flatMap((item) => {
    const place = placed.get(item);
    const before = place?.before && select(place.before);
    if (added.has(item)) return [addChange(item, before)];
    const partner = partners.get(item);
    return partner && place ? [moveChange(item, select(partner), before)] : [];
  });
  return {
    changes: [
      ...inOrder,
      ...pairs.flatMap((pair) => setChanges(pair, 'whole', select(pair.prior))),
      ...unwanted.map((item) => removeChange(item, select(item))),
    ],
    foreign,
    missing: [],
    pairs,
  };
}

const noPlaces: ReadonlyMap<Item, ItemPosition> = new Map();

/** A port in somebody else's bridge is not adopted but displaced, because its traffic changes hands. */
function isForeignPort({ prior, desired }: Pair): boolean {
  if (prior.menu !== '/interface/bridge/port' || isOwned(prior)) return false;
  return propertyValue(prior, 'bridge') !== propertyValue(desired, 'bridge');
}

/** The row that a desired item means, with nothing but its identity known. */
function bare(item: Item): Item {
  const key = keyProperties(item.menu, item);
  return { ...item, properties: new Map([...item.properties].filter(([name]) => key.includes(name))) };
}

function addChange(item: Item, before: Selector | undefined): Change {
  const properties = [...item.properties].map(([name, { value }]) => ({
    name,
    after: value,
    ...secrecy(item.menu, name, value),
  }));
  const change = makeChange('add', item, { properties, because: 'not on the device' });
  return { ...change, ...(before && { before }), ...originOf(item.origin) };
}

function moveChange(item: Item, selector: Selector, before: Selector | undefined): Change {
  const change = makeChange('move', item, { selector, properties: [], because: 'stands elsewhere on the device' });
  return { ...change, ...(before && { before }), ...originOf(item.origin) };
}

function removeChange(item: Item, selector: Selector): Change {
  const because = isOwned(item) ? 'no longer in the site' : 'not in the site, which claims this menu';
  return makeChange('remove', item, { selector, properties: removedProperties(item), because });
}

function setChanges({ prior, desired }: Pair, scope: Scope, selector?: Selector): readonly Change[] {
  const properties = propertyChanges(prior, desired, scope);
  if (properties.length === 0) return [];
  const isComment = properties.every(({ name, before }) => name === 'comment' && before);
  const adopts = (scope === 'whole' || isComment) && isOwned(desired) && !isOwned(prior);
  const because = adopts ? 'takes over an item that rosc did not make' : 'differs from the site';
  const cause = desired.properties.get(properties[0]?.name ?? '')?.origin ?? desired.origin;
  const change = makeChange('set', desired, { ...(selector && { selector }), properties, because });
  return [{ ...change, ...originOf(cause), ...(adopts && { ownership: 'adopt' as const }) }];
}

function removedProperties(item: Item): PropertyChange[] {
  return [...item.properties].map(([name, { value }]) => ({ name, before: value, ...secrecy(item.menu, name, value) }));
}

type Parts = Pick<Change, 'properties' | 'because' | 'selector'>;

function makeChange(action: Action, { menu, key }: Item, parts: Parts): Change {
  const change = { action, menu, key, ...parts };
  return { ...change, phase: phaseOf(change), disruption: disruptionOf(change) };
}

function secrecy(menu: MenuPath, name: string, value: string): { secret?: true } {
  return holdsSecret(menu, name, value) ? { secret: true } : {};
}

function originOf(location: Location): { origin?: string } {
  if (location.kind === 'device') return {};
  return { origin: `${location.file.path}:${positionAt(location.file, location.start).line}` };
}
