// Whether the chip routes for more MTU values than it has profiles for.

import { filteringBridge, vlan } from '../common-steps.ts';
import { routedQuestion } from '../routed-question.ts';

export const mtuProfiles = routedQuestion({
  id: 'mtu-profiles',
  asks: 'Does the chip route for a VLAN with the tenth MTU value?',
  settles: { codes: ['mtu/mtu-profile-limit'] },
  where: { chip: 'l3.mtu-profiles', most: 9 },
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in a bridge with nine VLANs, and frames go from it to the other',
  beyond: 'pause',
  before: {
    ...filteringBridge,
    tagged: {
      add: '/interface/bridge/vlan',
      set: { bridge: 'rosc-probe', tagged: 'rosc-probe,{far}', 'vlan-ids': '3901-3909' },
    },
    ...vlan('3998'),
  },
  inside: 'rosc-probe-vlan',
  tested: {
    vlans: {
      add: '/interface/vlan',
      set: { name: 'rosc-probe-{n}', interface: 'rosc-probe', 'vlan-id': '390{n}', mtu: '140{n}' },
      times: 8,
    },
    addresses: { add: '/ip/address', set: { address: '198.18.1{n}.3/24', interface: 'rosc-probe-{n}' }, times: 8 },
    // Rows that are added at once may stand in any order.
    taken: { waitMs: 1000 },
    last: {
      add: '/interface/vlan',
      set: { name: 'rosc-probe-9', interface: 'rosc-probe', 'vlan-id': '3909', mtu: '1409' },
    },
    lastAddress: { add: '/ip/address', set: { address: '198.18.19.3/24', interface: 'rosc-probe-9' } },
  },
  frame: { to: { interface: 'rosc-probe-9' }, vlan: 3909 },
  chip: { says: 'the chip routes also for a VLAN with the tenth MTU value' },
  cpu: { says: 'the CPU routes for a VLAN with the tenth MTU value' },
  lost: { says: 'what enters by a VLAN with the tenth MTU value is lost' },
});
