// Whether the device has the ports that the profile of its model names, as the factory names them.

import type { Question } from '../question.ts';

export const portsOfModel: Question = {
  id: 'ports-of-model',
  asks: 'Does the device have exactly the ports of its profile?',
  settles: { codes: ['ops/unknown-port-for-model'] },
  needs: 'reading',
  seconds: 1,
  steps: { ports: { print: '/interface/ethernet', properties: ['default-name'] } },
  conclusions: [
    { when: [{ of: 'ports', ports: 'named' }], says: 'the device has exactly the ports of its profile' },
    {
      when: [{ of: 'ports', property: 'default-name', on: 'every' }],
      says: 'the device has other ports than its profile says',
    },
  ],
};
