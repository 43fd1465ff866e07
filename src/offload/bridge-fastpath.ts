// What switches bridge FastPath off.

import { bridgeStops } from '../forwarding/cpu-path.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';

export interface BridgeFastpathBlock {
  readonly item: Item;
  readonly property: string;
  readonly text: string;
}

/** Everything that stops bridge FastPath, settings first; empty = it is active. */
export function bridgeFastpathBlocks(network: Network): readonly BridgeFastpathBlock[] {
  const meshes = enabledItemsOf(network.config, '/interface/mesh').slice(0, 1);
  return [
    ...bridgeStops(network, network.bridges.values()).map(({ item, property, reason }) => {
      if (property === 'vlan-filtering') return { item, property, text: reason.cause.text };
      if (property !== undefined) return { item, property, text: 'switches bridge FastPath off' };
      return { item, property: tellingProperty(item), text: 'a rule of the bridge firewall' };
    }),
    ...meshes.map((item) => ({ item, property: 'name', text: 'a mesh interface' })),
  ];
}

/** The action stands for a rule of the bridge firewall; where it is left to its default, the chain does. */
export function tellingProperty(item: Item): string {
  return propertyValue(item, 'action') === undefined ? 'chain' : 'action';
}
