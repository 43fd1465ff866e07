// Which menus of a device are read: those that rosc configures, and those that its rules look at.

import type { MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';

/** What a device learns by itself; it is no configuration, and can be very long. */
const learned: ReadonlySet<MenuPath> = new Set<MenuPath>([
  '/interface',
  '/interface/bridge/host',
  '/interface/ethernet/switch/host',
  '/ipv6/neighbor',
]);

/** Menus that a site configures and no rule looks at: what an earlier site left there has to be found. */
const configured: readonly MenuPath[] = [
  '/interface/ethernet/switch/qos/map/ip',
  '/interface/ethernet/switch/qos/map/vlan',
  '/ip/dns',
  '/ipv6/nd',
  '/routing/bfd/configuration',
  '/routing/bgp/instance',
  '/snmp',
  '/snmp/community',
  '/system/identity',
  '/system/logging',
  '/system/logging/action',
  '/system/ntp/client',
  '/system/ntp/client/servers',
  '/system/ntp/server',
];

/** What a plan compares with: all that the site configures, and all that an earlier one may have. */
export function planMenus(desired: Iterable<MenuPath>): readonly MenuPath[] {
  return readMenus([...configured, ...desired]);
}

/** `also`: menus that somebody configures, whatever they do to forwarding. */
export function readMenus(also: Iterable<MenuPath> = []): readonly MenuPath[] {
  const looked = [...menus]
    .filter(([path, menu]) => !learned.has(path) && Object.values(menu.properties).some(isRead))
    .map(([path]) => path);
  return [...new Set([...looked, ...also])];
}

function isRead({ offload }: { readonly offload: string }): boolean {
  return offload === 'analysed';
}
