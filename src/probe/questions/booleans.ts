// How booleans are printed over the API.

import type { Question } from '../question.ts';

export const booleans: Question = {
  id: 'booleans',
  asks: 'How are booleans printed over the API?',
  settles: { statements: ['api/booleans'] },
  needs: 'reading',
  seconds: 1,
  steps: { ports: { print: '/interface/ethernet', properties: ['disabled', 'running'] } },
  conclusions: [
    {
      when: [
        { of: 'ports', property: 'disabled', among: ['true', 'false'] },
        { of: 'ports', property: 'running', among: ['true', 'false'] },
      ],
      says: 'booleans are printed as `true` and `false`',
    },
    {
      when: [
        { of: 'ports', property: 'disabled', among: ['yes', 'no'] },
        { of: 'ports', property: 'running', among: ['yes', 'no'] },
      ],
      says: 'booleans are printed as `yes` and `no`',
    },
  ],
};
