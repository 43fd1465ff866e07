// OpenFlow switches, some of whose flows take the slow path.

import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const fpOpenflow = defineRule({
  id: 'fastpath/fp-openflow',
  cost: 'L',
  datapath: 'l2-switching',

  check: aboutEach(itemsIn('/openflow'), (item) => ({
    what: 'frames of OpenFlow ports are forwarded by the CPU, some of them on the slow path',
    primary: [item.properties.has('name') ? 'name' : undefined, 'an OpenFlow switch'],
  })),
});
