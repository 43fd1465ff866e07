// MPLS on a device whose chip routes IP: labels are the business of the CPU.

import { aboutEach, defineRule, routed, rowsOf } from '../rule.ts';

const rows = rowsOf(
  ['/mpls/ldp', 'transport-addresses'],
  ['/mpls/traffic-eng/tunnel', 'name'],
  ['/interface/vpls', 'name'],
);

export const mplsCpu = defineRule({
  id: 'route/mpls-cpu',
  cost: 'H',

  check: aboutEach(routed(rows), ([, property]) => ({
    what: 'labelled packets go through the CPU',
    primary: [property, 'done by the CPU'],
  })),
});
