// Whether a `find` takes a bare word for one of an enumeration.

import { bareOrQuoted, countRows } from '../count-rows.ts';
import type { Question } from '../question.ts';

const count = (condition: string) => countRows(`/interface/bridge/find name="rosc-probe" ${condition}`);

export const wordInFind: Question = {
  id: 'word-in-find',
  asks: 'Does a `find` take a bare word for one of an enumeration?',
  settles: { statements: ['script/word-in-find'] },
  needs: 'rows',
  disturbs: 'there is a bridge without ports',
  seconds: 3,
  steps: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    found: { script: ['protocol-mode=none', 'protocol-mode="none"'].map(count).join('\n') },
  },
  conclusions: bareOrQuoted('a word'),
};
