// Whether IGMP snooping leaves a bridge in hardware.

import { isIn, isOut, portFlag as plain } from '../bridged-port.ts';
import { wait } from '../common-steps.ts';
import type { Question } from '../question.ts';

export const igmpSnooping: Question = {
  id: 'igmp-snooping',
  asks: 'Does a port stay in hardware when its bridge snoops IGMP?',
  settles: { facts: ['l2.igmp-snooping'] },
  needs: 'cable',
  where: { chip: 'l2.bridge' },
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in one bridge and then in another',
  beyond: 'pause',
  seconds: 8,
  steps: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    other: {
      add: '/interface/bridge',
      set: { name: 'rosc-probe-2', 'protocol-mode': 'none', 'igmp-snooping': 'yes' },
    },
    port: { add: '/interface/bridge/port', set: { bridge: 'rosc-probe', interface: '{far}' } },
    wait,
    plain,
    moved: { command: 'set', menu: '/interface/bridge/port', of: 'port', arguments: { bridge: 'rosc-probe-2' } },
    again: wait,
    snooping: plain,
  },
  conclusions: [
    {
      when: [isIn('plain'), isIn('snooping')],
      says: 'IGMP snooping leaves a bridge in hardware',
      facts: { 'l2.igmp-snooping': true },
    },
    {
      when: [isIn('plain'), isOut('snooping')],
      says: 'IGMP snooping takes a bridge out of hardware',
      facts: { 'l2.igmp-snooping': false },
    },
  ],
};
