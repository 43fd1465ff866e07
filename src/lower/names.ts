// What the device calls its ports, bonds, VLANs and the bridge, where that is not their name in the site.

import type { DeviceIntent } from '../intent/intent.ts';
import type { Config, MenuPath, Property } from '../model/config.ts';
import { type NewNames, renameItems } from '../model/rename.ts';
import { computeIfAbsent } from '../source/grouping.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { bridgeName } from './layout.ts';

/** Ports of which the site says nothing else get their row. */
export function lowerNames({ device, draft }: LowerContext): void {
  for (const name of Object.keys(device.settings.names ?? {})) {
    if (menuOf(device, name) !== ethernet) continue;
    const origin = device.places.keyAt('names', name);
    draft.set(ethernet, name, origin, { 'default-name': said(name, origin) });
  }
}

/** In the configuration so far things have the site's names. */
export function withDeviceNames(config: Config, { device }: LowerContext): Config {
  const names = new Map<MenuPath, Map<string, Property>>();
  for (const [name, text] of Object.entries(device.settings.names ?? {})) {
    const menu = menuOf(device, name);
    computeIfAbsent(names, menu, () => new Map()).set(name, said(text, device.places.at('names', name)));
  }
  return names.size === 0 ? config : renameItems(config, names satisfies NewNames);
}

const ethernet: MenuPath = '/interface/ethernet';

function menuOf({ target, settings }: DeviceIntent, name: string): MenuPath {
  if (name === bridgeName) return '/interface/bridge';
  if (target.ports.has(name)) return ethernet;
  return settings.bonds?.[name] ? '/interface/bonding' : '/interface/vlan';
}
