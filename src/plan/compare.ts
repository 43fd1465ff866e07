// When two items mean the same: effective values are compared, so normalisation and defaults are never a difference.

import { type Item, type MenuPath, propertyValue } from '../model/config.ts';
import type { MenuProperty } from '../model/menu.ts';
import { isFlag, meaningfulWhenEmpty, propertySpec } from '../model/menus.ts';
import { parseInterfaceAddress, printAddress } from '../model/prefix.ts';
import { holdsSecret } from '../model/secrets.ts';
import { unreadableOf } from '../model/unreadable.ts';
import { canonical } from '../model/values.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import { commentAfter, isOwned } from './ownership.ts';
import type { PropertyChange } from './plan.ts';

/**
 * `whole`: the item is rosc's, so what the desired item does not say has its default.
 * `named`: only what the desired item says counts (rows and settings that every device has).
 */
export type Scope = 'whole' | 'named';

/**
 * Properties that the device makes up when they are left out (rights of scripts: from who adds them), so that nothing
 * sets them back; silence about them is no wish. MAC addresses of interfaces are such too. Source: manual, WireGuard,
 * VXLAN, scheduler and scripts.
 */
const deviceChosen: ReadonlyMap<MenuPath, ReadonlySet<string>> = new Map([
  ['/ip/address', new Set(['broadcast', 'netmask'])],
  ['/interface/wireguard', new Set(['listen-port', 'private-key'])],
  ['/system/scheduler', new Set(['owner', 'policy', 'start-date', 'start-time'])],
  ['/system/script', new Set(['owner', 'policy'])],
]);

/** Rows that show what their profiles say as their own (`configuration.ssid`). Source: manual, Wi-Fi, configuration profiles. */
const inheritsFromProfiles: ReadonlySet<MenuPath> = new Set(['/interface/wifi', '/interface/wifi/configuration']);

/** What a property amounts to, in one spelling: the value, else the default; undefined = neither. */
export function effectiveText(menu: MenuPath, name: string, value: string | undefined): string | undefined {
  if (isFlag(menu, name)) return value === undefined || value === 'no' || value === 'false' ? undefined : 'yes';
  if (meaningfulWhenEmpty.has(name)) return value;
  const spec = propertySpec(menu, name);
  const text = value || spec?.default;
  return text ? spelled(spec, text) : undefined;
}

/** Spellings seen before: a plan asks for the same values many times over, and addresses are slow to read. */
const spellings = new WeakMap<MenuProperty, Map<string, string>>();
const spellingsMax = 50_000;

function spelled(spec: MenuProperty | undefined, text: string): string {
  if (!spec || spec.type === 'text' || spec.type === 'enum') return canonical(spec, text);
  let known = spellings.get(spec);
  if (!known || known.size > spellingsMax) {
    known = new Map();
    spellings.set(spec, known);
  }
  return computeIfAbsent(known, text, () => canonical(spec, text));
}

/** What has to change on `prior` to make it `desired`. Empty: they mean the same. */
export function propertyChanges(prior: Item, desired: Item, scope: Scope): readonly PropertyChange[] {
  const changes: PropertyChange[] = [];
  // What nobody was shown reads as absent; nobody can tell whether it differs.
  const unreadable = unreadableOf(prior);
  for (const [name, { value }] of desired.properties) {
    if (unreadable.includes(name)) continue;
    const before = prior.properties.get(name)?.value;
    const after = name === 'comment' ? commentAfter(before, value) : value;
    const change = propertyChange(desired.menu, name, before, after);
    if (change) changes.push(change);
  }
  if (scope === 'named') return changes;
  for (const [name, { value }] of prior.properties) {
    if (desired.properties.has(name) || !isClearable(prior, name)) continue;
    const change = propertyChange(desired.menu, name, value, derivedValue(desired, name));
    if (change) changes.push(change);
  }
  return changes;
}

/** Properties that the site sets and nobody was shown: whether they differ is not known. */
export function uncomparedProperties(prior: Item, desired: Item): readonly string[] {
  return unreadableOf(prior).filter((name) => desired.properties.has(name));
}

/** Same text ⇔ `propertyChanges` in scope `whole` is empty but for the comment. */
export function contentKey(item: Item): string {
  const parts: string[] = [];
  for (const [name, { value }] of item.properties) {
    if (name === 'comment') continue;
    const text = effectiveText(item.menu, name, value);
    if (text !== effectiveText(item.menu, name, undefined)) parts.push(`${name}=${text}`);
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
  const after = desired ?? defaultArgument(menu, name);
  return {
    name,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...([before, after].some((value) => value !== undefined && holdsSecret(menu, name, value)) && { secret: true }),
  };
}

/** What the device takes for a property that is left out, where that follows from the rest of the row. */
function derivedValue(item: Item, name: string): string | undefined {
  if (!isDerived(item.menu, name)) return undefined;
  const address = parseInterfaceAddress(propertyValue(item, 'address') ?? '');
  return address && printAddress(address.network);
}

/** The argument that sets a property back; undefined = only clearing it does. */
export function defaultArgument(menu: MenuPath, name: string): string | undefined {
  if (name === 'comment') return '';
  const spec = propertySpec(menu, name);
  const isList = spec?.type === 'set' || spec?.type === 'list' || spec?.type === 'ranges';
  return isList && spec.default === 'none' ? '' : spec?.default;
}

/** A property that no table of ours describes belongs to whoever set it. */
function isClearable(prior: Item, name: string): boolean {
  const { menu } = prior;
  if (deviceChosen.get(menu)?.has(name) || (name === 'mac-address' && menu.startsWith('/interface/'))) return false;
  if (inheritsFromProfiles.has(menu) && name.includes('.')) return false;
  // Somebody else's link to one other address.
  if (isDerived(menu, name) && !isOwned(prior)) return false;
  return name === 'comment' || name === 'disabled' || propertySpec(menu, name) !== undefined;
}

function isDerived(menu: MenuPath, name: string): boolean {
  return menu === '/ip/address' && name === 'network';
}
