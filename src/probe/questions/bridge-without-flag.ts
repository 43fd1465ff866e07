// Whether a bridge has a switch of its own for L3 offloading, as VLAN interfaces have.

import type { Question } from '../question.ts';

export const bridgeWithoutFlag: Question = {
  id: 'bridge-without-flag',
  asks: 'Does a bridge take l3-hw-offloading=no?',
  settles: { codes: ['l3hw/ip-on-bridge-no-vlan-flag'] },
  needs: 'rows',
  where: { since: '7.21', chip: 'l3.vlan-flag' },
  disturbs: 'there is a bridge without ports',
  seconds: 1,
  steps: {
    bridge: {
      add: '/interface/bridge',
      set: { name: 'rosc-probe', 'protocol-mode': 'none', 'l3-hw-offloading': 'no' },
      mayRefuse: true,
    },
  },
  conclusions: [
    { when: [{ of: 'bridge', is: 'refused' }], says: 'a bridge has no `l3-hw-offloading`' },
    { when: [{ of: 'bridge', is: 'done' }], says: 'a bridge takes `l3-hw-offloading=no`' },
  ],
};
