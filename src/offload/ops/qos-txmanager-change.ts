// Changes of transmit managers pause traffic.

import { defineChangeRule } from '../planned.ts';

export const qosTxmanagerChange = defineChangeRule({
  id: 'ops/qos-txmanager-change',
  cost: 'M',

  isMeant({ menu, properties }) {
    if (menu === '/interface/ethernet/switch/qos/settings')
      return properties.some(({ name }) => /-buffers$/.test(name));
    if (!menu.startsWith('/interface/ethernet/switch/qos/tx-manager')) return false;
    return properties.some(({ name }) => name !== 'comment');
  },
  what: 'traffic stops for a moment while queues change',
});
