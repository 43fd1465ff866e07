// Whether the chip routes only between MAC addresses of one prefix.

import { routedQuestion } from '../routed-question.ts';

export const macPrefix = routedQuestion({
  id: 'mac-prefix',
  asks: 'Does the chip route for a bridge whose MAC address begins otherwise than those of the ports?',
  settles: { facts: ['l3.mac-prefix'] },
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in one bridge and then in another, and frames go from it to the other',
  beyond: 'pause',
  before: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    other: {
      add: '/interface/bridge',
      set: {
        name: 'rosc-probe-2',
        'protocol-mode': 'none',
        'auto-mac': 'no',
        'admin-mac': '02:00:00:00:00:01',
      },
    },
    port: { add: '/interface/bridge/port', set: { bridge: 'rosc-probe', interface: '{far}' } },
  },
  inside: 'rosc-probe',
  tested: {
    address: { add: '/ip/address', set: { address: '198.18.5.3/24', interface: 'rosc-probe-2' } },
    moved: {
      command: 'set',
      menu: '/interface/bridge/port',
      of: 'port',
      arguments: { bridge: 'rosc-probe-2' },
    },
  },
  frame: { to: { interface: 'rosc-probe-2' } },
  chip: {
    says: 'the chip routes between MAC addresses that begin otherwise',
    facts: { 'l3.mac-prefix': false },
  },
  cpu: {
    says: 'the CPU routes for an interface whose MAC address begins otherwise than that of another',
    facts: { 'l3.mac-prefix': true },
  },
});
