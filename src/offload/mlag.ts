// Whether a config makes the device one half of an MLAG pair; its settings moved into the bridge in RouterOS 7.22.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue, settingsOf } from '../model/config.ts';

export interface MlagSetting {
  readonly item: Item;
  readonly property: string;
}

/** The settings that switch MLAG on: a peer port of the bridge, in either form. */
export function mlagSettings({ config }: Network): readonly MlagSetting[] {
  const found: MlagSetting[] = [];
  const settings = settingsOf(config, '/interface/bridge/mlag');
  if (settings && isNamed(settings, 'bridge')) found.push({ item: settings, property: 'bridge' });
  for (const item of enabledItemsOf(config, '/interface/bridge')) {
    if (isNamed(item, 'mlag-peer-port')) found.push({ item, property: 'mlag-peer-port' });
  }
  return found;
}

function isNamed(item: Item, property: string): boolean {
  const value = propertyValue(item, property);
  return value !== undefined && value !== '' && value !== 'none';
}
