// Whether a script can be named in `numbers`: confirming a commit is removing one by its name.

import type { Question } from '../question.ts';

export const namedRows: Question = {
  id: 'named-rows',
  asks: 'Can a script be named in `numbers`?',
  settles: { statements: ['api/named-rows'] },
  needs: 'rows',
  seconds: 1,
  steps: {
    script: { add: '/system/script', set: { name: '{name}-1', source: '' } },
    named: {
      command: 'set',
      menu: '/system/script',
      arguments: { numbers: '{name}-1', comment: 'rosc-probe-named' },
      mayRefuse: true,
    },
    row: { print: '/system/script', properties: ['comment'], query: ['name={name}-1'] },
  },
  conclusions: [
    {
      when: [
        { of: 'named', is: 'done' },
        { of: 'row', property: 'comment', among: ['rosc-probe-named'] },
      ],
      says: 'a script can be named in `numbers`',
    },
    {
      when: [
        { of: 'named', is: 'refused' },
        { of: 'row', property: 'comment', among: ['rosc-probe'] },
      ],
      says: 'a script cannot be named in `numbers`',
    },
  ],
};
