// The driver settings of `/interface/ethernet/switch/l3hw-settings/advanced` against their defaults.

import type { Network } from '../forwarding/network.ts';
import { type Setting, settingsOf } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';

const menu = '/interface/ethernet/switch/l3hw-settings/advanced';

interface Changed extends Setting {
  readonly name: string;
  /** The value that the driver is made for. */
  readonly usual: string;
}

/** Those that have another value. `97s` and `1m37s` are the same. */
export function changedSettings({ config }: Network): readonly Changed[] {
  const item = settingsOf(config, menu);
  if (!item) return [];
  return [...item.properties].flatMap(([name, { value }]) => {
    const usual = propertySpec(menu, name)?.default ?? '';
    return usual === '' || milliseconds(value) === milliseconds(usual) ? [] : [{ item, name, value, usual }];
  });
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration in milliseconds, or the text itself. */
function milliseconds(text: string): number | string {
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text) return text;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}
