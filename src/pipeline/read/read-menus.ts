// Which menus of a device are read: those that rosc configures, and those that its rules look at.

import type { MenuPath } from '../../model/config.ts';
import { menus } from '../../model/menus.ts';

/** What a device learns by itself; it is no configuration, and can be very long. */
const learned: ReadonlySet<MenuPath> = new Set<MenuPath>([
  '/interface',
  '/interface/bridge/host',
  '/interface/ethernet/switch/host',
  '/ipv6/neighbor',
]);

/** Menus that a site configures and no rule looks at: what an earlier site left there has to be found. */
export const onlyConfigured: readonly MenuPath[] = [
  '/interface/ethernet/switch/qos/map/ip',
  '/interface/ethernet/switch/qos/map/vlan',
  '/ip/dhcp-server/lease',
  '/ip/dns',
  '/ipv6/nd',
  '/routing/bfd/configuration',
  '/routing/bgp/instance',
  '/routing/ospf/area/range',
  '/snmp',
  '/snmp/community',
  '/system/identity',
  '/system/logging',
  '/system/logging/action',
  '/system/ntp/client',
  '/system/ntp/client/servers',
  '/system/ntp/server',
];

/** Menus that a site configures and that rules look at. */
const configuredAndLookedAt: ReadonlySet<MenuPath> = new Set<MenuPath>([
  '/interface/bonding',
  '/interface/bridge',
  '/interface/bridge/port',
  '/interface/bridge/vlan',
  '/interface/ethernet',
  '/interface/ethernet/switch',
  '/interface/ethernet/switch/l3hw-settings',
  '/interface/ethernet/switch/port',
  '/interface/ethernet/switch/port-isolation',
  '/interface/ethernet/switch/qos/port',
  '/interface/ethernet/switch/qos/profile',
  '/interface/ethernet/switch/rule',
  '/interface/ethernet/switch/vlan',
  '/interface/list',
  '/interface/list/member',
  '/interface/vlan',
  '/ip/address',
  '/ip/dhcp-relay',
  '/ip/dhcp-server',
  '/ip/dhcp-server/network',
  '/ip/firewall/address-list',
  '/ip/firewall/filter',
  '/ip/firewall/mangle',
  '/ip/firewall/nat',
  '/ip/firewall/raw',
  '/ip/pool',
  '/ip/route',
  '/ip/service',
  '/ip/vrf',
  '/ipv6/address',
  '/ipv6/dhcp-relay',
  '/ipv6/firewall/address-list',
  '/ipv6/firewall/filter',
  '/ipv6/firewall/mangle',
  '/ipv6/firewall/raw',
  '/ipv6/route',
  '/routing/bgp/connection',
  '/routing/filter/rule',
  '/routing/ospf/area',
  '/routing/ospf/instance',
  '/routing/ospf/interface-template',
  '/routing/table',
]);

/**
 * Whether rosc only looks at a menu, to know what is there: no site configures it, unless its `raw:` does. Without it
 * verdicts stay unknown, and everything else goes on.
 */
export function isOnlyLookedAt(menu: MenuPath): boolean {
  return !configuredAndLookedAt.has(menu) && !onlyConfigured.includes(menu);
}

/** What a plan compares with: all that the site configures, and all that an earlier one may have. */
export function planMenus(desired: Iterable<MenuPath>): readonly MenuPath[] {
  return readMenus([...onlyConfigured, ...desired]);
}

const analysed = [...menus].flatMap(([path, { properties }]) => {
  const isAnalysed = Object.values(properties).some(({ offload }) => offload === 'analysed');
  return isAnalysed && !learned.has(path) ? [path] : [];
});

/** `also`: menus that somebody configures, whatever they do to forwarding. */
export function readMenus(also: Iterable<MenuPath> = []): readonly MenuPath[] {
  return [...new Set([...analysed, ...also])];
}
