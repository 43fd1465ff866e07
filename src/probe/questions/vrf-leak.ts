// Whether the chip routes out of a VRF into another.

import { routedQuestion } from '../routed-question.ts';

export const vrfLeak = routedQuestion({
  id: 'vrf-leak',
  asks: 'Does the chip route from a VRF to a next hop in the main table?',
  settles: { codes: ['route/vrf-leak-via-cpu'] },
  where: { chip: 'l3.vrf' },
  disturbs: 'a scratch port is in a VRF, and frames go from it to the other',
  beyond: 'path',
  tested: {
    vrf: { add: '/ip/vrf', set: { name: 'rosc-probe', interfaces: '{far}' } },
    route: {
      add: '/ip/route',
      set: { 'dst-address': '198.18.4.0/24', gateway: '198.18.1.2@main', 'routing-table': 'rosc-probe' },
    },
  },
  frame: { destination: '198.18.4.2' },
  chip: { says: 'the chip routes from a VRF to a next hop in the main table' },
  cpu: { says: 'the CPU routes from a VRF to a next hop in the main table' },
  lost: { says: 'what a route leads out of a VRF is lost' },
});
