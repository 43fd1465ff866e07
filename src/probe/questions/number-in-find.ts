// Whether a `find` compares a number with a text in quotes.

import { bareOrQuoted, countRows } from '../count-rows.ts';
import type { Question } from '../question.ts';

const count = (condition: string) => countRows(`/interface/vlan/find interface="rosc-probe" ${condition}`);

export const numberInFind: Question = {
  id: 'number-in-find',
  asks: 'Does a `find` know a number that is written in quotes?',
  settles: { statements: ['script/number-in-find'] },
  needs: 'rows',
  disturbs: 'there is a bridge without ports, and a VLAN on it',
  seconds: 3,
  steps: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    vlan: { add: '/interface/vlan', set: { name: 'rosc-probe-vlan', interface: 'rosc-probe', 'vlan-id': '3998' } },
    found: { script: ['vlan-id=3998', 'vlan-id="3998"'].map(count).join('\n') },
  },
  conclusions: bareOrQuoted('a number'),
};
