// Whether a bond in the mode active-backup is switched in hardware.

import { bondFlag, isIn, isOut } from '../bridged-port.ts';
import type { Question } from '../question.ts';

export const bondInBridge: Question = {
  id: 'bond-in-bridge',
  asks: 'Is a bond in the mode active-backup switched in hardware?',
  settles: { facts: ['l2.bonding-modes'] },
  needs: 'cable',
  where: { chip: 'l2.bond-slaves' },
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in a bond, which is in a bridge',
  beyond: 'pause',
  seconds: 8,
  steps: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    bond: { add: '/interface/bonding', set: { name: 'rosc-probe-bond', mode: 'balance-xor', slaves: '{far}' } },
    port: { add: '/interface/bridge/port', set: { bridge: 'rosc-probe', interface: 'rosc-probe-bond' } },
    wait: { waitMs: 2000 },
    plain: bondFlag,
    mode: { command: 'set', menu: '/interface/bonding', of: 'bond', arguments: { mode: 'active-backup' } },
    again: { waitMs: 2000 },
    backup: bondFlag,
  },
  conclusions: [
    { when: [isIn('plain'), isIn('backup')], says: 'a bond in the mode active-backup is switched in hardware' },
    { when: [isIn('plain'), isOut('backup')], says: 'a bond in the mode active-backup is switched by the CPU' },
  ],
};
