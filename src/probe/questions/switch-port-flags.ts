// Whether the ports of a switch say that they are routed in hardware, which the post-check reads.

import type { Question } from '../question.ts';

export const switchPortFlags: Question = {
  id: 'switch-port-flags',
  asks: 'Which ports of the switch have `l3-hw-offloading`?',
  settles: { statements: ['post-check/switch-port'] },
  needs: 'reading',
  where: { chip: 'l3.offload' },
  seconds: 1,
  steps: { ports: { print: '/interface/ethernet/switch/port', properties: ['l3-hw-offloading'] } },
  conclusions: [
    {
      when: [{ of: 'ports', property: 'l3-hw-offloading', on: 'every' }],
      says: 'every port of the switch has `l3-hw-offloading`, that to the CPU too',
    },
    {
      when: [{ of: 'ports', property: 'l3-hw-offloading', on: 'some' }],
      says: 'some ports of the switch have `l3-hw-offloading`, and others do not',
    },
    {
      when: [{ of: 'ports', property: 'l3-hw-offloading', on: 'none' }],
      says: 'no port of the switch has `l3-hw-offloading`',
    },
  ],
};
