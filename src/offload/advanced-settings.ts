// The driver settings of `/interface/ethernet/switch/l3hw-settings/advanced` against their defaults.

import type { Network } from '../forwarding/network.ts';
import { type Setting, settingsOf } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import { canonical } from '../model/values.ts';
import { wordSet } from '../source/word-set.ts';

const menu = '/interface/ethernet/switch/l3hw-settings/advanced';

/** How often hosts are asked for again. */
export const refreshTimers = wordSet(`
  neigh-keepalive-interval neigh-discovery-interval neigh-discovery-burst-limit neigh-discovery-burst-delay
`);

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
    const spec = propertySpec(menu, name);
    const usual = spec?.default ?? '';
    return usual === '' || canonical(spec, value) === canonical(spec, usual) ? [] : [{ item, name, value, usual }];
  });
}
