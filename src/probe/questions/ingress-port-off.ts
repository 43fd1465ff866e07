// Who routes what enters by a port that is off, and leaves by one that is on: the manual calls it unpredictable.

import { routedQuestion } from '../routed-question.ts';

export const ingressPortOff = routedQuestion({
  id: 'ingress-port-off',
  asks: 'Who routes what enters by a port with l3-hw-offloading=no and leaves by one with yes?',
  settles: { codes: ['l3hw/l3hw-ingress-only-off', 'firewall/conntrack-asymmetric'] },
  disturbs: 'a scratch port has `l3-hw-offloading=no`, and frames go from it to the other',
  beyond: 'pause',
  tested: {
    off: { setPort: '/interface/ethernet/switch/port', port: '{far}', property: 'l3-hw-offloading', value: 'no' },
  },
  chip: { says: 'the chip routes also what enters by a port with `l3-hw-offloading=no`' },
  cpu: { says: 'the CPU routes what enters by a port with `l3-hw-offloading=no`, and the chip the other way' },
  lost: { says: 'what enters by a port with `l3-hw-offloading=no` is lost' },
});
