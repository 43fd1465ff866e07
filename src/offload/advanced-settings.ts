// The driver settings of `/interface/ethernet/switch/l3hw-settings/advanced` against their defaults.

import type { Item } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';

const menu = '/interface/ethernet/switch/l3hw-settings/advanced';

export function advancedDefaults(name: string): string {
  return propertySpec(menu, name)?.default ?? '';
}

/** True when the setting is not set, or set to what it is anyway. `97s` and `1m37s` are the same. */
export function isDefault(settings: Item, name: string): boolean {
  const value = settings.properties.get(name)?.value;
  return value === undefined || milliseconds(value) === milliseconds(advancedDefaults(name));
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration in milliseconds, or the text itself. */
function milliseconds(text: string): number | string {
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text) return text;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}
