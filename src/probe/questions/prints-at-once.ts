// Whether a device answers every one of many requests that come at once, and how long the slowest takes.

import type { Question } from '../question.ts';

export const printsAtOnce: Question = {
  id: 'prints-at-once',
  asks: 'Does the device answer 110 requests, sent as fast as rosc ever sends?',
  settles: { statements: ['api/many-at-once'] },
  needs: 'reading',
  beyond: 'busy',
  seconds: 10,
  steps: { prints: { print: '/system/resource', properties: ['version'], times: 110 } },
  conclusions: [
    { when: [{ of: 'prints', answered: 110 }], says: 'all 110 requests were answered' },
    { when: [{ of: 'prints', unanswered: 'some' }], says: 'some of 110 requests were answered without a row' },
  ],
};
