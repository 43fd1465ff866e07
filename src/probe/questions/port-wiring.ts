// Which port is on which switch: what a profile says of it is mostly inferred from the manual's lists.

import type { Question } from '../question.ts';

export const portWiring: Question = {
  id: 'port-wiring',
  asks: 'Is each port on the switch that the profile says, or on the CPU?',
  settles: { statements: ['device/wiring'] },
  needs: 'reading',
  seconds: 1,
  steps: { ports: { print: '/interface/ethernet', properties: ['default-name', 'switch'] } },
  conclusions: [
    { when: [{ of: 'ports', ports: 'wired' }], says: 'each port is where the profile says' },
    {
      when: [
        { of: 'ports', ports: 'named' },
        { of: 'ports', property: 'switch', on: 'some' },
      ],
      says: 'some port is on another switch than the profile says',
    },
  ],
};
