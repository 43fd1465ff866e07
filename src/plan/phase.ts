// Which step of a safe change a change belongs to, and what it does to ports and sessions while it happens.
// Order: reference manual, "L3 Hardware Offloading", which asks for offload to be off during layer-2 work.

import type { MenuPath } from '../model/config.ts';
import { isYes } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import type { Change, Disruption, Phase, PropertyChange } from './plan.ts';

export type Draft = Pick<Change, 'action' | 'menu' | 'properties'>;

export const switchMenu: MenuPath = '/interface/ethernet/switch';

/** Menus whose changes ask for L3 offload to be off. */
const layer2Menus: ReadonlySet<MenuPath> = new Set([
  '/interface/bridge',
  '/interface/bridge/port',
  '/interface/bridge/vlan',
  '/interface/bridge/msti',
  '/interface/bonding',
  '/interface/vlan',
  '/interface/vxlan',
]);

/** Ports, by their own menu and by that of all interfaces. */
const portMenus: ReadonlySet<MenuPath> = new Set(['/interface/ethernet', '/interface']);

/** Properties of ports that ask for it too; a port's name or comment does not. */
const layer2PortProperties: ReadonlySet<string> = new Set(['mtu', 'l2mtu', 'mac-address']);

/** What decides over packets, and over who may talk to the device. */
const policyMenus = [
  '/ip/firewall/',
  '/ipv6/firewall/',
  '/interface/ethernet/switch/rule',
  '/interface/ethernet/switch/port',
  '/routing/rule',
  '/queue/',
  '/ip/service',
  '/ip/ssh',
  '/tool/mac-server',
  '/user',
];

const sizeProperties: ReadonlySet<string> = new Set([
  'mtu',
  'l2mtu',
  'mac-address',
  'rx-flow-control',
  'tx-flow-control',
]);

/**
 * Properties of L3 offload that let the chip forward more once they are set. What a firewall is to see leaves the chip
 * before its packets come, and comes onto it when nothing has to see it any more.
 */
const offloadProperties: ReadonlyMap<MenuPath, ReadonlySet<string>> = new Map([
  [switchMenu, new Set(['l3-hw-offloading'])],
  ['/interface/ethernet/switch/port', new Set(['l3-hw-offloading'])],
  ['/interface/ethernet/switch/l3hw-settings', new Set(['ipv6-hw', 'fasttrack-hw'])],
]);

export function phaseOf(change: Draft): Phase {
  const { action, menu, properties } = change;
  const [first] = properties;
  if (action === 'set' && first) return propertyPhase(menu, first);
  if (isPolicy(menu)) return 'policy';
  // Rules by the list deny until others have taken their place.
  if (action === 'remove') return menu === '/interface/list/member' ? 'policy' : 'remove';
  return menu === '/interface/bridge/port' ? 'ports' : 'add';
}

/** The phase of one property of a `set`: properties of different phases are set apart. */
export function propertyPhase(menu: MenuPath, property: PropertyChange): Phase {
  if (offloadProperties.get(menu)?.has(property.name)) return isYes(property.after) ? 'offload-on' : 'offload-off';
  if (isPolicy(menu) || menu === switchMenu) return 'policy';
  if (isSizeOf(menu, property.name)) return isRaise(property) ? 'add' : 'mtu';
  if (menu === '/interface/bridge') return 'bridge';
  if (menu === '/interface/bridge/port' || menu === '/interface/bridge/vlan') return 'ports';
  return 'add';
}

export function disruptionOf(change: Draft): Disruption {
  const { menu, action, properties } = change;
  if (menu === '/interface/ethernet/switch/rule') return 'rules-inactive';
  if (action !== 'set') return 'none';
  const worst = properties.map(({ name }) => propertySpec(menu, name)?.disruption);
  if (worst.includes('switch-reset')) return 'switch-reset';
  return worst.includes('port-flap') ? 'port-flap' : 'none';
}

/** True for changes that RouterOS's manual wants done while L3 offload is off; comments and names are not. */
export function isLayer2({ action, menu, properties }: Draft): boolean {
  if (portMenus.has(menu)) return properties.some(({ name }) => layer2PortProperties.has(name));
  if (!layer2Menus.has(menu)) return false;
  return action !== 'set' || properties.some(({ name }) => propertySpec(menu, name)?.offload !== 'neutral');
}

export function isPolicy(menu: MenuPath): boolean {
  return policyMenus.some((prefix) => menu === prefix || (prefix.endsWith('/') && menu.startsWith(prefix)));
}

/** MTU grows from the port upwards and shrinks from the top down, or RouterOS refuses it. */
export function isRaise({ before, after }: PropertyChange): boolean {
  return Number(after) > Number(before ?? 0);
}

function isSizeOf(menu: MenuPath, name: string): boolean {
  const isInterface = menu === '/interface' || menu.startsWith('/interface/');
  return isInterface && !menu.startsWith('/interface/bridge/') && sizeProperties.has(name);
}
