// When two items mean the same: effective values are compared, so normalisation and defaults are never a difference.

import type { Item, MenuPath } from '../model/config.ts';
import { type MenuProperty, menus } from '../model/menus.ts';
import { canonicalValue } from '../model/values.ts';
import type { PropertyChange } from './plan.ts';

/**
 * `whole`: the item is rosc's, so what the desired item does not say has its default.
 * `named`: only what the desired item says counts (rows and settings that every device has).
 */
export type Scope = 'whole' | 'named';

/** Properties that the device fills in when they are left out; silence about them is no wish. */
const deviceChosen: ReadonlyMap<MenuPath, ReadonlySet<string>> = new Map([
  ['/ip/address', new Set(['network', 'broadcast', 'netmask'])],
  ['/interface/bridge', new Set(['admin-mac', 'mac-address'])],
  ['/interface/bonding', new Set(['forced-mac-address', 'mac-address'])],
  ['/interface/vlan', new Set(['mac-address'])],
  ['/interface/vxlan', new Set(['mac-address'])],
  ['/routing/ospf/instance', new Set(['router-id'])],
]);

export function menuProperty(menu: MenuPath, name: string): MenuProperty | undefined {
  return menus.get(menu)?.properties[name];
}

/** What a property amounts to, in one spelling: the value, else the default; undefined = neither. */
export function effectiveText(menu: MenuPath, name: string, value: string | undefined): string | undefined {
  const spec = menuProperty(menu, name);
  const text = value ?? spec?.default;
  if (text === undefined) return name === 'comment' ? '' : undefined;
  return canonicalValue(spec, text);
}

/** What has to change on `prior` to make it `desired`. Empty: they mean the same. */
export function propertyChanges(prior: Item, desired: Item, scope: Scope): readonly PropertyChange[] {
  const changes: PropertyChange[] = [];
  for (const [name, { value }] of desired.properties) {
    const change = propertyChange(desired.menu, name, prior.properties.get(name)?.value, value);
    if (change) changes.push(change);
  }
  if (scope === 'named') return changes;
  for (const [name, { value }] of prior.properties) {
    if (desired.properties.has(name) || !isClearable(desired.menu, name)) continue;
    const change = propertyChange(desired.menu, name, value, undefined);
    if (change) changes.push(change);
  }
  return changes;
}

/** Same text ⇔ `propertyChanges` in scope `whole` is empty but for the comment. */
export function contentKey(item: Item): string {
  const parts: string[] = [];
  for (const [name, { value }] of item.properties) {
    if (name === 'comment') continue;
    const spec = menuProperty(item.menu, name);
    const text = effectiveText(item.menu, name, value);
    const usual = spec?.default === undefined ? undefined : canonicalValue(spec, spec.default);
    if (text !== undefined && text !== usual) parts.push(`${name}=${text}`);
  }
  return parts.sort().join('\n');
}

function propertyChange(
  menu: MenuPath,
  name: string,
  before: string | undefined,
  desired: string | undefined,
): PropertyChange | undefined {
  if (before === desired) return undefined;
  if (effectiveText(menu, name, before) === effectiveText(menu, name, desired)) return undefined;
  const spec = menuProperty(menu, name);
  const after = desired ?? (name === 'comment' ? '' : spec?.default);
  return {
    name,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(spec?.secret && { secret: true }),
  };
}

/** A property that no table of ours describes belongs to whoever set it. */
function isClearable(menu: MenuPath, name: string): boolean {
  if (deviceChosen.get(menu)?.has(name)) return false;
  return name === 'comment' || name === 'disabled' || menuProperty(menu, name) !== undefined;
}
