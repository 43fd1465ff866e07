// Changes to bridges, VLANs, bonds and MACs while the chip routes: its tables may keep the old picture.

import { propertySpec } from '../../model/menus.ts';
import { defineChangeRule } from '../planned.ts';

export const l2ChangeWhileL3hwOn = defineChangeRule({
  id: 'l3hw/l2-change-while-l3hw-on',
  cost: 'H',

  isLive: true,
  isMeant({ action, menu, properties }) {
    if (menu === '/interface/ethernet') return properties.some(({ name }) => name === 'mac-address');
    if (!layer2Menus.has(menu)) return false;
    return (
      action !== 'set' ||
      properties.some(({ name }) => !elsewhere.has(name) && propertySpec(menu, name)?.offload !== 'neutral')
    );
  },
  what: (count) => `${count} layer 2 ${count === 1 ? 'change meets' : 'changes meet'} a chip that is routing`,
});

const layer2Menus: ReadonlySet<string> = new Set([
  '/interface/bonding',
  '/interface/bridge',
  '/interface/bridge/msti',
  '/interface/bridge/port',
  '/interface/bridge/vlan',
  '/interface/vlan',
]);

/** Properties that say nothing to the chip, and those that have a rule of their own. */
const elsewhere: ReadonlySet<string> = new Set(['name', 'l3-hw-offloading', 'mtu', 'l2mtu']);
