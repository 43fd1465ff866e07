// What a `find` makes of a property that holds a list: the manual finds a VLAN by `vlan-ids=`, users say that it cannot
// work.

import { countRows } from '../count-rows.ts';
import type { Question } from '../question.ts';

const count = (condition: string) => countRows(`/interface/bridge/vlan/find bridge="rosc-probe" ${condition}`);

export const listInFind: Question = {
  id: 'list-in-find',
  asks: 'Does a `find` know a list of VLANs by its one member, and a list of several by its text?',
  settles: { statements: ['script/list-in-find'] },
  needs: 'rows',
  disturbs: 'there is a bridge without ports',
  seconds: 3,
  steps: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    one: { add: '/interface/bridge/vlan', set: { bridge: 'rosc-probe', 'vlan-ids': '3998' } },
    several: { add: '/interface/bridge/vlan', set: { bridge: 'rosc-probe', 'vlan-ids': '3990,3992' } },
    found: {
      script: ['vlan-ids=3998', 'vlan-ids="3998"', 'vlan-ids="3990,3992"'].map(count).join('\n'),
    },
  },
  conclusions: [
    { when: [{ of: 'found', text: ['0 0 0 '] }], says: 'a list equals nothing in a `find`' },
    {
      when: [{ of: 'found', text: ['1 1 0 ', '1 0 0 '] }],
      says: 'a list of one equals its member in a `find`, and a list of several equals nothing',
    },
    {
      when: [{ of: 'found', text: ['0 1 1 ', '1 1 1 ', '1 0 1 '] }],
      says: 'a list equals its text in a `find`, that of several too',
    },
    { when: [{ of: 'found', text: ['0 1 0 '] }], says: 'a list of one equals its member in quotes in a `find`' },
  ],
};
