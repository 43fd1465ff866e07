// Whether the chip routes in a VRF.

import { routedQuestion } from '../routed-question.ts';

export const vrfInChip = routedQuestion({
  id: 'vrf-in-chip',
  asks: 'Does the chip route between two ports of a VRF?',
  settles: { facts: ['l3.vrf'] },
  disturbs: 'the scratch ports are in a VRF, and frames go from one to the other',
  beyond: 'path',
  tested: {
    vrf: { add: '/ip/vrf', set: { name: 'rosc-probe', interfaces: '{far},{near}' } },
    route: {
      add: '/ip/route',
      set: {
        'dst-address': '198.18.4.0/24',
        gateway: '198.18.1.2@rosc-probe',
        'routing-table': 'rosc-probe',
      },
    },
  },
  frame: { destination: '198.18.4.2' },
  chip: { says: 'the chip routes in a VRF', facts: { 'l3.vrf': true } },
  cpu: { says: 'the CPU routes in a VRF', facts: { 'l3.vrf': false } },
  lost: { says: 'what enters by a port of a VRF is lost', facts: { 'l3.vrf': false } },
});
