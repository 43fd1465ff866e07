// Whether ports count what their CPU sees, also without a link: the post-check measures by it.

import type { Condition, Question } from '../question.ts';

const properties = ['driver-rx-byte', 'rx-bytes', 'tx-bytes'];

function counts(of: string, on: 'every' | 'some' | 'none'): Condition {
  return { of, property: 'driver-rx-byte', on };
}

export const portCounters: Question = {
  id: 'port-counters',
  asks: 'Which ports count what reaches the CPU, with and without a link?',
  settles: { statements: ['post-check/counters'] },
  needs: 'reading',
  seconds: 1,
  steps: {
    up: { print: '/interface/ethernet', properties, query: ['running=true'] },
    down: { print: '/interface/ethernet', properties, query: ['running=false'] },
  },
  unclear: [
    { when: [{ of: 'up', rows: 'none' }], reason: 'no port has a link' },
    { when: [{ of: 'down', rows: 'none' }], reason: 'every port has a link' },
  ],
  conclusions: [
    {
      when: [counts('up', 'every'), counts('down', 'every')],
      says: 'every port counts what reaches the CPU, with a link and without',
    },
    {
      when: [counts('up', 'every'), counts('down', 'none')],
      says: 'ports count what reaches the CPU while they have a link',
    },
    { when: [counts('up', 'some')], says: 'some ports count what reaches the CPU, and others do not' },
    { when: [counts('up', 'none')], says: 'no port counts what reaches the CPU' },
  ],
};
