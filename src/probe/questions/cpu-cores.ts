// How many cores the CPU has.

import type { Question } from '../question.ts';

export const cpuCores: Question = {
  id: 'cpu-cores',
  asks: 'How many cores does the CPU have?',
  settles: { facts: ['cpu.cores'] },
  needs: 'reading',
  seconds: 1,
  steps: { resource: { print: '/system/resource', properties: ['cpu-count'] } },
  conclusions: [
    {
      when: [{ of: 'resource', property: 'cpu-count', on: 'every' }],
      says: 'the number of CPU cores is {cpu.cores}',
      facts: { 'cpu.cores': { of: 'resource', number: 'cpu-count' } },
    },
  ],
};
