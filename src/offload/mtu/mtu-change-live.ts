// Changes of MTU and L2MTU while the chip routes.

import { altersAny, defineChangeRule } from '../planned.ts';

/** Interfaces whose MTU the chip knows; that of a tunnel is the CPU's. */
const sizedMenus: ReadonlySet<string> = new Set([
  '/interface',
  '/interface/bonding',
  '/interface/bridge',
  '/interface/ethernet',
  '/interface/vlan',
]);

export const mtuChangeLive = defineChangeRule({
  id: 'mtu/mtu-change-live',
  cost: 'H',

  isLive: true,
  // A new interface brings its MTU along; only a change of an old one finds the chip at work with it.
  isMeant: (change) => sizedMenus.has(change.menu) && altersAny(change, ['mtu', 'l2mtu']),
  what: (count) => `${count} ${count === 1 ? 'MTU changes' : 'MTUs change'} while the chip routes`,
});
