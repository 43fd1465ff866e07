// Who fragments what is longer than the MTU of the interface that it leaves by.

import { routedQuestion } from '../routed-question.ts';

export const longerThanMtu = routedQuestion({
  id: 'longer-than-mtu',
  asks: 'Who handles a packet that may be fragmented and is longer than the MTU of its way out?',
  settles: { codes: ['mtu/routed-mtu-mismatch'] },
  disturbs: 'a scratch port is in a bond, and frames go from the other to it',
  beyond: 'pause',
  before: {
    bond: {
      add: '/interface/bonding',
      set: { name: 'rosc-probe', mode: 'balance-xor', slaves: '{near}', mtu: '1000' },
    },
  },
  outside: 'rosc-probe',
  tested: {},
  frame: { payload: 1200 },
  isTooLong: true,
  chip: { says: 'the chip lets pass what is longer than the MTU' },
  cpu: { says: 'the CPU handles what is longer than the MTU and may be fragmented' },
  lost: { says: 'what is longer than the MTU is lost, although it may be fragmented' },
});
