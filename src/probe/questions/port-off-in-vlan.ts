// Whether a VLAN is routed in hardware whose member has the flag off.

import { routedQuestion } from '../routed-question.ts';

export const portOffInVlan = routedQuestion({
  id: 'port-off-in-vlan',
  asks: 'Does the chip route for a VLAN of which a member port has l3-hw-offloading=no?',
  settles: { codes: ['l3hw/l3hw-port-off-poisons-vlan'] },
  where: { since: '7.21' },
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in a bridge, with `l3-hw-offloading=no` for a while',
  beyond: 'pause',
  before: {
    bridge: {
      add: '/interface/bridge',
      set: { name: 'rosc-probe', 'protocol-mode': 'none', 'vlan-filtering': 'yes' },
    },
    port: { add: '/interface/bridge/port', set: { bridge: 'rosc-probe', interface: '{far}', pvid: '3998' } },
    members: { add: '/interface/bridge/vlan', set: { bridge: 'rosc-probe', tagged: 'rosc-probe', 'vlan-ids': '3998' } },
    vlan: { add: '/interface/vlan', set: { name: 'rosc-probe-vlan', interface: 'rosc-probe', 'vlan-id': '3998' } },
  },
  inside: 'rosc-probe-vlan',
  tested: {
    off: { setPort: '/interface/ethernet/switch/port', port: '{far}', property: 'l3-hw-offloading', value: 'no' },
  },
  chip: { says: 'the chip routes also for a VLAN of which a member port has `l3-hw-offloading=no`' },
  cpu: { says: 'the CPU routes for a VLAN of which a member port has `l3-hw-offloading=no`' },
});
