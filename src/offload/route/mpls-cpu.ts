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
  summary: 'MPLS, VPLS and traffic engineering are done by the CPU',
  why: 'Labelled packets go through the CPU, whatever L3 offloading does for IP.',
  remedy: 'Keep MPLS to devices with a strong CPU.',

  check: aboutEach(routed(rows), ([, property]) => ({
    what: 'labelled packets go through the CPU',
    primary: [property, 'done by the CPU'],
  })),
});
