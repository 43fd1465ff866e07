// Whether active routes say that they are candidates for the hardware, which the post-check reads.

import type { Question } from '../question.ts';

export const routeFlags: Question = {
  id: 'route-flags',
  asks: 'Which active routes say whether they are offloaded?',
  settles: { statements: ['post-check/route'] },
  needs: 'reading',
  where: { chip: 'l3.offload' },
  seconds: 1,
  steps: { routes: { print: '/ip/route', properties: ['active', 'hw-offloaded'], query: ['active=true'] } },
  conclusions: [
    {
      when: [{ of: 'routes', property: 'hw-offloaded', on: 'every' }],
      says: 'every active route has `hw-offloaded`, true or false',
    },
    {
      when: [{ of: 'routes', property: 'hw-offloaded', on: 'some' }],
      says: 'some active routes have `hw-offloaded`, and others do not',
    },
    { when: [{ of: 'routes', property: 'hw-offloaded', on: 'none' }], says: 'no active route has `hw-offloaded`' },
  ],
};
