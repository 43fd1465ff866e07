// What switches bridge FastPath off.

import { bridgeRuleMenus, bridgeStops, fasttrackStops } from '../forwarding/cpu-path.ts';
import type { Network } from '../forwarding/network.ts';
import type { Item, MenuPath } from '../model/config.ts';

export interface BridgeFastpathBlock {
  readonly item: Item;
  readonly property: string;
  readonly text: string;
}

/** Everything that stops bridge FastPath, settings first; empty = it is active. */
export function bridgeFastpathBlocks(network: Network): readonly BridgeFastpathBlock[] {
  const meshes = fasttrackStops(network)[4].filter(({ reason }) => reason.cause.code === 'fastpath/fp-mesh');
  return [
    ...bridgeStops(network, network.bridges.values()).map(({ item, property, reason }) => {
      if (property === 'vlan-filtering') return { item, property, text: reason.cause.text };
      const isRule = ruleMenus.has(item.menu);
      return { item, property, text: isRule ? 'a rule of the bridge firewall' : 'switches bridge FastPath off' };
    }),
    ...meshes.slice(0, 1).map(({ item, property }) => ({ item, property, text: 'a mesh interface' })),
  ];
}

const ruleMenus: ReadonlySet<MenuPath> = new Set(bridgeRuleMenus);
