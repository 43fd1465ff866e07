// Whether a switch says which chip it is. What a probe finds out about a chip counts only where the profile of the
// model has the same one.

import type { Question } from '../question.ts';

export const chipType: Question = {
  id: 'chip-type',
  asks: 'Do the switches say which chips they are?',
  settles: { statements: ['device/chip'] },
  needs: 'reading',
  where: { chip: 'l2.bridge' },
  seconds: 1,
  steps: { switches: { print: '/interface/ethernet/switch', properties: ['name', 'type'] } },
  conclusions: [
    { when: [{ of: 'switches', property: 'type', on: 'every' }], says: 'every switch says which chip it is' },
    { when: [{ of: 'switches', property: 'type', on: 'none' }], says: 'no switch says which chip it is' },
  ],
};
