// Which interfaces support FastPath, by the list of the manual.

import type { MenuPath } from '../model/config.ts';
import type { Network } from './network.ts';

const fastTunnels: ReadonlySet<MenuPath> = new Set<MenuPath>([
  '/interface/eoip',
  '/interface/gre',
  '/interface/ipip',
  '/interface/l2tp-client',
  '/interface/l2tp-server',
  '/interface/pppoe-client',
  '/interface/pppoe-server',
  '/interface/vpls',
]);

/** Whether packets that enter there can start on FastPath; undefined = no such interface. */
export function receivesFast(network: Network, name: string): boolean | undefined {
  const kind = network.kindOf(name);
  if (kind === undefined || kind === 'loopback') return undefined;
  if (kind === 'tunnel') return fastTunnels.has(menuOf(network, name) ?? '/');
  return kind !== 'other';
}

/** The menu that makes the interface; undefined for front ports that nothing is set on. */
export function menuOf(network: Network, name: string): MenuPath | undefined {
  return network.l3Interfaces.get(name)?.item?.menu;
}
