// Whether a VLAN tag takes four bytes of the L2MTU of the interface below.

import type { Question } from '../question.ts';

export const l2mtuOfVlan: Question = {
  id: 'l2mtu-of-vlan',
  asks: 'By how much is the L2MTU of a VLAN smaller than that of its bridge?',
  settles: { codes: ['mtu/vlan-mtu-gt-bridge'] },
  needs: 'rows',
  disturbs: 'there is a bridge without ports, and a VLAN on it',
  seconds: 1,
  steps: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    vlan: { add: '/interface/vlan', set: { name: 'rosc-probe-vlan', interface: 'rosc-probe', 'vlan-id': '3998' } },
    bridgeRow: { print: '/interface', properties: ['l2mtu'], query: ['name=rosc-probe'] },
    vlanRow: { print: '/interface', properties: ['l2mtu'], query: ['name=rosc-probe-vlan'] },
  },
  conclusions: [
    {
      when: [{ of: 'vlanRow', property: 'l2mtu', below: 'bridgeRow', by: 4 }],
      says: 'the L2MTU of a VLAN is four bytes smaller than that of its bridge',
    },
    {
      when: [{ of: 'vlanRow', property: 'l2mtu', below: 'bridgeRow', by: 0 }],
      says: 'the L2MTU of a VLAN is that of its bridge',
    },
    {
      when: [
        { of: 'vlanRow', property: 'l2mtu', on: 'every' },
        { of: 'bridgeRow', property: 'l2mtu', on: 'every' },
      ],
      says: 'the L2MTU of a VLAN is neither that of its bridge nor four bytes smaller',
    },
  ],
};
