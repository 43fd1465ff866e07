// Whether the chip routes for a VLAN interface directly on a port.

import { routedQuestion } from '../routed-question.ts';

export const vlanOnPort = routedQuestion({
  id: 'vlan-on-port',
  asks: 'Does the chip route for a VLAN interface directly on a port?',
  settles: { facts: ['l3.vlan-on-port'] },
  tested: {
    vlan: { add: '/interface/vlan', set: { name: 'rosc-probe', interface: '{far}', 'vlan-id': '3998' } },
    address: { add: '/ip/address', set: { address: '198.18.5.3/24', interface: 'rosc-probe' } },
  },
  frame: { vlan: 3998 },
  chip: {
    says: 'the chip routes for a VLAN interface directly on a port',
    facts: { 'l3.vlan-on-port': true },
  },
  cpu: {
    says: 'the CPU routes for a VLAN interface directly on a port',
    facts: { 'l3.vlan-on-port': false },
  },
});
