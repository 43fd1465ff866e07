// Whether a suppressed route keeps its packets from a shorter route in the chip.

import { routedQuestion } from '../routed-question.ts';

export const suppressedBelowCovering = routedQuestion({
  id: 'suppressed-below-covering',
  asks: 'Does the chip route by a shorter prefix what a longer one that is suppressed covers?',
  settles: { codes: ['route/suppress-leaks-to-covering-route'] },
  tested: {
    covering: { add: '/ip/route', set: { 'dst-address': '198.18.4.0/22', gateway: '198.18.1.2' } },
    suppressed: {
      add: '/ip/route',
      set: { 'dst-address': '198.18.4.0/24', gateway: '198.18.1.2', 'suppress-hw-offload': 'yes' },
    },
  },
  frame: { destination: '198.18.4.2' },
  chip: { says: 'a suppressed route does not keep its packets from a shorter route in the chip' },
  cpu: { says: 'what a suppressed route covers goes to the CPU, also below a shorter route in the chip' },
});
