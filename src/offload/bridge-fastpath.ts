// What switches bridge FastPath off.

import type { Bridge, Network } from '../forwarding/network.ts';
import { type Config, enabledItemsOf, type Item, isYes, type MenuPath, propertyValue } from '../model/config.ts';
import { isAtLeastVersion } from '../model/version.ts';
import type { Target } from '../profile/target.ts';
import { settingOf } from './settings.ts';

export interface BridgeFastpathBlock {
  readonly item: Item;
  readonly property: string | undefined;
  readonly text: string;
}

const ruleMenus: readonly MenuPath[] = ['/interface/bridge/filter', '/interface/bridge/nat', '/interface/bridge/calea'];

/** Since then bridge FastPath works with VLAN filtering. */
const filteringVersion = '7.2';

const off = 'switches bridge FastPath off';

/** Everything that stops bridge FastPath, settings first; empty = it is active. */
export function bridgeFastpathBlocks({ config, target, bridges }: Network): readonly BridgeFastpathBlock[] {
  const meshes = enabledItemsOf(config, '/interface/mesh').slice(0, 1);
  return [
    ...settingBlocks(config),
    ...ruleMenus.flatMap((menu) => enabledItemsOf(config, menu).slice(0, 1).map(ruleBlock)),
    ...[...bridges.values()].flatMap((bridge) => bridgeBlocks(bridge, target)),
    ...meshes.map((item) => ({ item, property: 'name', text: 'a mesh interface' })),
  ];
}

function settingBlocks(config: Config): readonly BridgeFastpathBlock[] {
  const firewall = settingOf(config, '/interface/bridge/settings', 'use-ip-firewall');
  const allowed = settingOf(config, '/interface/bridge/settings', 'allow-fast-path');
  return [
    ...(firewall && isYes(firewall.value) ? [{ item: firewall.item, property: 'use-ip-firewall', text: off }] : []),
    ...(allowed?.value === 'no' ? [{ item: allowed.item, property: 'allow-fast-path', text: off }] : []),
  ];
}

function ruleBlock(item: Item): BridgeFastpathBlock {
  const property = propertyValue(item, 'action') === undefined ? 'chain' : 'action';
  return { item, property, text: 'a rule of the bridge firewall' };
}

function bridgeBlocks({ item, vlanFiltering }: Bridge, target: Target): readonly BridgeFastpathBlock[] {
  const snooping = ['dhcp-snooping', 'dhcpv6-snooping'].filter((property) => isYes(propertyValue(item, property)));
  const isTooOld = vlanFiltering && !isAtLeastVersion(target.routeros, filteringVersion);
  const text = `no bridge FastPath with it before ${filteringVersion}`;
  return [
    ...snooping.map((property) => ({ item, property, text: off })),
    ...(isTooOld ? [{ item, property: 'vlan-filtering', text }] : []),
  ];
}

export function bridgeFastpathBlock(network: Network): BridgeFastpathBlock | undefined {
  return bridgeFastpathBlocks(network)[0];
}
