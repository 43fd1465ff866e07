// Whether a VLAN is routed in hardware whose member has the flag off.

import { filteringBridge, vlan } from '../common-steps.ts';
import { routedQuestion } from '../routed-question.ts';

export const portOffInVlan = routedQuestion({
  id: 'port-off-in-vlan',
  asks: 'Does the chip route for a VLAN of which a member port has l3-hw-offloading=no?',
  settles: { codes: ['l3hw/l3hw-port-off-poisons-vlan'] },
  where: { since: '7.21' },
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in a bridge, with `l3-hw-offloading=no` for a while',
  beyond: 'pause',
  before: { ...filteringBridge, ...vlan('3998') },
  inside: 'rosc-probe-vlan',
  tested: {
    off: { setPort: '/interface/ethernet/switch/port', port: '{far}', property: 'l3-hw-offloading', value: 'no' },
  },
  chip: { says: 'the chip routes also for a VLAN of which a member port has `l3-hw-offloading=no`' },
  cpu: { says: 'the CPU routes for a VLAN of which a member port has `l3-hw-offloading=no`' },
});
