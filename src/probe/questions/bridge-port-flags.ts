// Whether bridge ports say that they are switched in hardware, which the post-check reads.

import type { Question } from '../question.ts';

export const bridgePortFlags: Question = {
  id: 'bridge-port-flags',
  asks: 'Which bridge ports say whether they are offloaded?',
  settles: { statements: ['post-check/bridge-port'] },
  needs: 'reading',
  where: { chip: 'l2.bridge' },
  seconds: 1,
  steps: {
    ports: { print: '/interface/bridge/port', properties: ['hw', 'hw-offload', 'hw-offload-group', 'inactive'] },
  },
  conclusions: [
    {
      when: [{ of: 'ports', property: 'hw-offload', on: 'every' }],
      says: 'every bridge port has `hw-offload`, true or false',
    },
    {
      when: [{ of: 'ports', property: 'hw-offload', on: 'some' }],
      says: 'some bridge ports have `hw-offload`, and others do not',
    },
    { when: [{ of: 'ports', property: 'hw-offload', on: 'none' }], says: 'no bridge port has `hw-offload`' },
  ],
};
