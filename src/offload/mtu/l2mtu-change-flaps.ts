// Changes of L2MTU, for which all links go down.

import { altersAny, defineChangeRule } from '../planned.ts';

export const l2mtuChangeFlaps = defineChangeRule({
  id: 'mtu/l2mtu-change-flaps',
  cost: 'M',
  datapath: 'l2-switching',

  // `/interface` shows the same ports once more.
  isMeant: (change) =>
    (change.menu === '/interface/ethernet' || change.menu === '/interface') && altersAny(change, ['l2mtu']),
  what: 'all links go down for a moment when an L2MTU changes',
});
