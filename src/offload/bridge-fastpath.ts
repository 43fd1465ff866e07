// What switches bridge FastPath off.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, isYes, type MenuPath, propertyValue } from '../model/config.ts';
import { isAtLeastVersion } from '../model/version.ts';
import { settingOf } from './settings.ts';

export interface BridgeFastpathBlock {
  readonly item: Item;
  readonly property: string | undefined;
  readonly text: string;
}

const ruleMenus: readonly MenuPath[] = ['/interface/bridge/filter', '/interface/bridge/nat', '/interface/bridge/calea'];

/** Since then bridge FastPath works with VLAN filtering. */
const filteringVersion = '7.2';

/** Everything that stops bridge FastPath, settings first; empty = it is active. */
export function bridgeFastpathBlocks({ config, target, bridges }: Network): readonly BridgeFastpathBlock[] {
  const blocks: BridgeFastpathBlock[] = [];
  const firewall = settingOf(config, '/interface/bridge/settings', 'use-ip-firewall');
  if (firewall && isYes(firewall.value)) {
    blocks.push({ item: firewall.item, property: 'use-ip-firewall', text: 'switches bridge FastPath off' });
  }
  const allowed = settingOf(config, '/interface/bridge/settings', 'allow-fast-path');
  if (allowed?.value === 'no') {
    blocks.push({ item: allowed.item, property: 'allow-fast-path', text: 'switches bridge FastPath off' });
  }
  for (const menu of ruleMenus) {
    const [item] = enabledItemsOf(config, menu);
    if (!item) continue;
    const property = propertyValue(item, 'action') === undefined ? 'chain' : 'action';
    blocks.push({ item, property, text: 'a rule of the bridge firewall' });
  }
  for (const { item, vlanFiltering } of bridges.values()) {
    for (const property of ['dhcp-snooping', 'dhcpv6-snooping']) {
      if (isYes(propertyValue(item, property))) blocks.push({ item, property, text: 'switches bridge FastPath off' });
    }
    if (vlanFiltering && !isAtLeastVersion(target.routeros, filteringVersion)) {
      blocks.push({ item, property: 'vlan-filtering', text: `no bridge FastPath with it before ${filteringVersion}` });
    }
  }
  const [mesh] = enabledItemsOf(config, '/interface/mesh');
  if (mesh) blocks.push({ item: mesh, property: 'name', text: 'a mesh interface' });
  return blocks;
}

export function bridgeFastpathBlock(network: Network): BridgeFastpathBlock | undefined {
  return bridgeFastpathBlocks(network)[0];
}
