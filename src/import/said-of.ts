// Values of RouterOS's properties as a site writes them.

import { wordOf } from '../intent/menu-words.ts';
import { Secret } from '../intent/secret.ts';
import type { TypedValue } from '../intent/typed-value.ts';
import { type Item, isYes, type MenuPath, propertyValue } from '../model/config.ts';
import { parseDeferred } from '../model/deferred.ts';
import { propertySpec } from '../model/menus.ts';
import { canonical } from '../model/values.ts';

/** The two rows mean the same by this property. */
export function isSame(menu: MenuPath, name: string, value: string, made: Item | undefined): boolean {
  const before = made && propertyValue(made, name);
  const spec = propertySpec(menu, name);
  return before === undefined ? isUsual(menu, name, value) : canonical(spec, before) === canonical(spec, value);
}

/** What RouterOS does anyhow. */
export function isUsual(menu: MenuPath, name: string, value: string): boolean {
  const spec = propertySpec(menu, name);
  if (value === '') return spec !== undefined && spec.type !== 'flag';
  return spec?.default !== undefined && canonical(spec, value) === canonical(spec, spec.default);
}

/** A value as a site writes it; undefined where it has none. */
export function saidOf(menu: MenuPath, name: string, value: string): TypedValue | undefined {
  const spec = propertySpec(menu, name);
  if (!spec) return undefined;
  const secret = parseDeferred(value);
  if (secret) return secret.kind === 'env' ? new Secret('env', secret.name) : undefined;
  if (spec.type === 'bool') return isYes(value) !== (wordOf(menu, name) === 'enabled' && name === 'disabled');
  if (spec.type === 'flag') return true;
  if (spec.type === 'text' && (value === 'yes' || value === 'no')) return value === 'yes';
  const isList = spec.type === 'list' || spec.type === 'set' || spec.type === 'ranges';
  if (isList && value.includes(',') && !value.startsWith('!')) return value.split(',').map(scalarOf);
  return scalarOf(value);
}

/** A number where it is written as one. */
function scalarOf(value: string): string | number {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0 && String(number) === value ? number : value;
}
