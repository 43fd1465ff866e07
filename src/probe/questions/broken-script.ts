// Whether a stored script with a syntax error is flagged, by which a commit knows that its undo was understood.

import type { Question } from '../question.ts';

export const brokenScript: Question = {
  id: 'broken-script',
  asks: 'Is a stored script with a syntax error flagged as invalid?',
  settles: { statements: ['script/invalid'] },
  needs: 'rows',
  seconds: 1,
  steps: {
    broken: {
      add: '/system/script',
      set: { name: '{name}-1', source: ':local a [:len "x"\n:if (($a = 1) do={' },
      mayRefuse: true,
    },
    whole: { add: '/system/script', set: { name: '{name}-2', source: ':local a [:len "x"]' } },
    brokenRow: { print: '/system/script', properties: ['invalid'], query: ['name={name}-1'] },
    wholeRow: { print: '/system/script', properties: ['invalid'], query: ['name={name}-2'] },
  },
  conclusions: [
    { when: [{ of: 'broken', is: 'refused' }], says: 'a script with a syntax error is not stored at all' },
    {
      when: [
        { of: 'brokenRow', property: 'invalid', among: ['true', 'yes'] },
        { of: 'wholeRow', property: 'invalid', among: ['false', 'no'] },
      ],
      says: 'a script with a syntax error is stored and flagged, and a whole one is not flagged',
    },
    {
      when: [
        { of: 'brokenRow', property: 'invalid', among: ['true', 'yes'] },
        { of: 'wholeRow', property: 'invalid', on: 'none' },
      ],
      says: 'a script with a syntax error is stored and flagged, and a whole one has no flag',
    },
    {
      when: [
        { of: 'brokenRow', property: 'invalid', among: ['false', 'no'] },
        { of: 'wholeRow', property: 'invalid', among: ['false', 'no'] },
      ],
      says: 'a script with a syntax error is stored and not flagged',
    },
    {
      when: [
        { of: 'brokenRow', property: 'invalid', on: 'none' },
        { of: 'wholeRow', property: 'invalid', on: 'none' },
      ],
      says: 'a script with a syntax error is stored and not flagged',
    },
  ],
};
