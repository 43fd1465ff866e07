// Whether the chip routes for a bond whose mode it does not balance.

import { routedQuestion } from '../routed-question.ts';

export const bondActiveBackup = routedQuestion({
  id: 'bond-active-backup',
  asks: 'Does the chip route for a bond in the mode active-backup?',
  settles: { codes: ['l2/bond-active-backup-l3'] },
  disturbs: 'a scratch port is in a bond, and frames go from it to the other',
  beyond: 'pause',
  before: {
    bond: { add: '/interface/bonding', set: { name: 'rosc-probe', mode: 'balance-xor', slaves: '{far}' } },
  },
  inside: 'rosc-probe',
  tested: {
    mode: { command: 'set', menu: '/interface/bonding', of: 'bond', arguments: { mode: 'active-backup' } },
  },
  chip: { says: 'the chip routes for a bond in the mode active-backup' },
  cpu: { says: 'the CPU routes for a bond in the mode active-backup' },
  lost: { says: 'what enters by a bond in the mode active-backup is lost' },
});
